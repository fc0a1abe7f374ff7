"""The pages keep their word: every example of README and docs runs, every command ends well, every link and picture is there.

What stands in a page, from top to bottom, in one namespace and one folder for each page:

* a block under a line that ends in `` `name.ext`: `` is a file of that name;
* a ```python block with `>>>` is a doctest; any other runs, and in it `expression   # value: explanation` holds where the
  comment begins with a literal;
* a ```console block: each line `$ counterplay …` is run and ends with 0, and prints what stands under it (`...` is anything).
"""

from __future__ import annotations

import ast
import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EVERY_PAGE = [*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
KEYBOARD = "quit\n"
"""What is typed where a command asks something; it ends a game and a quiz."""


class Block(NamedTuple):
    """A fenced block: what it is, the file it is to be written to (or ""), its text, and the line of the page where that begins."""

    language: str
    file: str
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    for match in re.finditer(r"(?:`([\w.]+)`:\n\n)?^```(\w*)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE):
        yield Block(match[2], match[1] or "", match[3], page.count("\n", 0, match.start(3)) + 1)


class Reader:
    """Follows a page."""

    def __init__(self, page: Path, folder: Path):
        self.page, self.folder = page, folder
        self.module = ModuleType(f"page_{re.sub(r'[^a-z]', '_', page.stem.lower())}")
        self.checked = 0
        """How many values and outputs were compared."""

    def follow(self) -> None:
        names = vars(self.module)
        for block in blocks(self.page.read_text(encoding="utf-8")):
            if block.file:
                (self.folder / block.file).write_text(block.text, encoding="utf-8")
            elif block.language == "console":
                self.run_commands(block)
            elif block.language == "python" and ">>> " in block.text:
                self.run_doctest(block, names)
            elif block.language == "python":
                self.run_python(block, names)

    def run_python(self, block: Block, names: dict[str, Any]) -> None:
        # The code stands in a file on the same lines as in the page, so that every error names its place.
        file = self.folder / f"{self.module.__name__}_line_{block.line}.py"
        source = "\n" * (block.line - 1) + block.text
        file.write_text(source, encoding="utf-8")
        lines = source.splitlines()
        for statement in ast.parse(source).body:
            comment = lines[(statement.end_lineno or 1) - 1][statement.end_col_offset or 0 :].strip()
            if not isinstance(statement, ast.Expr):
                exec(compile(ast.Module([statement], []), str(file), "exec"), names)
                continue
            value = eval(compile(ast.Expression(statement.value), str(file), "eval"), names)
            for expected in claimed(comment):
                self.checked += 1
                assert value == expected, f"{self.page.name}, line {statement.lineno}: {ast.unparse(statement)} is {value!r}"

    def run_doctest(self, block: Block, names: dict[str, Any]) -> None:
        test = doctest.DocTestParser().get_doctest(block.text, names, self.page.name, str(self.page), block.line - 1)
        report: list[str] = []
        doctest.DocTestRunner(verbose=False, optionflags=LENIENT).run(test, out=report.append, clear_globs=False)
        names.update(test.globs)
        self.checked += sum(1 for example in test.examples if example.want)
        assert not report, "".join(report)

    def run_commands(self, block: Block) -> None:
        for session in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, expected = session.partition("\n")
            words = shlex.split(command, comments=True)
            assert words[0] == "counterplay", f"{self.page.name}: {command}"
            finished = subprocess.run(
                [sys.executable, "-m", *words],
                cwd=self.folder,
                input=KEYBOARD,
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=600,
            )
            assert finished.returncode == 0, f"{self.page.name}: {command}\n{finished.stdout}{finished.stderr}"
            if expected.strip():
                self.checked += 1
                same = doctest.OutputChecker().check_output(expected, finished.stdout, LENIENT)
                assert same, f"{self.page.name}: {command}\nsays\n{finished.stdout}instead of\n{expected}"


def claimed(comment: str) -> Iterator[Any]:
    """The value that a comment `# value: explanation` claims, if it begins with one."""
    text = comment.removeprefix("#").strip()
    for end in [*(place.start() for place in re.finditer(":", text)), len(text)]:
        try:
            yield ast.literal_eval(text[:end])
        except (SyntaxError, ValueError):
            continue
        return


@pytest.mark.usefixtures("unhurried")  # which algorithm answers does not depend on how busy the machine is
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reader = Reader(page, tmp_path)
    monkeypatch.setitem(sys.modules, reader.module.__name__, reader.module)
    # The file that pages speak of where they mean "your own": the game of the README.
    first = next(block for block in blocks((ROOT / "README.md").read_text(encoding="utf-8")) if block.language == "python")
    (tmp_path / "mygame.py").write_text(first.text.replace("class Countdown", "class MyGame"), encoding="utf-8")
    reader.follow()
    assert reader.checked >= (0 if page.stem == "benchmarks" else 4), "the page shows results, and they are compared"


def test_a_comment_claims_what_it_begins_with() -> None:
    claims = ("# 3.5: a value", "# (1, 2): a line", "# 'a: b'", "# 14 states", "# [1]", "# {'a': 1}: a dict", "")
    assert [list(claimed(claim)) for claim in claims] == [[3.5], [(1, 2)], ["a: b"], [], [[1]], [{"a": 1}], []]


# ── Links ──
def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """What `page.md#…` may name: its headings as they appear in addresses."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", EVERY_PAGE, ids=lambda page: page.stem)
def test_links_and_pictures_are_there(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if target.startswith(("https://", "http://")):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.is_file(), f"{page.name} points to {target}, which is not there"
        assert file.is_relative_to(ROOT), f"{page.name} points to {target}, outside the repository"
        assert not anchor or anchor in anchors(file), f"{page.name} points to {target}, but {file.name} has no such heading"


def test_every_page_is_linked_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES[1:] if f"(docs/{page.name})" not in readme] == []


def test_every_picture_is_used() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in EVERY_PAGE)
    assert [picture.name for picture in (ROOT / "docs").rglob("*.svg") if f"{picture.name})" not in pages] == []
