"""The drawings: well-formed, nothing overlaps, and they show what the trace says."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.games.board_splitting import BoardSplitting
from counterplay.games.tic_tac_toe import TicTacToe
from counterplay.games.tree import Tree
from counterplay.layout import place
from counterplay.tracing import icicle
from counterplay.tracing.counted import told_in_points
from counterplay.tracing.looks import Gallery
from counterplay.tracing.svg import READABLE, TreePicture, drawn_nodes

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
SVG = "{http://www.w3.org/2000/svg}"
trees = st.lists(
    st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=14), min_size=1, max_size=3
)


# ── Layout ──
@st.composite
def shapes(draw: st.DrawFn) -> tuple[dict[int, list[int]], dict[int, tuple[float, float]]]:
    size = draw(st.integers(1, 40))
    children: dict[int, list[int]] = {node: [] for node in range(size)}
    for node in range(1, size):
        children[draw(st.integers(0, node - 1))].append(node)
    reach = st.floats(1, 50)
    return children, {node: (draw(reach), draw(reach)) for node in range(size)}


@given(shapes(), st.floats(0, 20))
def test_nodes_of_a_level_do_not_overlap_and_parents_are_centred(
    shape: tuple[dict[int, list[int]], dict[int, tuple[float, float]]], gap: float
) -> None:
    children, widths = shape
    x = place(0, children, widths, gap)
    assert x.keys() == children.keys()
    assert min(x[node] - widths[node][0] for node in x) >= -1e-6
    level = [0]
    while level:
        for left, right in pairwise(level):
            assert x[left] + widths[left][1] + gap <= x[right] - widths[right][0] + 1e-6
        level = [child for node in level for child in children[node]]
    for node, below in children.items():
        if below:
            assert x[node] == pytest.approx((x[below[0]] + x[below[-1]]) / 2)


def test_equal_subtrees_are_laid_out_equally() -> None:
    children = {0: [1, 2], 1: [3, 4], 2: [5, 6], 3: [], 4: [], 5: [], 6: []}
    x = place(0, children, dict.fromkeys(children, (5.0, 5.0)), 2.0)
    assert x[4] - x[3] == x[6] - x[5] == 12


def test_a_very_deep_tree_is_laid_out_without_recursion() -> None:
    children = {node: [node + 1] for node in range(3000)} | {3000: []}
    assert set(place(0, children, dict.fromkeys(children, (1.0, 1.0)), 1.0).values()) == {1.0}


@given(trees, st.sampled_from(["minimax", "alphabeta"]), st.data())
def test_nothing_drawn_overlaps_on_a_level_at_any_step(tree: list[object], name: str, data: st.DataObject) -> None:
    trace = cp.trace(name, Tree(tree))
    step = data.draw(st.integers(0, len(trace) - 1))
    drawn = TreePicture(trace, Gallery(trace, step), drawn_nodes(trace))
    final = TreePicture(trace, Gallery(trace), drawn_nodes(trace))
    assert drawn.x == final.x and drawn.y == final.y  # nothing moves from step to step
    levels = defaultdict(list)
    for index, spot in drawn.spots.items():
        levels[drawn.y[index]].append((drawn.x[index] - spot.left, drawn.x[index] + spot.right))
    for spans in levels.values():
        spans.sort()
        assert all(left[1] <= right[0] for left, right in pairwise(spans))


# ── SVG ──
@given(trees, st.sampled_from(["minimax", "alphabeta", "maxn"]), st.data())
def test_svg_is_well_formed_at_every_step(tree: list[object], name: str, data: st.DataObject) -> None:
    trace = cp.trace(name, Tree(tree))
    step = data.draw(st.none() | st.integers(0, len(trace) - 1))
    root = ElementTree.fromstring(trace.svg(step=step))
    assert len(root.findall(f".//{SVG}g[@data-node]")) == len(trace.nodes)
    assert len(root.findall(f".//{SVG}g[@data-edge]")) == len(trace.nodes) - 1


def parts(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def test_the_lecture_tree_as_drawn() -> None:
    trace = cp.trace(cp.alphabeta, Tree(LECTURE))
    root = parts(trace.svg())
    assert len(root.findall(f".//{SVG}polygon")) == 4  # one Max, three Min
    skipped = [g for g in root.iter(f"{SVG}g") if "skipped" in (g.get("class") or "") and g.get("data-node")]
    assert [one.find(f"{SVG}text[@class='value']").text for one in skipped] == ["4", "6"]  # type: ignore[union-attr]
    assert all(one.find(f"{SVG}rect").get("stroke-dasharray") for one in skipped)  # type: ignore[union-attr]
    assert len(root.findall(f".//{SVG}path[@class='slashes']")) == 2
    struck = [span.text for span in root.iter(f"{SVG}tspan") if span.get("text-decoration") == "line-through"]
    assert struck == ["−∞", "+∞", "+∞", "+∞", "14", "5"]
    assert len([g for g in root.iter(f"{SVG}g") if (g.get("class") or "").startswith("node") and " line" in (g.get("class") or "")]) == 3
    assert trace._repr_svg_() == trace.svg()


def test_a_step_shows_only_what_is_known_by_then() -> None:
    trace = cp.trace(cp.alphabeta, Tree(LECTURE))
    root = parts(trace.svg(step=0))
    assert sum("unseen" in (g.get("class") or "") for g in root.iter(f"{SVG}g") if g.get("data-node")) == 12
    assert sum("current" in (g.get("class") or "") for g in root.iter(f"{SVG}g") if g.get("data-node")) == 1
    assert "Step 1 of 47: Start at the root" in trace.svg(step=0)


def test_boards_are_drawn_in_the_nodes() -> None:
    trace = cp.trace(cp.alphabeta, BoardSplitting())
    root = parts(trace.svg())
    assert len(root.findall(f".//{SVG}svg")) == len(trace.nodes) == 31
    assert trace.result.value == 12


def test_trees_have_no_boards() -> None:
    assert not parts(cp.trace(cp.alphabeta, Tree(LECTURE)).svg()).findall(f".//{SVG}svg")


def test_names_are_escaped() -> None:
    trace = cp.trace(cp.minimax, Tree({"name": "<A&B>", "actions": ["<b>", '"&'], "children": [{"name": "]]>", "value": 1}, 2]}))
    parts(trace.svg())


def test_players_have_numbers_and_chance_has_odds() -> None:
    svg = cp.trace(cp.maxn, Tree([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], players=3)).svg()
    assert ">(7, 4, 1)<" in svg and svg.count('class="disc"') == 3
    svg = cp.trace(cp.expectiminimax, Tree([{"chance": [0.9, 0.1], "children": [2, 3]}, 1])).svg()
    assert ">1: 0.9<" in svg and 'class="node chance' in svg


def test_monte_carlo_shows_wins_visits_and_ucb1() -> None:
    trace = cp.trace(cp.mcts, TicTacToe(), simulations=300, seed=1)
    svg = trace.svg()
    parts(svg)
    assert re.search(r">\d+½?/300<", svg)
    assert re.search(r">−?[\d.]+ \+ [\d.]+ = −?[\d.]+<", svg)
    assert " more<" in svg  # the tree is pruned to what was visited most
    assert len(parts(svg).findall(f".//{SVG}g[@data-node]")) <= 40


# ── Big trees ──
def test_a_big_tree_becomes_an_overview_with_a_focus() -> None:
    trace = cp.trace(cp.alphabeta, TicTacToe(), depth=3)
    assert len(trace.nodes) > READABLE
    overview = trace.svg()
    parts(overview)
    assert 'class="bar' in overview and "<polygon" not in overview and "give focus=" in overview
    part = trace.at("a3", "b3")
    svg = trace.svg(focus=part)
    assert "<polygon" in svg and "Below a3 b3." in svg
    drawn = {int(g.get("data-node", "-1")) for g in parts(svg).iter(f"{SVG}g") if (g.get("class") or "").startswith("node")}
    assert drawn == {node.index for node in trace.preorder(part)}
    parts(trace.svg(step=100))


def test_a_mate_does_not_make_all_other_leaves_alike() -> None:
    game = cp.load("chess")
    raw = cp.trace("minimax", game, game.parse_state("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), depth=1)
    pawns = told_in_points(raw, game.counts_in)
    assert pawns.found == "+M"
    values = {pawns.leaf_value(node) for node in pawns.nodes if node.leaf}
    assert len(values) / 2 < len({icicle._shade(pawns, value) for value in values})


def test_150_nodes_are_still_drawn_one_by_one() -> None:
    tree = [[[0] * 6] * 6] * 4  # 1 + 4 + 24 + 144 = 173 nodes
    assert 'class="bar' in cp.trace(cp.minimax, Tree(tree)).svg()
    tree = [[[0] * 4] * 5] * 5  # 1 + 5 + 25 + 100 = 131
    assert 'class="bar' not in cp.trace(cp.minimax, Tree(tree)).svg()
