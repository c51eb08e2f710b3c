"""Run one command in the hub and print its result."""

from __future__ import annotations

import sys

from tabwire.errors import TabwireError
from tabwire.hub_socket.connect import HubUnavailable, connect, greeting_for
from tabwire.hub_socket.conversation import Conversation
from tabwire.hub_socket.greeting import COMMAND_SURFACE
from tabwire.places import Places
from tabwire.surfaces.cli.printing import FAILED, ProgressLine, show, show_error
from tabwire.surfaces.cli.running_hub import CLIENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabwire.surfaces.cli.parsing import Request

OK = 0
NO_HUB = 3
INTERRUPTED = 130


def connect_for(request: Request) -> Conversation:
    """Connect to the hub for one request."""
    greeting = greeting_for(
        COMMAND_SURFACE,
        session=request.session,
        client=CLIENT,
        cdp_url=request.cdp_url,
        browser=request.browser,
    )
    return Conversation(connect(Places(), greeting))


def call(request: Request) -> int:
    """Connect, call, print; return the exit code."""
    try:
        conversation = connect_for(request)
    except HubUnavailable as error:
        show_error(error.to_error(), as_json=request.as_json)
        return NO_HUB
    except KeyboardInterrupt:
        return INTERRUPTED
    try:
        return _call(conversation, request)
    finally:
        conversation.close()


def _call(conversation: Conversation, request: Request) -> int:
    progress = ProgressLine()
    try:
        answer = conversation.call(request.command, request.params, progress.update)
        progress.erase()
        show(answer, as_json=request.as_json, out=request.out)
    except TabwireError as error:
        progress.erase()
        return show_error(error, as_json=request.as_json)
    except BrokenPipeError:
        # The reader of our output has closed the pipe.
        raise
    except OSError as error:
        print(f"The result could not be written: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        progress.erase()
        return INTERRUPTED
    return OK
