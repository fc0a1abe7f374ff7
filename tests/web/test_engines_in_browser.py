"""Engines that play each other, in a real browser: they can be paused, taken back, and replaced by a person."""

from __future__ import annotations

from tests.web.serving import Visit
from tests.web.test_pages_in_browser import Open, visit

__all__ = ["visit"]

ENGINES_PLAY = "/play/connect_four?rows=4&columns=4"
MOVES = "document.querySelectorAll('#moves button.move').length"


def let_engines_play(page: Visit, level: str = "beginner") -> None:
    assert page.page.locator("#pause").is_hidden(), "where a person plays there is nothing to pause"
    for seat in page.page.locator(".seat select").all():
        seat.select_option(level)
    page.wait(f"{MOVES} >= 2")


def nobody_moves(page: Visit) -> None:
    page.wait("/to move .paused..$/.test(document.querySelector('#status').textContent)")
    before = page.page.evaluate(MOVES)
    page.page.wait_for_timeout(1500)
    assert page.page.evaluate(MOVES) == before


def test_engines_are_paused_and_go_on(visit: Open) -> None:
    page = visit(ENGINES_PLAY)
    let_engines_play(page)
    page.page.keyboard.press("p")
    nobody_moves(page)
    page.page.reload()
    page.page.wait_for_selector("#board .drawn")
    nobody_moves(page)
    page.page.keyboard.press("Home")
    page.wait("document.querySelector('#to-previous').disabled")
    played = page.page.evaluate(MOVES)
    assert page.text("#pause") == "Resume"
    page.page.click("#pause")
    page.wait(f"{MOVES} >= {played} + 2")
    assert page.text("#pause") == "Pause" and page.page.locator("#moves .variation").count() == 0, "it goes on where it stood"


def test_undo_pauses_engines(visit: Open) -> None:
    page = visit(ENGINES_PLAY)
    let_engines_play(page)
    page.page.keyboard.press("u")
    nobody_moves(page)
    assert not page.page.locator("#to-next").is_disabled(), "a move was taken back"
    page.page.keyboard.press("p")
    page.wait(f"{MOVES} >= 5")


def test_a_person_who_sits_down_ends_the_pause(visit: Open) -> None:
    page = visit(ENGINES_PLAY)
    let_engines_play(page)
    page.page.keyboard.press("p")
    nobody_moves(page)
    mover = page.text("#status")[0]
    page.page.get_by_label(f"Who plays {mover}").select_option("human")
    page.wait(f"document.querySelector('#status').textContent === '{mover} to move.'")
    assert page.page.locator("#pause").is_hidden()
    before = page.page.evaluate(MOVES)
    page.page.locator("#board .place").first.click()
    page.wait(f"{MOVES} >= {before} + 2")


def test_no_time_passes_while_engines_are_paused(visit: Open) -> None:
    page = visit(ENGINES_PLAY)
    page.page.keyboard.press("n")
    page.page.select_option("#new-clock", "60+1")
    for select in page.page.locator("#new-sides select").all():
        select.select_option("beginner")
    page.page.click("#new-form button.primary")
    page.wait(f"{MOVES} >= 3")
    page.page.keyboard.press("p")
    nobody_moves(page)
    times = page.page.locator(".clock").all_inner_texts()
    page.page.wait_for_timeout(1500)
    assert page.page.locator(".clock").all_inner_texts() == times


def test_who_plays_can_be_chosen_by_keyboard_while_two_engines_play(visit: Open) -> None:
    page = visit(ENGINES_PLAY)
    for place in ("far", "near"):
        page.page.locator(f"#seats-{place} select").select_option("beginner")
    page.page.focus("#seats-near select")
    page.wait("document.querySelectorAll('#moves button.move').length >= 3")
    assert page.page.evaluate("document.activeElement.closest('#seats-near') !== null")
    page.page.locator("#seats-near select").select_option("human")
    page.wait("/^[XO] to move.$/.test(document.querySelector('#status').textContent)")
    assert page.page.evaluate("document.activeElement.closest('#seats-near') !== null")
