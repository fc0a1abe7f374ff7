"""`python -m bench`: what there is to run."""

from __future__ import annotations

import ast
from pathlib import Path


def main() -> None:
    """List the benchmarks, each with the first line of its docstring."""
    found = [path for path in sorted(Path(__file__).parent.glob("*.py")) if not path.stem.startswith("_")]
    width = max(len(path.stem) for path in found)
    for path in found:
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        print(f"python -m bench.{path.stem:<{width}}  {text.partition(chr(10))[0]}")
    print("\nEach takes --help and --json [FILE]. The programs we compare ourselves with: pip install '.[bench]'")


if __name__ == "__main__":
    main()
