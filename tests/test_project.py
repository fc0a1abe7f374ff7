"""The project itself: light to import, typed, linted, layered, and its promises about names, versions and examples kept."""

from __future__ import annotations

import ast
import importlib.metadata
import inspect
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import counterplay

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)


def tool(name: str) -> str:
    """A tool of the `test` extra, from the environment that runs the tests."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    assert found, f"{name} is not installed: pip install -e '.[test]'"
    return found


# ── Light to import ──
@pytest.mark.parametrize("what", ["import counterplay", "from counterplay.cli import main; main(['--help'])", "import counterplay.cli"])
def test_numba_and_numpy_are_not_loaded(what: str) -> None:
    program = f"""
import json, sys
try:
    {what}
except SystemExit as left:
    assert not left.code, left.code
print()
print(json.dumps([name for name in ("numba", "numpy", "llvmlite", "scipy", "fastapi", "pydantic", "uvicorn") if name in sys.modules]))
"""
    finished = run(sys.executable, "-c", program)
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout.splitlines()[-1]) == []


# ── Names and versions ──
def test_version_has_one_source() -> None:
    assert importlib.metadata.version("counterplay") == counterplay.__version__
    assert f'__version__ = "{counterplay.__version__}"' in (ROOT / "src/counterplay/__init__.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", counterplay.__all__)
def test_public_name_resolves_and_is_documented(name: str) -> None:
    value = getattr(counterplay, name)
    if callable(value) or inspect.ismodule(value):
        assert inspect.getdoc(value), f"counterplay.{name} has no docstring"
    if inspect.isfunction(value):
        assert ">>> " in (value.__doc__ or ""), f"counterplay.{name} has no example in its docstring (doctests run with the suite)"


def test_public_names_are_sorted_and_complete() -> None:
    assert len(set(counterplay.__all__)) == len(counterplay.__all__)
    assert dir(counterplay) == sorted(counterplay.__all__)
    assert set(counterplay._LAZY) <= set(counterplay.__all__)
    with pytest.raises(AttributeError, match="no attribute 'alpha_beta'"):
        counterplay.alpha_beta  # noqa: B018


def test_public_names_do_not_depend_on_what_was_imported_first() -> None:
    """Importing the module counterplay.check must not hide the function of the same name, and so for every other."""
    program = """
import json, pkgutil, importlib
import counterplay
for module in pkgutil.walk_packages(counterplay.__path__, "counterplay."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
names = [name for name in counterplay.__all__ if name not in ("CHANCE", "games")]
print(json.dumps([name for name in names if not callable(getattr(counterplay, name))]))
"""
    finished = run(sys.executable, "-c", program)
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout) == []


# ── Style, types, layers ──
@pytest.mark.parametrize(
    "command",
    [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",), ("lint-imports",)],
    ids=["ruff-check", "ruff-format", "mypy", "layers"],
)
def test_tool_is_content(command: tuple[str, ...]) -> None:
    finished = run(tool(command[0]), *command[1:])
    assert finished.returncode == 0, finished.stdout + finished.stderr


def untyped_functions(source: Path) -> list[str]:
    """Functions without annotations, apart from those whose types come from the compiler: kernels, and what `native` hands to Numba."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    compiled = {inner for outer in functions for inner in ast.walk(outer) if inner is not outer} if "native" in source.parts else set()
    found = []
    for node in functions:
        decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
        if node in compiled or "kernel" in decorators or ("native" in source.parts and decorators):
            continue
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if node.returns is None and not any(argument.annotation is not None for argument in arguments):
            found.append(f"{source.relative_to(ROOT)}:{node.lineno} {node.name}")
    return found


def test_only_kernels_are_untyped() -> None:
    assert [place for source in SOURCES for place in untyped_functions(source)] == []


def test_files_are_short() -> None:
    """A file is one idea. Over 500 lines it is two."""
    long = {
        str(source.relative_to(ROOT)): lines for source in SOURCES if (lines := len(source.read_text(encoding="utf-8").splitlines())) > 500
    }
    assert long == {}


# ── What is in the repository ──
def tracked_files() -> list[Path]:
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard") if shutil.which("git") else None
    if listed is None or listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_path_of_a_machine_and_no_registry_host() -> None:
    """What we write must work on every machine: no absolute path of ours, no host from which packages come."""
    forbidden = re.compile(
        "|".join([r"(?<![\w.])/" + "work/", "/" + "root/", "/" + "tmp/", "py" + r"pi\.org", "python" + "hosted", "test" + "pypi"])
    )
    found = []
    for file in tracked_files():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [
            f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
            for number, line in enumerate(text.splitlines(), 1)
            if forbidden.search(line)
        ]
    assert found == []


def test_readme_has_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^pip install .*&& pytest.*$", readme, re.MULTILINE)) == 1, "exactly one test command, which .ci/run runs"
    assert len(re.findall(r"^pip install \. && counterplay .+$", readme, re.MULTILINE)) == 1, "exactly one command that installs and plays"


def test_wheel_holds_types_and_templates() -> None:
    """Everything under src/counterplay that is not Python is meant to be shipped."""
    assert (ROOT / "src/counterplay/py.typed").is_file()
    files = importlib.metadata.files("counterplay") or []
    assert any(str(file).endswith("entry_points.txt") for file in files)
