"""`tabwire call`: run any command by name, including those of plug-ins, with JSON parameters."""

from __future__ import annotations

import json

from tabwire.surfaces.cli.calling import call
from tabwire.surfaces.cli.parsing import DEFAULT_SESSION, Request, choose_format
from tabwire.surfaces.cli.programs import Parser
from tabwire.surfaces.cli.table import load_table


def run(arguments: list[str]) -> int:
    """Run the command and print its result."""
    parser = Parser(prog="tabwire call", description="Run any command by name, with JSON parameters.")
    parser.add_argument("command", help="name of the command, such as click")
    parser.add_argument("params", nargs="?", default="{}", help='JSON object, such as \'{"target": "e3"}\'')
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--session", default=DEFAULT_SESSION, help="work in this session (default: cli)")
    parser.add_argument(
        "--cdp-url", metavar="URL", default="", help="use the browser at this DevTools address"
    )
    parser.add_argument("--out", metavar="FILE", default="", help="save the picture to this file")
    options = parser.parse_args(arguments)
    try:
        params = json.loads(options.params)
    except ValueError as error:
        parser.error(f"the parameters are not JSON: {error}")
    if not isinstance(params, dict):
        parser.error('the parameters must be a JSON object, such as {"target": "e3"}')
    name = options.command.replace("-", "_")
    if options.out and (entry := load_table().get(name)):
        choose_format(entry, params, options.out)
    return call(Request(name, params, vars(options)))
