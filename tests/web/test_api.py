"""The JSON API: games, positions, played games; what it refuses, and with which words."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import httpx
import pytest
from tests.web.serving import Server, until

import counterplay as cp

PEOPLE = [{"kind": "human"}, {"kind": "human"}]


def created(client: httpx.Client, game: str, sides: list[dict[str, Any]] = PEOPLE, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/sessions", json={"game": game, "sides": sides, **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def play(client: httpx.Client, session: dict[str, Any], node: int, move: str) -> dict[str, Any]:
    answer = client.post(f"/api/sessions/{session['id']}/moves", json={"node": node, "move": move})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def refused(answer: httpx.Response, status: int, *words: str) -> None:
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]
    for word in words:
        assert word in answer.json()["error"]


# ── Games and positions ──
def test_every_game_is_in_the_gallery(client: httpx.Client) -> None:
    games = {game["name"]: game for game in client.get("/api/games").json()["games"]}
    assert {"advance", "countdown", "dice", *cp.games.names()} <= set(games)
    assert games["countdown"]["own"] and not games["othello"]["own"]
    fields = {field["name"]: (field["kind"], field["value"]) for field in games["nim"]["parameters"]}
    assert fields == {"pile_sizes": ("whole numbers", [1, 3, 5, 7]), "is_misere": ("yes or no", True), "players": ("whole number", 2)}
    assert games["othello"]["properties"] == cp.load("othello").properties.as_dict()
    assert games["connect_four"]["svg"] == cp.load("connect_four").svg(cp.load("connect_four").initial())


def test_a_position(client: httpx.Client) -> None:
    view = client.post("/api/position", json={"game": "connect_four", "parameters": {"rows": 5}, "moves": ["4", " 4 "]}).json()
    game = cp.load("connect_four(rows=5)")
    state = game.parse_state("44")
    assert view["game"] == "connect_four(rows=5,columns=7)" and view["position"] == game.format_state(state)
    assert view["svg"] == game.svg(state) and view["text"] == game.text(state)
    assert [legal["move"] for legal in view["moves"]] == list("1234567") and view["turn"] == 0 and view["turn_name"] == "X"
    assert view["plies"] == [{"move": "4", "player": 0}, {"move": "4", "player": 1}]
    assert not view["over"] and view["payoffs"] is None
    (last,) = view["last"]
    assert last["width"] < 56 and last["height"] < 56, "the stone, not the whole column"


def test_squares_that_a_move_names(client: httpx.Client) -> None:
    view = client.post("/api/position", json={"game": "advance"}).json()
    assert {"move": "a1a2", "squares": ["a1", "a2"], "boxes": []} in view["moves"]
    after = client.post("/api/position", json={"game": "advance", "moves": ["a1a2"]}).json()
    assert len(after["last"]) == 2


def test_an_end_has_a_result(client: httpx.Client) -> None:
    won = client.post("/api/position", json={"game": "tic_tac_toe", "moves": ["a1", "b1", "a2", "b2", "a3"]}).json()
    assert won["over"] and won["payoffs"] == [1, -1] and won["result"] == "X wins" and won["moves"] == [] and won["turn"] is None
    drawn = client.post("/api/position", json={"game": "tic_tac_toe", "start": "oxo/xxo/xox"}).json()
    assert drawn["result"] == "A draw"
    split = client.post("/api/position", json={"game": "board_splitting", "moves": ["left", "top", "left", "top"]}).json()
    assert split["result"] == "Max gets 14"
    mated = client.post("/api/position", json={"game": "chess", "moves": ["f3", "e5", "g4", "Qh4#"]}).json()
    assert mated["result"] == "Black wins: checkmate"


@pytest.mark.parametrize(
    ("text", "start", "moves"),
    [
        ("44", "......./......./......./......./...o.../...x...", []),
        ("4 4 3", None, ["4", "4", "3"]),
        ("1. 4 4 2. 3", None, ["4", "4", "3"]),
        ("1.4 4 2.3", None, ["4", "4", "3"]),
        (json.dumps({"game": "connect_four", "parameters": {"rows": 5}, "start": None, "moves": ["1", "2"]}), None, ["1", "2"]),
    ],
)
def test_pasted_texts(client: httpx.Client, text: str, start: str | None, moves: list[str]) -> None:
    line = client.post("/api/paste", json={"game": "connect_four", "text": text}).json()
    assert (line["start"], line["moves"]) == (start, moves)


def test_full_width_letters_are_letters(client: httpx.Client) -> None:
    assert client.post("/api/paste", json={"game": "chess", "text": "１．　ｅ４ ｅ５"}).json()["moves"] == ["e4", "e5"]


def test_pasted_moves_of_a_game_that_reads_no_moves(client: httpx.Client) -> None:
    line = client.post("/api/paste", json={"game": "tic_tac_toe", "text": "b2, a1, c3"}).json()
    assert (line["start"], line["moves"]) == (None, ["b2", "a1", "c3"])
    refused(client.post("/api/paste", json={"game": "tic_tac_toe", "text": "b2 b2"}), 422, "Move 2: 'b2' is not a move here")
    refused(client.post("/api/paste", json={"game": "tic_tac_toe", "text": '{"game": '}), 422, "copy the whole of it")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1. e4 e5 2. Ke3", "Move 3: 'Ke3' is not legal here"),
        ("e4 e5 Ke3", "Move 3: 'Ke3' is not legal here"),
        ("1. e5", "Move 1: 'e5' is not legal here"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "FEN"),
        ("", "There is nothing here yet: paste a position"),
        (" \n", "There is nothing here yet: paste a position"),
        ("https://example.org/game/7", "This is a link: open it in the browser."),
        ("1. e4 e5 2. Ke3 " + "Nf3 " * 1_000, "FEN"),  # too long to be played through
    ],
)
def test_what_cannot_be_read_is_refused_for_what_it_looks_like(client: httpx.Client, text: str, why: str) -> None:
    refused(client.post("/api/paste", json={"game": "chess", "text": text}), 422, why)


def test_a_hint_is_the_exact_answer_where_the_game_is_small(client: httpx.Client) -> None:
    found = client.post("/api/hint", json={"game": "tic_tac_toe", "moves": ["a1", "b2", "c3"], "seconds": 5}).json()
    assert found["exact"] and found["lines"][0]["value"] == 0
    lost = client.post("/api/hint", json={"game": "countdown", "parameters": {"pile": 6}, "seconds": 5}).json()
    assert lost["exact"] and lost["lines"][0]["value"] == -1


# ── Playing ──
def test_moves_variations_undo_and_current(client: httpx.Client) -> None:
    session = created(client, "tic_tac_toe")
    first = play(client, session, 0, "b2")
    second = play(client, session, 1, "a1")
    assert (first["node"]["number"], second["node"]["number"], second["node"]["parent"]) == (1, 2, 1)
    other = play(client, session, 1, "c3")
    assert other["node"]["parent"] == 1 and play(client, session, 1, "a1")["node"]["number"] == 2, "a known move makes no new position"
    undone = client.post(f"/api/sessions/{session['id']}/undo").json()
    assert undone["current"] == 1 and len(undone["nodes"]) == 4, "the variations are kept"
    assert client.patch(f"/api/sessions/{session['id']}", json={"current": 3}).json()["current"] == 3
    assert client.get(f"/api/sessions/{session['id']}").json()["current"] == 3


def test_undo_takes_back_the_engines_answer_too(client: httpx.Client) -> None:
    session = created(client, "tic_tac_toe", [{"kind": "human"}, {"kind": "engine", "level": "easy"}])
    play(client, session, 0, "b2")
    answered = client.post(f"/api/sessions/{session['id']}/engine", json={"node": 1})
    assert answered.status_code == 201 and answered.json()["node"]["player"] == 1
    assert client.post(f"/api/sessions/{session['id']}/undo").json()["current"] == 0
    refused(client.post(f"/api/sessions/{session['id']}/undo"), 409, "beginning")


def test_undo_begins_at_the_position_that_was_on_the_board(client: httpx.Client) -> None:
    session = created(client, "tic_tac_toe", [{"kind": "engine", "level": "beginner"}] * 2)
    for node in range(3):
        assert client.post(f"/api/sessions/{session['id']}/engine", json={"node": node}).status_code == 201
    # Whoever takes the second move back had not seen the third when they did.
    undone = client.post(f"/api/sessions/{session['id']}/undo", json={"node": 2}).json()
    assert undone["current"] == 1 and len(undone["nodes"]) == 4
    refused(client.post(f"/api/sessions/{session['id']}/undo", json={"node": 4}), 404, "no position 4")


def test_an_engine_that_was_overtaken_does_not_move(client: httpx.Client) -> None:
    session = created(client, "connect_four", [{"kind": "human"}, {"kind": "engine", "level": "full", "seconds": 4}])
    play(client, session, 0, "4")
    assert until(lambda: client.get("/api/status").json()["running"] == 0)
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(client.post, f"/api/sessions/{session['id']}/engine", json={"node": 1})
        assert until(lambda: client.get("/api/status").json()["running"] > 0)
        assert client.post(f"/api/sessions/{session['id']}/undo", json={"node": 1}).json()["current"] == 0
        play(client, session, 0, "4")  # the same position, but not the same question
        refused(answer.result(), 409, "went on elsewhere")
    left = client.get(f"/api/sessions/{session['id']}").json()
    assert left["current"] == 1 and len(left["nodes"]) == 2


def test_the_engine_wins_at_full_strength_what_can_be_won(client: httpx.Client) -> None:
    session = created(client, "countdown", [{"kind": "engine", "level": "full", "seconds": 1}, {"kind": "human"}], parameters={"pile": 8})
    node = 0
    view: dict[str, Any] = {"over": False}
    while not view["over"]:
        moved = client.post(f"/api/sessions/{session['id']}/engine", json={"node": node}).json()
        node, view = moved["node"]["number"], moved["view"]
        if not view["over"]:
            moved = play(client, session, node, "1")
            node, view = moved["node"]["number"], moved["view"]
    assert view["payoffs"] == [1, -1]


def test_chance_moves_by_itself(client: httpx.Client) -> None:
    session = created(client, "dice")
    thrown = play(client, session, 0, "throw")
    assert thrown["view"]["turn"] == -1
    refused(client.post(f"/api/sessions/{session['id']}/moves", json={"node": 1, "move": "6"}), 409, "Chance")
    face = client.post(f"/api/sessions/{session['id']}/engine", json={"node": 1}).json()
    assert face["node"]["move"] in "123456" and face["node"]["player"] == -1


def test_a_clock_runs_and_ends_the_game(client: httpx.Client) -> None:
    session = created(client, "tic_tac_toe", clock={"seconds": 5, "increment": 2})
    first = play(client, session, 0, "b2")
    assert first["node"]["clocks"] == [7, 5]
    second = play(client, session, 1, "a1")
    assert second["node"]["clocks"][0] == 7 and 6 < second["node"]["clocks"][1] < 7
    refused(client.post(f"/api/sessions/{session['id']}/flag"), 409, "Nobody's time is over")


def test_a_game_of_chess_that_was_lost_on_time_says_so_in_its_pgn_and_stays_lost(client: httpx.Client) -> None:
    sides = [{"kind": "human"}, {"kind": "engine", "level": "hard"}]
    session = created(client, "chess", sides, moves=["e4", "d5"], clock={"seconds": 5, "increment": 1})
    place = f"/api/sessions/{session['id']}"
    running = client.get(f"{place}/written", params={"node": 2}).json()["text"]
    assert '[Result "*"]' in running and "Termination" not in running
    lost = until(lambda: client.post(f"{place}/flag").is_success and client.get(place).json())
    assert lost["lost_on_time"] == 0
    text = client.get(f"{place}/written", params={"node": 2}).json()["text"]
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
    assert tags == {
        **dict.fromkeys(("Event", "Site", "Round"), "?"),
        "Date": f"{date.today():%Y.%m.%d}",
        "White": "Person",
        "Black": "counterplay, hard",
        "Result": "0-1",
        "TimeControl": "5+1",
        "Termination": "time forfeit",
    }
    assert text.endswith("\n1. e4 d5 0-1\n")
    assert client.get(f"{place}/written", params={"node": 1}).json()["text"].endswith("\n1. e4 *\n"), "there it was not over"
    refused(client.post(f"{place}/undo"), 409, "Black wins on time")
    refused(client.post(f"{place}/moves", json={"node": 0, "move": "d4"}), 409, "Black wins on time")
    refused(client.post(f"{place}/engine", json={"node": 1}), 409, "Black wins on time")
    assert client.patch(place, json={"current": 1}).is_success, "one may look back"
    again = client.post(f"{place}/flag")
    assert again.is_success and again.json()["lost_on_time"] == 0, "it is lost once, and no clock runs"


def test_your_games_are_yours(server: Server, client: httpx.Client) -> None:
    session = created(client, "othello")
    play(client, session, 0, "f5")
    (listed,) = client.get("/api/sessions").json()["sessions"]
    assert listed["id"] == session["id"] and listed["moves"] == 1 and listed["title"] == "Othello"
    with server.client() as other:
        assert other.get("/api/sessions").json() == {"sessions": []}
        refused(other.get(f"/api/sessions/{session['id']}"), 404)
        refused(other.post(f"/api/sessions/{session['id']}/moves", json={"node": 1, "move": "d6"}), 404)
        refused(other.delete(f"/api/sessions/{session['id']}"), 404)
    assert client.delete(f"/api/sessions/{session['id']}").status_code == 204
    assert client.get("/api/sessions").json() == {"sessions": []}


# ── Refusals ──
@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/api/position", {"game": "chess 2"}, 404, "There is no game"),
        ("/api/position", {"game": "../../etc/passwd"}, 404, "There is no game"),
        ("/api/position", {"game": "os.py:system"}, 404, "There is no game"),
        ("/api/position", {"game": "connect_four", "parameters": {"rows": 99}}, 422, "from 1 to 20"),
        ("/api/position", {"game": "connect_four", "parameters": {"depth": 9}}, 422, "no parameter 'depth'"),
        ("/api/position", {"game": "connect_four", "parameters": {"rows": 10**30}}, 422, "numbers go up to"),
        ("/api/position", {"game": "connect_four", "moves": ["8"]}, 422, "'8' is not a move here"),
        ("/api/position", {"game": "connect_four", "start": "nonsense"}, 422, "is not a position"),
        ("/api/position", {"game": "connect_four", "colour": "red"}, 422, "colour"),
        ("/api/position", {"game": "connect_four", "moves": ["1"] * 1001}, 422, "moves"),
        ("/api/position", {"game": "nim", "parameters": {"pile_sizes": [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]}}, 422, "nested"),
        ("/api/position", {"game": "nim", "parameters": {"pile_sizes": [1] * 3000}}, 422, "values"),
        ("/api/hint", {"game": "connect_four", "seconds": 1e9}, 422, "seconds"),
        ("/api/hint", {"game": "tic_tac_toe", "start": "oxo/xxo/xox"}, 422, "over"),
        ("/api/sessions", {"game": "tic_tac_toe", "sides": [{}]}, 422, "2 sides"),
        ("/api/sessions", {"game": "tic_tac_toe", "sides": [{"kind": "engine", "level": "divine"}, {}]}, 422, "level"),
    ],
)
def test_what_has_no_meaning_is_refused_in_a_sentence(client: httpx.Client, path: str, body: Any, status: int, words: str) -> None:
    refused(client.post(path, json=body), status, words)


def test_who_may_ask(server: Server, client: httpx.Client) -> None:
    refused(client.get("/api/games", headers={"host": "evil.example"}), 403, "evil.example")
    refused(client.post("/api/position", json={"game": "nim"}, headers={"origin": "https://evil.example"}), 403, "another site")
    refused(client.post("/api/position", json={"game": "nim"}, headers={"sec-fetch-site": "cross-site"}), 403, "another site")
    assert client.post("/api/position", json={"game": "nim"}, headers={"origin": server.url}).status_code == 200
    refused(client.post("/api/position", content=b" " * 300_000), 413, "bytes")
    refused(client.get("/api/nothing"), 404, "/api/openapi.json")
    refused(client.get("/api/position"), 405)


def test_pages_and_their_headers(client: httpx.Client) -> None:
    for path in ("/", "/play", "/play/othello", "/lab", "/matches", "/matrix", "/extensive"):
        page = client.get(path)
        assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self';" in policy and "unsafe" not in policy
        assert page.headers["x-frame-options"] == "DENY" and page.headers["x-content-type-options"] == "nosniff"
    for path in ("/nowhere", "/static/nothing.js", "/static/..%2fapp.py", "/static/shell.html"):
        missing = client.get(path)
        assert missing.status_code == 404 and "Nothing to play here" in missing.text


def test_the_api_is_described(client: httpx.Client) -> None:
    described = client.get("/api/openapi.json").json()
    assert {"/api/games", "/api/position", "/api/sessions/{name}/moves"} <= set(described["paths"])
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["description"] and "422" in operation["responses"]


@pytest.mark.parametrize("sign", ["[", '{"a":'])
def test_what_nests_too_deeply_is_refused_before_it_is_read(client: httpx.Client, sign: str) -> None:
    """While a search runs interpreted, Python's own limit of recursion is off: reading this would end the server."""
    answer = client.post("/api/lab/trace", content=sign * 50_000, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert client.get("/api/games").status_code == 200
