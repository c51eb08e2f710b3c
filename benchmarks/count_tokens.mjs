// Read a JSON list of texts from standard input; print the list of their token counts (o200k_base).
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const { encode } = createRequire(process.argv[2])("gpt-tokenizer/encoding/o200k_base");
const texts = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => encode(text).length)));
