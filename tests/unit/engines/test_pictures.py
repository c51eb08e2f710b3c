"""Pictures from a recording that Chrome begins and shows in one breath."""

import asyncio
import json
import os

from tabwire.engines.cdp import CdpConnection
from tabwire.engines.debugger.pictures import DebuggerPictures
from tabwire.engines.page import PageState
from tabwire.links.pipe import PipeLink


async def test_a_frame_that_comes_with_the_answer_is_the_picture():
    ours_in, theirs_out = os.pipe()
    theirs_in, ours_out = os.pipe()
    connection = CdpConnection(await PipeLink.open(ours_in, ours_out), lambda: None)
    picture = asyncio.create_task(DebuggerPictures(connection.browser, PageState()).last_frame("png", None))
    await asyncio.sleep(0)
    _stop, start, _ = (await asyncio.to_thread(os.read, theirs_in, 4096)).split(b"\0")
    stale, fresh = ({"method": "Page.screencastFrame", "params": {"data": data}} for data in ("old", "new"))
    messages = (stale, {"id": json.loads(start)["id"], "result": {}}, fresh)
    os.write(theirs_out, b"".join(json.dumps(message).encode() + b"\0" for message in messages))
    assert await picture == "new"
    await connection.close()
    os.close(theirs_out)
    os.close(theirs_in)
