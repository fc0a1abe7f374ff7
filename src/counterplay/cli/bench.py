"""`counterplay bench`: the benchmarks of the repository, where this is one."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..errors import CounterplayError, UsageError
from .options import AsJson, examples
from .output import say_json, screen, show_facts

EXAMPLES = examples("bench", "bench connect_four", "bench connect_four -- --help")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES, context_settings={"ignore_unknown_options": True})(bench)


def bench(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Which one; left out: list them.", show_default=False)] = None,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[ARGUMENTS]...", help="Passed on to the benchmark.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the benchmarks, or run one.

    Each prints a table that anyone can reproduce, with a peer's numbers beside ours.
    """
    folder = _folder()
    found = {path.stem: _first_line(path) for path in sorted(folder.glob("*.py")) if not path.stem.startswith("_")}
    if name is None:
        if as_json:
            say_json({"benchmarks": found})
        elif found:
            show_facts(found)
        else:
            screen().print("There are no benchmarks in this checkout yet.")
        return
    if name not in found:
        raise UsageError(f"There is no benchmark {name!r}. Benchmarks: {', '.join(found) or 'none yet'}.")
    command = [sys.executable, "-m", f"bench.{name}", *(words or []), *(["--json"] if as_json else [])]
    code = subprocess.run(command, cwd=folder.parent, check=False).returncode
    if code:
        raise typer.Exit(code)


def _folder() -> Path:
    """`bench/` of the checkout that this package runs from, or of the current directory."""
    for root in (Path(__file__).resolve().parents[3], Path.cwd()):
        if (root / "bench").is_dir() and (root / "src" / "counterplay").is_dir():
            return root / "bench"
    raise CounterplayError("The benchmarks are part of the repository, not of the installed package: run this inside a checkout.")


def _first_line(path: Path) -> str:
    try:
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    except (SyntaxError, OSError, UnicodeDecodeError) as error:
        return f"cannot be read: {error}"
    return text.partition("\n")[0]
