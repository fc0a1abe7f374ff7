"""Traces in files: what is read is what was written; a wrong file is refused in a sentence; nothing is left half-written."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import permutations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import counterplay as cp
from counterplay.games.tic_tac_toe import TicTacToe
from counterplay.games.tree import Tree
from counterplay.tracing import Trace
from counterplay.tracing.files import as_dict
from counterplay.tracing.tex import document, escaped

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
trees = st.lists(
    st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=14), min_size=1, max_size=3
)
names = st.text(min_size=1, max_size=6).filter(lambda name: name.isprintable() and name == name.strip())


def samples() -> dict[str, Trace]:
    game = TicTacToe()
    return {
        "alphabeta": cp.trace(cp.alphabeta, Tree(LECTURE)),
        "window": cp.trace(cp.alphabeta, Tree(LECTURE), alpha=1, beta=2.5, hard=True),
        "maxn": cp.trace(cp.maxn, Tree([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], players=3)),
        "chance": cp.trace(cp.expectiminimax, Tree([{"name": "A", "chance": [0.9, 0.1], "children": [2, 3]}, 1])),
        "boards": cp.trace(cp.alphabeta, game, game.parse_state("xxo/.o./x.o")),
        "mcts": cp.trace(cp.mcts, game, simulations=60, seed=1),
        "monte_carlo": cp.trace(cp.monte_carlo, game, simulations=30, seed=1),
        "big": cp.trace(cp.alphabeta, game, depth=3),
    }


SAMPLES = samples()
each = pytest.mark.parametrize("trace", SAMPLES.values(), ids=SAMPLES)


@each
def test_json_comes_back_the_same(trace: Trace, tmp_path: Path) -> None:
    again = Trace.load(trace.save(tmp_path / "x.json"))
    assert again == trace
    assert again.svg() == trace.svg()
    assert str(again) == str(trace)
    assert [again.sentence(i) for i in range(len(again))] == [trace.sentence(i) for i in range(len(trace))]
    assert list(tmp_path.iterdir()) == [tmp_path / "x.json"]


@given(trees, st.sampled_from(["minimax", "alphabeta", "maxn"]))
@settings(max_examples=50)
def test_json_comes_back_the_same_for_any_tree(tmp_path_factory: pytest.TempPathFactory, tree: list[object], name: str) -> None:
    trace = cp.trace(name, Tree(tree))
    assert Trace.load(trace.save(tmp_path_factory.mktemp("any") / "x.json")) == trace


@each
@pytest.mark.parametrize("suffix", [".svg", ".html", ".tex", ".json", ".txt"])
def test_every_kind_of_file(trace: Trace, suffix: str, tmp_path: Path) -> None:
    if suffix == ".tex" and len(trace.nodes) > 400:
        with pytest.raises(cp.UsageError, match="focus="):
            trace.save(tmp_path / "x.tex")
        assert not list(tmp_path.iterdir())
        return
    text = trace.save(tmp_path / f"x{suffix}").read_text(encoding="utf-8")
    assert len(text) > 100


def test_the_ending_says_how(tmp_path: Path) -> None:
    with pytest.raises(cp.UsageError, match=r"\.svg, \.html, \.tex, \.json, \.txt"):
        SAMPLES["alphabeta"].save(tmp_path / "x.pdf")
    with pytest.raises(cp.UsageError, match="cannot be written"):
        SAMPLES["alphabeta"].save(tmp_path / "no such folder" / "x.svg")
    with pytest.raises(cp.UsageError, match="no quiz on mcts"):
        SAMPLES["mcts"].save(tmp_path / "x.html", quiz=True)


def test_a_failure_leaves_the_old_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.svg"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(cp.UsageError, match="No space left"):
        SAMPLES["alphabeta"].save(path)
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


# ── Wrong files ──
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "lacks the entry 'counterplay_trace'"),
        ('{"counterplay_trace": 99}', "version 99"),
        ('{"counterplay_trace": 1}', "is missing"),
    ],
)
def test_files_that_are_no_traces(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(cp.UsageError) as caught:
        Trace.load(path)
    assert sentence in str(caught.value)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(cp.UsageError, match="cannot be read"):
        Trace.load(tmp_path / "x.json")


atoms = st.none() | st.booleans() | st.integers(-3, 60) | st.text(max_size=3)
junk = st.recursive(atoms, lambda inner: st.lists(inner, max_size=3), max_leaves=4)


@given(st.data())
@settings(max_examples=200)
def test_a_spoilt_file_is_refused_or_read_but_never_crashes(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    whole = json.loads(json.dumps(as_dict(SAMPLES["alphabeta"])))
    place = whole
    while True:  # go down to some place and put something else there
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(list(keys)))
        if not isinstance(place[key], (dict, list)) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(junk)
    path = tmp_path_factory.mktemp("spoilt") / "x.json"
    path.write_text(json.dumps(whole))
    try:
        trace = Trace.load(path)
        assert trace.svg() and str(trace) and all(trace.sentence(index) for index in range(len(trace)))
    except cp.UsageError as error:
        assert str(path) in str(error)


def test_a_picture_that_does_more_than_draw_is_not_shown(tmp_path: Path) -> None:
    whole = as_dict(SAMPLES["boards"])
    evil = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>'
    whole["boards"] = [evil] * len(whole["boards"])
    path = tmp_path / "x.json"
    path.write_text(json.dumps(whole))
    trace = Trace.load(path)
    assert "alert" not in trace.svg()
    assert "alert" not in trace.save(tmp_path / "x.html").read_text(encoding="utf-8")


# ── TeX and text ──
@given(st.lists(names, min_size=2, max_size=4, unique=True))
def test_tex_braces_balance_whatever_the_names(words: list[str]) -> None:
    trace = cp.trace(cp.alphabeta, Tree({"actions": words, "children": [[index, 1] for index in range(len(words))]}))
    plain = re.sub(r"^%.*|\\[{}\\]", "", document(trace), flags=re.M)
    depth = 0
    for sign in plain:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    outside = re.sub(r"\{.*\}", "", plain[plain.index("\\begin{forest}") :])
    assert outside.count("[") == outside.count("]") == len(trace.nodes)


@given(st.text())
def test_a_name_means_nothing_to_tex(name: str) -> None:
    left = re.sub(r"\\text[a-z]+\{\}|\\[{}$&#_%]", "", escaped(name))
    assert not set(left) & set("\\{}$&#_%~^\n")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="NO LATEX: pdflatex was not found, so no document was compiled")
@pytest.mark.parametrize("name", ["alphabeta", "maxn", "chance", "mcts"])
def test_the_document_compiles(name: str, tmp_path: Path) -> None:
    SAMPLES[name].save(tmp_path / "x.tex")
    compiled(tmp_path)


def compiled(folder: Path) -> None:
    """Compile x.tex there."""
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=600, check=False)
    missing = re.search(r"File `(.*?)' not found", done.stdout)
    if missing:
        pytest.skip(f"NO LATEX: {missing.group(1)} is not installed, so no document was compiled")
    assert done.returncode == 0, done.stdout[-2000:]


def test_the_text_tree() -> None:
    assert (
        str(SAMPLES["alphabeta"])
        == """alphabeta on Tree: value 3, best 1; 11 nodes entered, 2 leaves never evaluated.
