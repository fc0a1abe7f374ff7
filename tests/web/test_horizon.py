"""Quiescence and the horizon: what the searches of the page believe, and the page in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import chess
import httpx
import pytest
from tests.web.serving import Server, Visit

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


@pytest.fixture
def visit(server: Server, browser: Any) -> Iterator[Visit]:
    one = Visit(browser, server)
    yield one
    one.close()


def asked(client: httpx.Client, name: str, depth: int) -> Any:
    example = {one["name"]: one for one in client.get("/api/horizon/examples").json()["examples"]}[name]
    question = {"position": example["position"], "remedy": example["remedy"], "depth": depth}
    while True:
        answer = client.post("/api/horizon", json=question).json()
        if (answer["without"] and answer["remedied"]) or not answer["compiling"]:
            return answer  # else there is more time once there is machine code


def test_in_the_middle_of_a_trade(client: httpx.Client) -> None:
    for depth in range(1, 5):
        answer = asked(client, "quiescence", depth)
        if depth % 2:
            assert answer["without"]["ahead"] > max(80, answer["remedied"]["ahead"] + 50), depth
        else:
            assert answer["without"]["ahead"] < 50, depth
        assert -50 < answer["remedied"]["ahead"] < 50, depth
    assert asked(client, "quiescence", 1)["without"]["line"] == ["Rxd5"]
    examples = client.get("/api/horizon/examples").json()["examples"]
    board = chess.Board(next(one["position"] for one in examples if one["name"] == "quiescence"))
    assert sum(WORTH[piece.piece_type] * (1 if piece.color else -1) for piece in board.piece_map().values()) == 0
    board.push_san("Rxd5")
    assert board.is_capture(board.parse_san("Bxd5"))  # what it did not see


def test_over_the_horizon(client: httpx.Client) -> None:
    for depth in (4, 3):
        answer = asked(client, "horizon", depth)
        assert answer["without"]["ahead"] > 100 and answer["remedied"]["ahead"] < -150, depth
    board = chess.Board("4k3/Ppp2p2/7p/K7/1B4r1/2P5/8/8 b - - 0 1")
    for move in answer["without"]["line"]:
        board.push_san(move)
    assert answer["without"]["end"].split()[0] == board.board_fen()
    assert board.piece_at(chess.A7) == chess.Piece(chess.PAWN, chess.WHITE)  # it still stands there: that is the point
    further = asked(client, "long-horizon", 6)
    assert further["without"]["ahead"] > 0 > further["remedied"]["ahead"]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"position": "nonsense", "remedy": "quiescence", "depth": 1}, "FEN"),
        ({"position": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "remedy": "quiescence", "depth": 1}, "The game is over here"),
        ({"position": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "remedy": "hope", "depth": 1}, "remedy"),
        ({"position": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "remedy": "quiescence", "depth": 99}, "depth"),
    ],
)
def test_bad_questions(client: httpx.Client, question: dict[str, Any], words: str) -> None:
    refused = client.post("/api/horizon", json=question)
    assert refused.status_code == 422 and words in refused.json()["error"]


def test_the_page(visit: Visit) -> None:
    visit.open("/lab")
    visit.page.get_by_role("link", name="What a search to a depth does not see").click()
    visit.wait("document.querySelectorAll('#rows .answer').length >= 2", 180)
    assert visit.text("nav [aria-current]") == "Lab"
    assert visit.page.locator("#rows .answer").first.inner_text().split() == ["+2.10", "1.", "Rxd5"]
    visit.page.locator("#example").select_option("horizon")
    visit.wait(
        "document.querySelectorAll('#rows .answer').length >= 6 && document.querySelector('#shown').textContent === 'Black to move.'", 180
    )
    third = visit.page.locator("#rows tr").nth(2).locator(".answer")
    assert third.first.get_attribute("data-ahead") == "yes" and third.last.get_attribute("data-ahead") == "no"
    before = visit.page.locator("#board").inner_html()
    third.first.click()
    visit.wait("document.querySelector('#shown').textContent.startsWith('After 1... Rg5+')")
    assert visit.page.locator("#board").inner_html() != before
    third.first.click()
    visit.wait("document.querySelector('#shown').textContent === 'Black to move.'")
    assert visit.page.url.endswith("/horizon?example=horizon")
    visit.page.set_viewport_size({"width": 390, "height": 844})
    third.last.click()
    visit.wait("document.querySelector('#board').getBoundingClientRect().top >= -1")  # the board comes to whoever chose an answer below it
    assert visit.problems == []
