"""The Lab's API: what it tells is what the trace says; what it refuses, and with which words."""

from __future__ import annotations

import json
from typing import Any, cast

import httpx
import pytest
from tests.web.serving import COUNTDOWN, ROOT

import counterplay as cp
from counterplay.errors import Stopped
from counterplay.games.chess import Chess
from counterplay.games.tree import Tree
from counterplay.points import counted
from counterplay.web import bounds, lab
from counterplay.web.lab_models import Exercise

LECTURE = "[[3,12,8],[2,4,6],[14,5,2]]"


def traced(client: httpx.Client, source: dict[str, Any], *searches: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = client.post("/api/lab/trace", json={"source": source, "searches": list(searches) or [{}], **more})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def written(text: str) -> dict[str, Any]:
    return {"kind": "tree", "text": text}


def evaluated(view: dict[str, Any]) -> int:
    return int(view["searches"][0]["counts"]["evaluated"])


def test_every_step_is_the_traces(client: httpx.Client) -> None:
    view = traced(client, written(LECTURE), {"algorithm": "alphabeta"}, {"algorithm": "minimax"})
    for shown, name in zip(view["searches"], ("alphabeta", "minimax"), strict=True):
        trace = cp.trace(name, Tree(json.loads(LECTURE)))
        assert [step[2] for step in shown["data"]["steps"]] == [trace.sentence(index) for index in range(len(trace))]
        assert shown["value"] == "3" and shown["data"]["line"] == list(trace.line)
        assert {int(index) for index, looks in shown["data"]["looks"].items() if looks[-1][1] == "skipped"} == {
            node.index for node in trace.nodes if node.skipped
        }
        assert {question[0]: question[4] for question in shown["data"]["quiz"] if question[1] == "value"} == {
            key: answer for key, answer in trace.quiz().key.items() if key.startswith("value")
        }


def test_counts(client: httpx.Client) -> None:
    counts = traced(client, written(LECTURE))["searches"][0]["counts"]
    assert (counts["evaluated"], counts["leaves"], counts["full"], counts["half"], counts["fewest"]) == (7, 9, 9, 3, 5)
    chance = traced(client, written('[{"chance":[0.5,"1/2"],"children":[1,2]},3]'), {"algorithm": "expectiminimax"})
    assert chance["searches"][0]["counts"]["half"] is None, "nothing can be cut there"
    assert traced(client, written(LECTURE), {"algorithm": "mcts"})["searches"][0]["counts"] is None


def test_orders_and_swaps(client: httpx.Client) -> None:
    source = {"kind": "random", "branching": 3, "levels": 4, "least": -99, "most": 99, "seed": 3}
    best, worst = (traced(client, source, {"order": order}) for order in ("best", "worst"))
    assert evaluated(best) == best["searches"][0]["counts"]["fewest"] == 17 < evaluated(worst)
    assert best["searches"][0]["value"] == worst["searches"][0]["value"]
    swapped = traced(client, written(LECTURE), {"swaps": [{"path": ["3"], "first": ["3"]}]})
    assert evaluated(swapped) == 5, "the third Min node is cut after its first child now"
    labels = [node["action"] for node in swapped["searches"][0]["data"]["nodes"].values() if node["parent"] == 7]
    assert labels[0] == "3", "branches keep their names"


def test_windows_fail_hard_and_soft(client: httpx.Client) -> None:
    view = traced(client, written(LECTURE), {"alpha": 4, "beta": 10, "hard": True}, {"alpha": 4, "beta": 10})
    assert [search["value"] for search in view["searches"]] == ["≤4", "≤3"]


def test_positions(client: httpx.Client) -> None:
    view = traced(client, {"kind": "position", "game": "tic_tac_toe", "start": "xox/o.x/.o."})
    assert view["position"] == "xox/o.x/.o." and view["searches"][0]["value"] == "1" and view["tree"] is None
    assert "<svg x=" in view["searches"][0]["svg"], "boards stand at the nodes"
    deep = traced(client, {"kind": "position", "game": "connect_four", "parameters": {"rows": 4}, "moves": ["4", "4"]})
    assert deep["depth"] == 2
    unfolded = client.post("/api/lab/tree", json={"source": {"kind": "position", "game": "nim"}, "depth": 2, "searches": [{}]}).json()
    again = traced(client, written(unfolded["text"]))
    nim = cp.trace("alphabeta", cp.load("nim"), depth=2)
    assert float(again["searches"][0]["value"].replace("−", "-")) == nim.result.value
    assert again["searches"][0]["counts"]["nodes"] == len(nim.nodes)


def test_chess_is_told_in_pawns(client: httpx.Client) -> None:
    chess = {"kind": "position", "game": "chess", "start": "4k3/7p/8/3q4/8/2N5/PP6/4K3 w - - 0 1"}
    game = cp.load("chess")
    state = game.parse_state(chess["start"])
    found = cp.trace("alphabeta", game, state, depth=1)
    pawns = counted(game, found.result.value).removesuffix(" pawns")
    view = traced(client, chess, {"algorithm": "alphabeta"}, {"algorithm": "mcts", "simulations": 1}, depth=1)["searches"]
    assert view[0]["value"] == pawns and view[0]["points"] == "pawns" and pawns.startswith("+")
    assert view[0]["data"]["steps"][-1][2] == f"The search is over: the root is worth {pawns}."
    answers = {key: (answer, shown) for key, _, _, _, answer, shown, _ in view[0]["data"]["quiz"]}
    assert answers["value:0"] == (float(pawns), pawns), "the quiz asks for pawns, too"
    assert view[1]["points"] is None and "Simulation" in str(view[1]["data"]["steps"]), "averages stay as they are"
    # A window is asked for in pawns; a tree to be edited has them; a file for programs has what the search found.
    window = traced(client, chess, {"alpha": 1.5, "beta": 2}, depth=1)["searches"][0]["data"]["steps"][0][2]
    assert "alpha = +1.50 to beta = +2.00" in window
    exercise = {"source": chess, "depth": 1, "searches": [{}]}
    text = client.post("/api/lab/tree", json=exercise).json()["text"]
    assert traced(client, written(text))["searches"][0]["value"] == pawns.lstrip("+")
    file = client.post("/api/lab/export", json={"exercise": exercise, "format": "json"}).json()
    assert file["result"]["value"] == found.result.value
    mate = traced(client, {**chess, "start": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"}, {}, depth=1)["searches"][0]
    assert mate["value"] == "+M"
    assert traced(client, {"kind": "position", "game": "nim"}, {})["searches"][0]["points"] is None


def test_a_user_s_game_with_dice(client: httpx.Client) -> None:
    view = traced(client, {"kind": "position", "game": "dice"}, {"algorithm": "expectiminimax"})
    assert view["searches"][0]["value"] == "0"
    grown = traced(client, {"kind": "position", "game": "countdown"}, {"algorithm": "mcts", "simulations": 50, "seed": 7})
    trace = cp.trace("mcts", cp.load(COUNTDOWN), simulations=50, seed=7, exploration=1.4)
    assert grown["searches"][0]["data"]["steps"][-1][2] == trace.sentence(len(trace) - 1)
    assert any("√(ln" in look[6] for looks in grown["searches"][0]["data"]["looks"].values() for look in looks)


@pytest.mark.parametrize("wanted", ["svg", "html", "tex", "json", "txt"])
def test_files(client: httpx.Client, wanted: str) -> None:
    exercise = {"source": written(LECTURE), "searches": [{}]}
    answer = client.post("/api/lab/export", json={"exercise": exercise, "format": wanted, "step": 25 if wanted == "svg" else None})
    assert answer.status_code == 200 and f'filename="alphabeta.{wanted}"' in answer.headers["content-disposition"]
    trace = cp.trace("alphabeta", Tree(json.loads(LECTURE)))
    if wanted == "svg":
        assert answer.text == trace.svg(step=25)
    if wanted == "json":
        assert answer.json()["counterplay_trace"] == 1 and len(answer.json()["steps"]) == len(trace)


def test_examples_are_exercises(client: httpx.Client) -> None:
    examples = client.get("/api/lab/examples").json()["examples"]
    assert len({one["name"] for one in examples}) == len(examples) >= 8
    values = {}
    for one in examples:
        answer = client.post("/api/lab/trace", json=one["exercise"])
        assert answer.status_code == 200, (one["name"], answer.text)
        values[one["name"]] = [search["value"] for search in answer.json()["searches"]]
    # As the books print them.
    assert values["textbook"] == ["3"] and values["side-by-side"] == ["6", "6"]
    assert values["chance"] == ["2.1"] and values["three-players"] == ["(1, 2, 6)"]


@pytest.mark.parametrize(
    ("exercise", "words"),
    [
        ({"source": written("[[3,")}, "2 brackets are not closed"),
        ({"source": written("[[3,4]],[2,1]]")}, "closes nothing"),
        ({"source": written("[[3,b],[2,1]]")}, "“b” at character 5"),
        ({"source": written("[[3,,4],[2,1]]")}, "number is missing at character 5"),
        ({"source": written("three")}, "A tree begins with ["),
        ({"source": written("[" * 5_000)}, "nested too deeply"),
        ({"source": written(str([list(range(40))] * 40))}, "at most 1,500"),
        ({"source": written("[[(1,2,3),(2,3,4)],(1,1,1)]")}, "use maxn"),
        ({"source": {"kind": "random", "branching": 10, "levels": 10}}, "leaves; keep it under 512"),
        ({"source": {"kind": "random", "least": 5, "most": 1}}, "lesser number first"),
        ({"source": {"kind": "position", "game": "chess_of_mine"}}, "There is no game"),
        ({"source": {"kind": "position", "game": "othello"}, "depth": 12}, "more than 1,500 nodes"),
        ({"source": {"kind": "position", "game": "chess"}, "depth": 3}, "more than 1,500 nodes"),
        ({"source": {"kind": "position", "game": "tic_tac_toe", "start": "xxx/oo./..."}}, "The game is over"),
        ({"source": {"kind": "file", "path": "secret.json"}}, "'tree', 'random', 'position'"),
        ({"source": written(LECTURE), "searches": [{"algorithm": "os.system"}]}, "algorithm"),
        ({"source": written(LECTURE), "searches": [{}, {}, {}]}, "at most 2"),
        ({"source": written(LECTURE), "searches": [{"swaps": [{"path": ["9"], "first": ["1"]}]}]}, "'9', which is not there"),
        ({"source": written(LECTURE), "searches": [{"alpha": 5, "beta": 2}]}, "alpha"),
        ({"source": written(LECTURE), "searches": [{"simulations": 10**9, "algorithm": "mcts"}]}, "simulations"),
    ],
)
def test_refusals(client: httpx.Client, exercise: dict[str, Any], words: str) -> None:
    answer = client.post("/api/lab/trace", json={"searches": [{}], **exercise})
    assert answer.status_code in (404, 422), answer.text
    assert list(answer.json()) == ["error"] and words in answer.json()["error"], answer.text


def test_the_most_steps_are_those_that_the_handbook_names() -> None:
    assert f"{bounds.LAB_NODES:,} nodes and a search {bounds.LAB_STEPS:,} steps" in (ROOT / "docs/web.md").read_text()


def test_whoever_leaves_stops_the_drawing_too() -> None:
    """Boards take most of the time; the search itself is done before anybody looks whether it is to stop."""

    def leaves(progress: Any = None) -> None:
        raise Stopped("The visitor left.")

    tree = {"kind": "position", "game": "tic_tac_toe", "start": "xox/o.x/.o."}
    exercise = Exercise.model_validate({"source": tree, "searches": [{}]})
    root = lab.root_of(exercise, lambda line: cp.load(line.game))
    with pytest.raises(Stopped):
        lab.view(exercise, root, cast(Any, leaves))


def test_boards_that_would_be_too_much_are_not_drawn_first(monkeypatch: pytest.MonkeyPatch) -> None:
    exercise = Exercise.model_validate(
        {"source": {"kind": "position", "game": "chess", "moves": ["e4", "e5"]}, "depth": 2, "searches": [{}]}
    )
    drawn = 0
    draw = Chess.svg

    def counting(game: Chess, state: Any) -> str:
        nonlocal drawn
        drawn += 1
        return draw(game, state)

    monkeypatch.setattr(Chess, "svg", counting)
    seen = lab.view(exercise, lab.root_of(exercise, lambda line: Chess()), cast(Any, lambda progress=None: None))
    assert seen.searches[0].counts is not None and seen.searches[0].counts.nodes > 800
    assert drawn == 1 and 'class="board"' not in seen.searches[0].svg
