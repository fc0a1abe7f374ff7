"""`python -m counterplay` is the command `counterplay`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; but a chess engine has to answer at once, before all commands are loaded."""
    if sys.argv[1:] == ["uci"]:
        from .protocols.uci.standard import main as converse

        converse()
    try:
        from .cli import main as obey
    except KeyboardInterrupt:  # later it is the command line's to answer
        sys.stderr.write("counterplay: Stopped.\n")
        sys.exit(130)
    obey()


if __name__ == "__main__":
    main()
