"""The page in a real browser: steps, keys, quiz, narrow and wide, light and dark. Needs Chromium and playwright."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.games.tic_tac_toe import TicTacToe
from counterplay.games.tree import Tree

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


class Visit:
    """A page that was opened, and everything that went wrong on it."""

    def __init__(self, browser: Any, file: Path, width: int = 1000, scheme: str = "light") -> None:
        self.problems: list[str] = []
        self.page = browser.new_context(viewport={"width": width, "height": 700}, color_scheme=scheme).new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("request", lambda request: None if request.url.startswith("file:") else self.problems.append(request.url))
        self.page.goto(file.as_uri())

    def text(self, selector: str) -> str:
        return str(self.page.inner_text(selector))

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)

    def classes(self, node: int) -> list[str]:
        return str(self.page.get_attribute(f'#stage g.node[data-node="{node}"]', "class")).split()


@pytest.fixture(scope="module")
def lecture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cp.trace(cp.alphabeta, Tree(LECTURE)).save(tmp_path_factory.mktemp("page") / "lecture.html")


def test_stepping_with_keys_and_slider(browser: Any, lecture: Path) -> None:
    visit = Visit(browser, lecture)
    trace = cp.trace(cp.alphabeta, Tree(LECTURE))
    assert visit.text("#sentence") == trace.sentence(0)
    visit.press("ArrowRight", 25)
    assert visit.text("#sentence") == trace.sentence(25)
    assert "current" in visit.classes(5) and "skipped" in visit.classes(11)
    visit.press("ArrowLeft")
    assert visit.text("#counter") == "25 / 47" and "unseen" in visit.classes(11)
    visit.press("End")
    assert visit.text("#sentence") == "The search is over: the root is worth 3." and "line" in visit.classes(1)
    visit.press("Home")
    assert visit.text("#counter") == "1 / 47" and "unseen" in visit.classes(1)
    visit.page.fill("#slider", "40")
    assert visit.text("#counter") == "41 / 47"
    visit.press("?")
    assert visit.page.is_visible("#help")
    assert visit.problems == []


def test_playing_and_pausing(browser: Any, lecture: Path) -> None:
    visit = Visit(browser, lecture)
    visit.page.select_option("#speed", "60")
    visit.page.focus("#stage")
    visit.press(" ")
    for _ in range(100):
        if visit.text("#counter") > "1 / 47":
            break
        visit.page.wait_for_timeout(50)
    assert visit.text("#counter") > "1 / 47"
    visit.press(" ")
    stopped = visit.text("#counter")
    visit.page.wait_for_timeout(200)
    assert visit.text("#counter") == stopped and visit.text("#play") == "▶ Play"
    assert visit.problems == []


def test_a_chosen_node_shows_its_history(browser: Any, lecture: Path) -> None:
    visit = Visit(browser, lecture)
    visit.page.click('#stage g.node[data-node="7"] .shape')
    assert "Min can have 2 here with 3, better than 5: beta falls from 5 to 2." in visit.text("#details")
    visit.page.click("#details li:last-child button")
    assert visit.text("#counter") == "46 / 47"
    assert visit.problems == []


def test_the_quiz(browser: Any, lecture: Path) -> None:
    visit = Visit(browser, lecture)
    visit.page.click("#mode-quiz")
    assert not visit.page.is_visible("#player") and visit.page.locator("input.blank").count() == 12
    assert "line" not in visit.classes(1) and "skipped" not in visit.classes(11)  # it does not give the answers away
    visit.page.locator('g[data-edge="11"] .hit').dispatch_event("click")
    visit.page.locator('g[data-edge="9"] .hit').dispatch_event("click")
    visit.page.fill('input[aria-label="What value does the root return?"]', "3")
    visit.page.click("#check")
    assert visit.text("#score") == "2 of 15 right"
    marks = visit.text("#marks")
    assert "This branch is searched: Min has 14 here so far" in marks and "This branch is never searched: Min already has 2 here" in marks
    assert "bad" in str(visit.page.get_attribute('g[data-edge="9"]', "class")) and "good" in str(
        visit.page.get_attribute('g[data-edge="11"]', "class")
    )
    visit.page.click("#solve")
    assert visit.text("#score") == "This is the solution."
    visit.page.click("#check")
    assert visit.text("#score") == "All 14 right. Well done!"
    visit.page.fill('input[aria-label="What value does the root return?"]', "three")
    visit.page.click("#check")
    assert visit.text("#score") == "13 of 14 right" and "“three” is not a number" in visit.text("#marks")
    visit.page.click("#clear")
    assert visit.page.input_value('input[aria-label="What value does the root return?"]') == ""
    visit.page.click("#mode-steps")
    assert visit.page.is_visible("#player") and not visit.page.locator("input.blank").first.is_visible()
    assert visit.problems == []


def test_the_quiz_takes_no_number_for_infinity(browser: Any, lecture: Path) -> None:
    visit = Visit(browser, lecture)
    visit.page.click("#mode-quiz")
    for blank in visit.page.locator("input.blank").all():
        blank.fill("5")
    visit.page.click("#check")
    assert visit.text("#score").startswith("0 of")
    assert visit.problems == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_telephone_is_wide_enough(browser: Any, tmp_path: Path, scheme: str) -> None:
    for trace in (cp.trace(cp.alphabeta, Tree(LECTURE)), cp.trace(cp.mcts, TicTacToe(), simulations=40, seed=1)):
        visit = Visit(browser, trace.save(tmp_path / "page.html"), 375, scheme)
        visit.press("End")
        assert visit.page.evaluate("document.documentElement.scrollWidth") == 375
        assert visit.problems == []


def test_a_big_tree_has_an_overview_to_find_a_node_with(browser: Any, tmp_path: Path) -> None:
    trace = cp.trace(cp.alphabeta, TicTacToe(), depth=3)
    visit = Visit(browser, trace.save(tmp_path / "big.html"))
    visit.press("ArrowRight", 3)
    visit.page.click(".overview summary")
    node = trace.at("b2").index
    visit.page.click(f'.overview g[data-node="{node}"] rect')
    assert "chosen" in visit.classes(node)
    assert visit.page.locator(f'#stage g.node[data-node="{node}"]').bounding_box()["x"] > 0
    assert visit.problems == []