Max 3   α −∞ → 3  β +∞
├━━━ 1: Min 3   α −∞  β +∞ → 3
│    ├━━━ 1: 3
│    ├─── 2: 12
│    └─── 3: 8
├─── 2: Min ≤2   α 3  β +∞ → 2
│    ├─── 1: 2
│    ├─╳─ 2: 4 (never searched)
│    └─╳─ 3: 6 (never searched)
└─── 3: Min 2   α 3  β +∞ → 14 → 5 → 2
     ├─── 1: 14
     ├─── 2: 5
     └─── 3: 2"""
    )


@pytest.mark.parametrize("suffix", [".svg", ".tex", ".txt"])
def test_a_worksheet_does_not_tell_the_solution(suffix: str, tmp_path: Path) -> None:
    """Two trees of one shape whose leaves alone differ, in values, bounds and cuts: blank, nothing but the leaves may differ."""
    sheets = []
    for leaves in ([13, 32, 12, 14], [32, 13, 34, 35]):
        tree = Tree([leaves[:2], leaves[2:]])
        text = cp.trace(cp.alphabeta, tree).save(tmp_path / f"x{suffix}", quiz=True).read_text(encoding="utf-8")
        assert "by hand" in text
        sheets.append(re.sub(r"\d+", "?", text))
        tree_part = text[text.index(r"\begin{forest}") :] if suffix == ".tex" else text
        assert not re.search("never|slashes|skipped|dashed|dasharray|best node|data-", tree_part)
        assert all(re.search(rf"(>|\$|: ){leaf}(<|\$|  )", text) for leaf in leaves)
    assert sheets[0] == sheets[1]
    with pytest.raises(cp.UsageError, match="whole solution"):
        cp.trace(cp.alphabeta, tree).save(tmp_path / "x.json", quiz=True)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="NO LATEX: pdflatex was not found, so no document was compiled")
def test_bounds_have_room_in_latex(tmp_path: Path) -> None:
    """What stands beside a node on a narrow tree ends before the next node begins, by the boxes that TeX itself made."""
    text = document(cp.trace(cp.alphabeta, Tree([[[3, 5], [6, 9]], [[1, 2], [0, -1]]])))
    measuring = (
        r"\newwrite\boxes\immediate\openout\boxes=boxes.txt"
        r"\newcommand{\measure}[1]{\pgfpointanchor{#1}{west}\edef\west{\the\pgf@x}\pgfpointanchor{#1}{east}\edef\east{\the\pgf@x}"
        r"\pgfpointanchor{#1}{center}\immediate\write\boxes{\the\pgf@y\space\west\space\east}}"
    )
    text = text.replace(r"\begin{document}", rf"\makeatletter{measuring}\makeatother\begin{{document}}")
    text = text.replace("bounds/.style={", r"bounds/.style={append after command={\pgfextra{\measure{\tikzlastnode}}}, ")
    text = text.replace("sign/.style={", r"sign/.style={append after command={\pgfextra{\measure{\tikzlastnode}}}, ")
    (tmp_path / "x.tex").write_text(text, encoding="utf-8")
    compiled(tmp_path)
    boxes = [tuple(map(float, re.findall(r"[-\d.]+", line))) for line in (tmp_path / "boxes.txt").read_text().splitlines()]
    assert len(boxes) == 15 + 6, "every node, and the bounds of those that were entered"
    for (y, west, _), (other_y, other_west, other_east) in permutations(boxes, 2):
        assert abs(y - other_y) > 15 or not other_west <= west < other_east


# ── HTML ──
@each
def test_a_page_loads_nothing_and_is_whole(trace: Trace, tmp_path: Path) -> None:
    text = trace.save(tmp_path / "x.html").read_text(encoding="utf-8")
    loads = [one for one in re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]+)""", text) if not one.startswith("data:")]
    assert loads == []
    assert set(re.findall(r"https?://[\w./]+", text)) <= {"http://www.w3.org/2000/svg"}
    data = json.loads(text[text.index('id="data">') + len('id="data">') : text.index("</script>")])
    assert len(data["steps"]) == len(trace)
    assert [sentence for _, _, sentence, _ in data["steps"]] == [trace.sentence(index) for index in range(len(trace))]
    svg = re.search(r'<div id="stage".*?>(<svg.*</svg>)</div>', text, re.S)
    assert svg is not None
    ElementTree.fromstring(svg.group(1))
    assert "{{" not in text and text.count("<script") == 2


def test_a_name_cannot_end_the_script(tmp_path: Path) -> None:
    trace = cp.trace(cp.minimax, Tree({"actions": ["</script><script>alert(1)</script>", "<!--{{title}}"], "children": [1, 2]}))
    text = trace.save(tmp_path / "x.html").read_text(encoding="utf-8")
    assert text.count("<script") == 2 and text.count("</script>") == 2


def test_too_big_a_page_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("counterplay.tracing.moving.MOST_NODES", 100)
    with pytest.raises(cp.UsageError, match="focus="):
        SAMPLES["big"].save(tmp_path / "x.html")
    SAMPLES["big"].save(tmp_path / "x.html", focus=SAMPLES["big"].at("a3", "b3"))
