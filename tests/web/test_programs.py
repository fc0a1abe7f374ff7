"""Other programs as opponents in the browser: by UCI, named when the server is started."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.serving import Server, Visit

from counterplay import UsageError
from counterplay.web.programs import Programs

PROGRAM = """
import sys
import chess
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci": print("id name first", "uciok", sep="\\n", flush=True)
    if words[0] == "isready": print("readyok", flush=True)
    if words[0] == "position":
        board = chess.Board(" ".join(words[2:8]))
        for move in words[9:]: board.push_uci(move)
    if words[0] == "go": print("bestmove", min(move.uci() for move in board.legal_moves), flush=True)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("programs")
    (folder / "first.py").write_text(PROGRAM, encoding="utf-8")
    uci = [f"first in order={sys.executable} {folder / 'first.py'}?nodes=10", f"nobody={folder / 'nobody'}"]
    one = Server(folder / "games.sqlite", more=("--uci", uci[0], "--uci", uci[1]))
    yield one
    one.stop()


def test_programs_are_offered_where_they_play(server: Server) -> None:
    with server.client() as client:
        assert client.get("/api/levels?game=chess").json()["programs"] == ["first in order", "nobody"]
        assert client.get("/api/levels?game=othello").json()["programs"] == client.get("/api/levels").json()["programs"] == []


def test_a_program_moves_and_one_that_is_not_there_says_so(server: Server) -> None:
    def moved(program: str, game: str = "chess") -> tuple[int, Any]:
        sides = [{"kind": "engine", "program": program}, {"kind": "human"}]
        session = client.post("/api/sessions", json={"game": game, "sides": sides, "clock": {"seconds": 60}}).json()
        answer = client.post(f"/api/sessions/{session['id']}/engine", json={"node": 0})
        return answer.status_code, answer.json()

    with server.client() as client:
        status, answer = moved("first in order")
        assert (status, answer["node"]["move"]) == (201, "a3")
        for program, game, words in (
            ("nobody", "chess", "cannot be started"),
            ("stockfish", "chess", "--uci NAME=COMMAND"),
            ("first in order", "tic_tac_toe", "--uci NAME=COMMAND"),
        ):
            status, answer = moved(program, game)
            assert status == 422 and words in answer["error"]


def test_in_the_browser(server: Server, browser: Any) -> None:
    visit = Visit(browser, server)
    visit.open("/play/chess")
    visit.page.get_by_label("Who plays Black").first.select_option("program:first in order")
    for square in ("e2", "e4"):
        visit.page.click(f'#board [data-place="{square}"]')
    visit.wait_for_moves(2)
    assert visit.moves() == ["e4", "a5"]
    assert visit.problems == []
    visit.close()


@pytest.mark.parametrize("text", ["stockfish", "=stockfish", "a/b=stockfish", "name="])
def test_how_programs_are_named(text: str) -> None:
    with pytest.raises(UsageError, match="write NAME=COMMAND"):
        Programs([text])
