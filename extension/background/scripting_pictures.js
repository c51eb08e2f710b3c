/** Pictures without the debugger: few per second, and cut to size here. */

// Chrome takes two pictures per second and refuses the third.
const PICTURE_EVERY_MS = 520;

let nextTurn = 0;

/** Wait until Chrome will take the next picture. */
export async function nextPictureTurn() {
  const now = Date.now();
  const turn = Math.max(now, nextTurn);
  nextTurn = turn + PICTURE_EVERY_MS;
  if (turn > now) await new Promise((resolve) => setTimeout(resolve, turn - now));
}

/**
 * Cut a part out of a picture and scale it; boxes are in CSS pixels of the viewport.
 * @param {string} dataUrl
 * @param {{ format: string, quality: number | null, box: { x: number, y: number, width: number, height: number } | null, scale: number, pixelRatio: number }} how
 */
export async function crop(dataUrl, { format, quality, box, scale, pixelRatio }) {
  const whole = await createImageBitmap(blobOf(dataUrl));
  const part = box ?? { x: 0, y: 0, width: whole.width / pixelRatio, height: whole.height / pixelRatio };
  const [x, y, width, height] = [part.x, part.y, part.width, part.height].map((length) => length * pixelRatio);
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(Number(width) * scale)),
    Math.max(1, Math.round(Number(height) * scale)),
  );
  canvas
    .getContext("2d")
    ?.drawImage(whole, Number(x), Number(y), Number(width), Number(height), 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({
    type: `image/${format}`,
    quality: quality === null ? undefined : quality / 100,
  });
  return base64Of(new Uint8Array(await blob.arrayBuffer()));
}

function blobOf(/** @type {string} */ dataUrl) {
  const text = atob(dataUrl.slice(dataUrl.indexOf(",") + 1));
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);
}

function base64Of(/** @type {Uint8Array} */ bytes) {
  const PIECE = 0x8000;
  let text = "";
  for (let start = 0; start < bytes.length; start += PIECE)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  return btoa(text);
}
