"""Chess as people meet it in a browser: promotion, check, arrows, PGN, draws by repetition, the review of a game."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.serving import Server
from tests.web.test_pages_in_browser import Open, people_play, visit

__all__ = ["visit"]

SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
PGN = """\
[Event "?"]
[FEN "6k1/4P3/8/8/8/8/r7/6K1 w - - 0 1"]

1. e8=Q+ {a queen} Kg7 (1... Kh7 2. Qh5+) 2. Qe7+! 1/2-1/2
"""


def test_a_pawn_becomes_what_one_chooses_and_check_is_seen(visit: Open) -> None:
    page = visit("/play/chess?start=6k1%2F4P3%2F8%2F8%2F8%2F8%2F8%2F6K1+w+-+-+0+1")
    page.page.wait_for_selector("#board .drawn")
    people_play(page)
    page.play("e7")
    page.play("e8")
    page.page.wait_for_selector("#board .offer button")
    assert [text.strip() for text in page.page.locator("#board .offer button").all_inner_texts()] == ["e8=Q+", "e8=R+", "e8=B", "e8=N"]
    page.page.keyboard.press("Escape")
    page.wait("!document.querySelector('.offer')")
    page.play("e8")
    page.page.click("#board .offer button:has-text('e8=R+')")
    page.wait_for_moves(1)
    assert page.page.locator("#board svg rect[fill='#f6b5ab']").count() == 1, "the king that is attacked stands on red"


def test_a_click_beside_everything_lets_go_and_a_piece_in_hand_follows(visit: Open) -> None:
    page = visit("/play/chess")
    page.page.wait_for_selector("#board .drawn")
    people_play(page)
    page.play("e2")
    page.wait("document.querySelector('.place.chosen')")
    centre = {name: middle(page, name) for name in ("e2", "e4", "e5")}
    page.page.mouse.click(*centre["e5"])
    page.wait("!document.querySelector('.place.chosen')")
    page.page.mouse.move(*centre["e2"])
    page.page.mouse.down()
    page.page.mouse.move(*centre["e4"], steps=3)
    page.wait("document.querySelector('.lifted')")
    piece = page.page.locator('[data-piece="e2"]').bounding_box()
    assert piece is not None and abs(piece["x"] + piece["width"] / 2 - centre["e4"][0]) < 6
    page.page.mouse.up()
    page.wait_for_moves(1)


def test_a_mate_that_may_not_be_the_shortest_is_told_as_a_bound(visit: Open) -> None:
    for rank, verdict, badge, sure in (("2", "at most 3 plies", "≤ 3 plies", "proven"), ("7", "1 ply", "1 ply", "exact")):
        ranks = {"7": "8", "2": "8"} | {rank: "R7"}
        page = visit(f"/play/chess?start=7k%2F{ranks['7']}%2F8%2F8%2F8%2F8%2F{ranks['2']}%2F1R5K+w+-+-+0+1")
        page.page.wait_for_selector("#board .drawn")
        page.page.keyboard.press("a")
        page.wait("document.querySelector('#verdict').textContent.includes('wins')")
        assert page.text("#verdict") == f"White wins in {verdict}"
        assert page.page.locator("#lines .badge").first.inner_text() == f"wins in {badge}"
        assert page.text("#effort").split()[0] == sure, "nobody reads `exact` beside `at most`"
        assert (page.page.locator("#lines li").first.get_attribute("aria-label") or "").startswith(f"{sure} wins in {badge}")


def middle(page: Any, square: str) -> tuple[float, float]:
    box = page.page.locator(f'[data-square="{square}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_pieces_keep_their_colours_at_night_and_stand_upright_on_a_board_that_was_turned(visit: Open) -> None:
    page = visit("/play/chess")
    page.page.emulate_media(color_scheme="dark")
    page.page.wait_for_selector("#board .drawn")
    fills = [page.page.evaluate(f"getComputedStyle(document.querySelector('[data-piece={square}] path')).fill") for square in ("e1", "e8")]
    assert fills == ["rgb(253, 252, 248)", "rgb(43, 54, 72)"]
    cross = page.page.evaluate("getComputedStyle(document.querySelector('[data-piece=c8] path:last-child')).stroke")
    assert cross == "rgb(198, 210, 224)", "the lines inside a black piece are seen at night, too"
    page.page.keyboard.press("f")
    page.wait("document.querySelector('[data-piece=e1]').getAttribute('transform')?.startsWith('rotate(180')")


def test_arrows_show_the_best_lines(visit: Open) -> None:
    page = visit("/play/chess?start=7k%2F8%2F5KQ1%2F8%2F8%2F8%2F8%2F8+w+-+-+0+1")
    page.page.wait_for_selector("#board .drawn")
    people_play(page)
    page.page.click("#analyse", force=True)
    page.page.wait_for_selector("#board .arrow.best", state="attached")
    page.wait("document.querySelectorAll('#board .arrow').length === 3")
    page.page.click("#analyse", force=True)
    page.wait("document.querySelectorAll('#board .arrow').length === 0")


@pytest.mark.parametrize(
    ("address", "written", "fill", "told"),
    [
        ("/play/chess?moves=e4+e5+Bc4+Nc6+Qh5+Nf6+Qxf7%23", "1-0", "100%", "White wins: checkmate"),
        ("/play/chess?moves=f3+e5+g4+Qh4%23", "0-1", "0%", "Black wins: checkmate"),
        ("/play/chess?start=7k%2F8%2F6Q1%2F8%2F8%2F8%2F8%2FK7+b+-+-+0+1", "½-½", "50%", "A draw: stalemate"),
        ("/play/tic_tac_toe?moves=a1+a2+b1+b2+c1", "1-0", "100%", "X wins"),
        ("/play/tree?moves=1+2", "12", "100%", "Max gets 12"),
    ],
)
def test_the_bar_says_how_a_game_ended(visit: Open, address: str, written: str, fill: str, told: str) -> None:
    page = visit(address)
    page.wait(f"document.querySelector('#bar').ariaLabel === 'The end: {told}'")
    assert page.text("#bar-value") == written
    assert page.page.evaluate("document.querySelector('#bar-fill').style.height") == fill
    assert page.page.evaluate(
        "(({ scrollWidth, parentElement }) => scrollWidth <= parentElement.clientWidth)(document.querySelector('#bar-value'))"
    )


def test_a_game_is_pasted_as_pgn_and_reviewed(visit: Open) -> None:
    page = visit("/play/chess")
    page.page.wait_for_selector("#board .drawn")
    page.page.click("#share")
    page.page.fill("#paste", '[White "x"]\n1. f3 e5 2. g4 Qh5')
    page.page.click("#paste-form button")
    page.wait("document.querySelector('#paste-problem').textContent.includes(\"'Qh5' is not legal\")")
    page.page.fill("#paste", '[White "x"]\n1. f3 {weak} e5 (1... d5 2. d4) 2. g4?? Qh4# 0-1')
    with page.page.expect_navigation():
        page.page.click("#paste-form button")
    page.page.wait_for_selector("#board .drawn")
    page.wait_for_moves(4)
    assert page.moves() == ["f3", "e5", "g4", "Qh4#"]
    page.page.click("#analyse-game")
    page.wait("[...document.querySelectorAll('#review b')].some((move) => move.textContent === 'g4')", seconds=60)
    assert "better" in page.text("#review")
    page.page.click("#review button[aria-label*='played g4']")  # better lines may have a g4, too
    page.wait("document.querySelector('#moves [aria-current]')?.textContent === 'e5'")


def test_lines_have_the_numbers_of_their_moves(visit: Open, server: Server) -> None:
    page = visit("/play/chess?moves=e4")
    page.page.wait_for_selector("#board .drawn")
    page.page.keyboard.press("a")
    shown = "[...document.querySelectorAll('#lines .steps-of-line')].map((line) => line.textContent)"
    page.wait(f"{shown}.some((line) => /^1\\.\\.\\. [a-hNBRQKO]\\S+ 2\\. [a-hNBRQKO]/.test(line))")
    page.page.locator("#lines .step + .number + .step").first.hover()  # a number is no move: this is White's second
    page.page.wait_for_selector("#board.preview")
    with server.client() as client:
        line = {"game": "chess", "start": "7k/8/8/8/8/8/1r6/K7 w - - 0 12", "moves": []}
        assert client.post("/api/hint", json=line).json()["lines"][0]["written"] == "12. Kxb2"
        line = {"game": "tic_tac_toe", "moves": ["b2", "a2", "a1"]}
        best = client.post("/api/hint", json=line).json()["lines"][0]
        assert best["written"] == " ".join(best["line"]), "elsewhere lines have no numbers"


def test_an_array_of_chess960_by_lot(visit: Open) -> None:
    page = visit("/play/chess")
    page.page.wait_for_selector("#board .drawn")
    page.page.click("#new")
    page.page.focus("#parameter-number")
    page.page.evaluate("Math.random = () => 0.25")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    assert page.page.input_value("#parameter-number") == "240" and page.page.is_checked("#parameter-chess960")
    assert page.page.is_visible("#new-dialog"), "one may draw again"
    page.page.locator("#new-sides select").nth(1).select_option("human")
    page.page.click("#new-form .primary")
    page.page.wait_for_selector("#new-dialog", state="hidden")
    assert "chess960=true" in page.page.url and "number=240" in page.page.url


@pytest.mark.parametrize("width", [1280, 390])
def test_the_end_of_a_game_lost_on_time_is_seen_where_it_is_copied(visit: Open, server: Server, width: int) -> None:
    page = visit("/play/chess", width=width, height=844)
    page.page.wait_for_selector("#board .drawn")
    clock = {"seconds": 5, "increment": 0}
    line = {"game": "chess", "moves": ["e4", "e5", "Nf3"], "sides": [{"kind": "human"}] * 2, "clock": clock}
    made = page.page.request.post(f"{server.url}/api/sessions", data=line, headers={"origin": server.url}).json()
    page.open(f"/play/chess?g={made['id']}")
    page.wait("document.querySelector('#status').textContent === 'White wins on time.'")
    page.page.click("#share")
    page.page.wait_for_selector("#share-dialog[open]")
    written = page.page.input_value("#copy-game")
    assert '[Termination "time forfeit"]' in written and "1. e4 e5 2. Nf3 1-0" in written
    fits = "(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => scrollHeight <= clientHeight && scrollWidth <= clientWidth)"
    for place in ("#copy-game", "#share-dialog"):
        assert page.page.evaluate(f"{fits}(document.querySelector('{place}'))"), f"all of {place} is seen"
    assert page.page.evaluate("document.activeElement.dataset.copy") == "copy-link", "Enter copies the link"


def test_pgn_and_repetition_over_the_wire(server: Server) -> None:
    client = server.client()
    pasted = client.post("/api/paste", json={"game": "chess", "text": PGN}).json()
    assert pasted["moves"] == ["e8=Q+", "Kg7", "Qe7+"]
    assert pasted["start"] == "6k1/4P3/8/8/8/8/r7/6K1 w - - 0 1"
    written = client.post("/api/written", json=pasted).json()["text"]
    assert '[FEN "6k1/4P3/8/8/8/8/r7/6K1 w - - 0 1"]' in written and "1. e8=Q+ Kg7 2. Qe7+ *" in written
    assert client.post("/api/paste", json={"game": "chess", "text": written}).json() == pasted
    assert client.post("/api/written", json={"game": "nim"}).json() == {"text": None}
    seen = client.post("/api/position", json={"game": "chess", "moves": SHUFFLE[:-1]}).json()
    assert not seen["over"] and seen["points"] == {"name": "pawns", "half": 4.0}
    seen = client.post("/api/position", json={"game": "chess", "moves": SHUFFLE}).json()
    assert seen["over"] and seen["moves"] == [] and seen["payoffs"] == [0.0, 0.0]
    assert seen["result"] == "A draw: the same position 3 times"
    played_on = client.post("/api/position", json={"game": "chess", "moves": [*SHUFFLE, "e4"]}).json()
    assert not played_on["over"], "nobody claimed it"
