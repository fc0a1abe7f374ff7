"""The Lab as people meet it, in a real browser: stepped to the end and back, its quiz, its links, two searches side by side, editing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.web.serving import ROOT as PROJECT
from tests.web.serving import Server, Visit, until

import counterplay as cp
from counterplay.games.tree import Tree

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
ROOT = 'input[aria-label="What value does the root return?"]'


class Lab(Visit):
    """A visit of the Lab."""

    def open(self, path: str) -> Lab:
        super().open(path)
        self.wait("document.querySelector('#counter').textContent !== ''")
        return self

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)

    def counter(self, text: str) -> None:
        self.wait(f"document.querySelector('#counter').textContent === {text!r}")

    def classes(self, node: int, pane: int = 0) -> list[str]:
        return str(self.page.locator(".pane").nth(pane).locator(f'g.node[data-node="{node}"]').get_attribute("class")).split()

    def values(self, pane: int = 0) -> dict[int, str]:
        script = "nodes => nodes.map(g => [Number(g.dataset.node), g.querySelector('.value').textContent.trim()])"
        return dict(self.page.locator(".pane").nth(pane).locator(".stage g.node").evaluate_all(script))

    def place(self) -> list[float]:
        """Where the stage is on the page, and how large."""
        return list(
            self.page.evaluate(
                "(() => { const box = document.querySelector('.stage').getBoundingClientRect();"
                " return [box.x, box.y + scrollY, box.width, box.height]; })()"
            )
        )

    def choose(self, node: int) -> None:
        self.page.locator(f'g.node[data-node="{node}"] .shape').first.click()

    def sentences(self) -> list[str]:
        return [str(text) for text in self.page.locator(".sentence").all_inner_texts()]


Open = Callable[..., Lab]


@pytest.fixture
def lab(browser: Any, server: Server) -> Iterator[Open]:
    """Open the Lab in fresh profiles; at the end nothing must have gone wrong on any of them."""
    visits: list[Lab] = []

    def open_page(path: str = "/lab", **more: Any) -> Lab:
        visits.append(Lab(browser, server, **more).open(path))
        return visits[-1]

    yield open_page
    for one in visits:
        one.close()


def test_stepped_to_the_end_and_back(lab: Open) -> None:
    visit, trace = lab(), cp.trace("alphabeta", Tree(LECTURE))
    place = visit.place()
    for index in range(len(trace)):
        assert visit.sentences() == [trace.sentence(index)]
        visit.press("ArrowRight")
    assert visit.values() == {node.index: _shown(trace, node) for node in trace.nodes}
    assert visit.values()[trace.at("2").index] == "≤2", "after a cut only a bound is known"
    for node in trace.nodes:
        assert ("skipped" in visit.classes(node.index)) == node.skipped
        assert ("line" in visit.classes(node.index)) == (node.index in trace.line)
    cut = visit.page.locator("g.edge-group.cut.skipped").evaluate_all("all => all.map(g => Number(g.dataset.edge))")
    assert sorted(cut) == sorted(child for one in trace.cuts for child in one.skipped)
    for index in reversed(range(len(trace) - 1)):
        visit.press("ArrowLeft")
        assert visit.sentences() == [trace.sentence(index)]
    assert visit.place() == place, "nothing jumped"
    visit.press("n")
    assert visit.sentences() == [trace.sentence(next(i for i, step in enumerate(trace.steps) if step.kind == "improve"))]
    visit.page.fill("#slider", "25")
    visit.counter("26 / 47")
    assert visit.text("#node h2") == "The Min node 2" and "β" in visit.text("#node .facts")


def _shown(trace: cp.Trace, node: Any) -> str:
    value = trace.leaf_value(node) if node.leaf else (trace.final(node) or cp.tracing.model.NOTHING).value
    return trace.relation(node) + cp.tracing.model.show(value)


def test_playing_pausing_and_the_keys(lab: Open) -> None:
    visit = lab()
    visit.page.select_option("#speed", "80")
    visit.page.click(".lab-head h1")
    visit.press(" ")
    visit.wait("Number(document.querySelector('#slider').value) > 3")
    visit.press(" ")
    assert visit.text("#play") == "Play"
    visit.press("?")
    assert "one step forward" in visit.text("#keys-list") and "quiz" in visit.text("#keys-list")


def test_the_quiz_answered_wrongly_and_rightly(lab: Open) -> None:
    visit = lab()
    visit.press("q")
    assert visit.page.locator("input.blank:visible").count() == 12 and not visit.page.is_visible("#transport")
    assert visit.values()[1] == "" and "skipped" not in visit.classes(11), "it does not give the answers away"
    visit.page.fill(ROOT, "12")
    visit.page.locator('g[data-edge="9"]').focus()
    visit.press("Enter")
    visit.page.click("#check")
    assert visit.text("#score") == "0 of 15 right."
    marks = visit.text("#marks")
    assert "At the root Max takes the largest of 3, 2 and 2: 3." in marks and "This branch is searched: Min has 14 here so far" in marks
    visit.page.fill(ROOT, "three")
    visit.page.click("#check")
    assert "“three” is not a number" in visit.text("#marks")
    visit.page.click("#clear")
    quiz = cp.trace("alphabeta", Tree(LECTURE)).quiz()
    for question in quiz.questions:
        if question.kind == "cut":
            if question.answer:
                visit.page.locator(f'g[data-edge="{question.node}"] .hit').dispatch_event("click")
        else:
            visit.page.fill(f'input[aria-label="{question.text}"]', str(question.answer))
    visit.page.click("#check")
    assert visit.text("#score") == "All 14 right. Well done!"
    visit.page.click("#solve")
    assert "Well done" not in visit.text("#score")
    visit.page.click("#mode-steps")
    assert visit.page.is_visible("#transport") and visit.page.locator("input.blank:visible").count() == 0


def test_a_teacher_s_link_in_a_fresh_profile(lab: Open) -> None:
    teacher = lab("/lab?tree=[[3,5],[2,9],[7,1]]&algorithm=alphabeta")
    teacher.choose(4)
    teacher.press(".")
    teacher.wait("document.querySelector('.pane header span').textContent.includes('1 node changed')")
    teacher.press("Home")
    teacher.press("ArrowRight", 9)
    teacher.wait("location.search.includes('step=10')")
    student = lab(teacher.page.url, scheme="dark")
    assert student.sentences() == teacher.sentences() and student.text("#counter") == teacher.text("#counter")
    assert student.values() == teacher.values()
    teacher.press("q")
    teacher.page.uncheck("#asked-kinds input[value=bounds]")
    teacher.wait("location.search.includes('quiz=value,cut')")
    exam = lab(teacher.page.url)
    assert exam.page.is_visible("#quiz") and exam.page.locator("input.blank:visible").count() == 4


def test_two_searches_wait_for_each_other(lab: Open) -> None:
    visit = lab("/lab?example=side-by-side")
    assert visit.text(".pane >> nth=0").startswith("Minimax") and visit.text(".pane >> nth=1").startswith("Alpha-beta")
    waited = False
    for _ in range(60):
        visit.press("ArrowRight")
        if "Waits: it never looks there." in visit.sentences():
            waited = True
            assert visit.sentences()[0] == "Min tries 3." or "leaf" in visit.sentences()[0] or "game is over" in visit.sentences()[0]
            break
    assert waited
    visit.press("End")
    assert visit.sentences() == ["The search is over: the root is worth 6."] * 2
    looked = [int(text) for text in visit.page.locator(".tally-row.looked .numbers").all_inner_texts()]
    assert looked == [14, 9]
    visit.press("c")
    visit.wait("document.querySelectorAll('.pane').length === 1")
    visit.page.go_back()
    visit.wait("document.querySelectorAll('.pane').length === 2")


def test_another_order_cuts_more(lab: Open) -> None:
    visit = lab()
    visit.press("End")
    assert visit.text(".tally-row.looked .numbers") == "7"
    visit.page.select_option('[data-field="order"]', "best")
    visit.wait("document.querySelector('.tally-row.looked .numbers').textContent === '5'")
    assert visit.text(".tally-row.fewest .numbers") == "5"


def test_editing_on_the_page(lab: Open) -> None:
    visit = lab("/lab?tree=[[3,5],[2,9]]&algorithm=minimax")
    visit.choose(2)
    visit.press("v")
    visit.page.keyboard.type("8")
    visit.press("Enter")
    visit.wait("document.querySelector('#tree-text').value === '[[8,5],[2,9]]'")
    visit.page.click("#node h2")
    visit.press("a")
    visit.wait("document.querySelector('#tree-text').value === '[[[8,0],5],[2,9]]'")
    visit.page.select_option("#node-player", "chance")  # minimax does not fit any more
    visit.wait("document.querySelector('.pane h2').textContent === 'Expectiminimax'")
    visit.press("End")
    assert visit.sentences() == ["The search is over: the root is worth 4."]
    visit.page.go_back()
    visit.wait("document.querySelector('.pane h2').textContent === 'Minimax'")


def test_what_is_refused_is_told_and_the_drawing_stays(lab: Open) -> None:
    visit = lab()
    visit.page.click('[data-source="tree"]')
    visit.page.fill("#tree-text", "[[3,")
    visit.page.click("text=Draw it")
    visit.wait("!document.querySelector('#refusal').hidden")
    assert "2 brackets are not closed" in visit.text("#refusal") and len(visit.values()) == 13
    visit.page.fill("#tree-text", "[[3 4] [5 6]]")
    visit.page.click("text=Draw it")
    visit.wait("document.querySelector('#refusal').hidden")
    assert len(visit.values()) == 7


def test_a_link_that_is_no_good(browser: Any, server: Server) -> None:
    visit = Lab(browser, server)
    Visit.open(visit, "/lab?tree=nonsense&algorithm=alphabeta")
    visit.wait("!document.querySelector('#refusal').hidden")
    assert "A tree begins with [" in visit.text("#refusal") and visit.page.input_value("#tree-text") == "nonsense"
    for key in ("ArrowRight", "q", "n", "Escape", "+", "l", " "):
        visit.press(key)
    visit.page.select_option("#example", "deep-cut", force=True)
    visit.counter("1 / 56")
    visit.close()


def test_a_tree_that_grows(lab: Open) -> None:
    visit = lab("/lab?game=nim&parameters=%7B%22pile_sizes%22%3A%5B1%2C2%5D%7D&algorithm=mcts&simulations=12")
    seen, shown = [], visit.page.locator("g.node:not(.unseen)").count()
    for _ in range(24):
        seen.append(visit.page.locator("#phases [aria-current]").inner_text())
        visit.press("ArrowRight")
    assert {"Selection", "Expansion", "Simulation", "Back-propagation"} == set(seen)
    visit.press("End")
    assert visit.page.locator("g.node:not(.unseen)").count() > shown, "the tree grew"
    visit.choose(1)
    assert "UCB1 =" in visit.text("#node") and "√(ln" in visit.text("#node")
    assert visit.page.is_disabled("#mode-quiz")


def test_a_growing_tree_from_its_first_step_to_its_answer(lab: Open) -> None:
    visit = lab("/lab?example=uct")
    assert visit.page.locator("g.node:not(.unseen)").count() == 1 and visit.values()[0] == "0/0", "the root is there from the beginning"
    visit.press("End")
    assert "The search is over, so Player 1 plays b1" in visit.sentences()[0]
    visit.open("/lab?example=uct&step=120")
    assert visit.page.evaluate(
        """(() => { const bottom = (one) => document.querySelector(one).getBoundingClientRect().bottom;
            return bottom(".playout") <= bottom(".stage > svg"); })()"""
    ), "the result of a playout lies within the picture"
    visit.choose(2)
    record = visit.values()[2]
    assert f"UCB1 = (2 · {record} − 1)" in visit.text(".formula"), "the same record at the node and in its formula"
    # The story of the root is long: its list stands at the step that is shown.
    visit.choose(0)
    visit.page.click("#event-back")
    assert visit.page.evaluate(
        """(() => { const row = document.querySelector(".history [aria-current]").getBoundingClientRect(),
            list = document.querySelector(".history").getBoundingClientRect();
            return list.top <= row.top && row.bottom <= list.bottom + 1; })()"""
    )
    visit.open("/lab?game=nim&algorithm=monte_carlo")
    assert "UCB1" not in visit.text(".legend"), "flat Monte Carlo has none"


def test_the_story_is_numbered_as_the_counter(lab: Open) -> None:
    visit = lab("/lab?example=side-by-side")
    visit.press("End")
    steps = visit.page.text_content("#counter").split(" / ")[1]
    for pane in range(2):
        visit.page.locator(".pane").nth(pane).locator('g.node[data-node="0"] .shape').click()
        numbers = visit.page.locator("#node .history .numbers").all_inner_texts()
        visit.page.locator("#node .history button").nth(2).click()
        assert str(visit.page.text_content("#counter")) == f"{numbers[2]} / {steps}"
        visit.press("Escape")
    assert visit.page.get_attribute("#slider", "aria-valuetext").startswith(f"Step {numbers[2]} of {steps}: ")


def test_editing_keeps_the_orders_of_other_nodes(lab: Open) -> None:
    visit = lab('/lab?tree=[[3,12],[9,8,7],[5,4]]&algorithm=alphabeta&swaps=[[["2"],["3","1","2"]],[["3"],["2","1"]],[[],["2","3","1"]]]')
    names = "g => g.map(one => one.querySelector('.value').textContent.trim())"
    leaves = visit.page.locator("g.node.leaf")
    assert leaves.evaluate_all(names) == ["7", "9", "8", "4", "5", "3", "12"]
    visit.page.locator("g.node.leaf", has_text="12").locator(".shape").click()
    visit.press("Delete")
    visit.wait("document.querySelectorAll('g.node.leaf').length === 6")
    assert leaves.evaluate_all(names) == ["7", "9", "8", "4", "5", "3"]
    # The first branch of the root goes: what was the second and third are now the first and second, in their own orders.
    visit.page.locator("g.node.leaf", has_text="3").locator(".shape").click()
    visit.press("Shift+ArrowUp")
    visit.press("Delete")
    visit.wait("document.querySelectorAll('g.node.leaf').length === 5")
    assert leaves.evaluate_all(names) == ["7", "9", "8", "4", "5"]


def test_the_branches_of_a_quiz_come_in_the_order_of_the_tree(lab: Open) -> None:
    visit = lab("/lab?example=textbook&quiz=cut")
    asked = visit.page.locator("[role=checkbox]").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    where = [f" of the {place}" for place in ("root", *["Min node 1"] * 3, "root", *["Min node 2"] * 3, "root", *["Min node 3"] * 3)]
    assert [text.split(" of ")[1] for text in asked] == [f"{place.removeprefix(' of ')} cut?" for place in where]


def test_an_exercise_that_does_not_exist_is_told(lab: Open) -> None:
    visit = lab("/lab?example=nope")
    visit.wait("/no lecture exercise “nope”/.test(document.querySelector('#toast').textContent)")


def test_files_are_saved(lab: Open) -> None:
    visit = lab("/lab?example=textbook&step=26")
    for wanted, beginning in (("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!doctype html>"), ("tex", b"%"), ("json", b"{")):
        visit.press("x")
        with visit.page.expect_download() as waiting:
            visit.page.click(f'#exports [data-format="{wanted}"]')
        file = waiting.value
        assert file.suggested_filename == f"alphabeta.{wanted}"
        with open(file.path(), "rb") as saved:
            assert saved.read(20).startswith(beginning)
    # In the quiz the files are worksheets.
    visit.press("q")
    for wanted in ("svg", "tex", "txt"):
        visit.press("x")
        with visit.page.expect_download() as waiting:
            visit.page.click(f'#exports [data-format="{wanted}"]')
        with open(waiting.value.path(), encoding="utf-8") as sheet:
            assert "Do alphabeta by hand" in sheet.read()


def test_a_position_becomes_a_tree_of_one_s_own(lab: Open) -> None:
    visit = lab("/lab?example=tic-tac-toe")
    visit.press("End")
    visit.choose(1)
    visit.page.click("text=Turn this position into a tree")
    visit.wait("new URLSearchParams(location.search).has('tree')")
    assert json.loads(visit.page.input_value("#tree-text"))["names"] == ["X", "O"]
    assert visit.sentences() == ["The search is over: the root is worth 1."]
    assert "MAX X" in visit.text(".stage")


def test_a_telephone_is_wide_enough(lab: Open) -> None:
    visit = lab("/lab?example=side-by-side", width=375, height=720)
    visit.page.click("#setup > summary")
    for source in ("tree", "random", "position", "example"):
        visit.page.click(f'#sources [data-source="{source}"]')
        assert visit.page.evaluate("document.documentElement.scrollWidth") == 375
    visit = lab("/lab?example=uct&step=30", width=375, height=720, scheme="dark")
    for path in ("/lab?example=textbook&quiz=1", "/lab?game=tic_tac_toe&depth=3&step=60"):
        assert visit.page.evaluate("document.documentElement.scrollWidth") == 375
        visit.open(path)
    assert visit.page.evaluate("document.documentElement.scrollWidth") == 375


DOCUMENTED = re.findall(r"^\| `(/lab\?\S+)` \|", (PROJECT / "docs/web.md").read_text(encoding="utf-8"), re.MULTILINE)
IN_SIGHT = """(() => {
  const transport = document.querySelector("#transport").getBoundingClientRect();
  const seen = transport.height ? transport.top : innerHeight;
  return [...document.querySelectorAll(".stage")].every((stage) => {
    const frame = stage.getBoundingClientRect(), box = stage.querySelector("SELECTOR .shape").getBoundingClientRect();
    return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= Math.min(frame.bottom, seen);
  });
})()"""
ROOTS_IN_SIGHT, WORK_IN_SIGHT = IN_SIGHT.replace("SELECTOR", "g.node"), IN_SIGHT.replace("SELECTOR", "g.node.current")


def test_the_root_is_in_sight_from_the_beginning(lab: Open) -> None:
    assert len(DOCUMENTED) >= 4
    wide = ["/lab?game=tic_tac_toe&depth=2&quiz=1", "/lab?game=connect_four&depth=3"]
    visit = lab("/lab", width=1280, height=800)
    for path in (*DOCUMENTED, *wide):
        visit.open(path).wait(ROOTS_IN_SIGHT, seconds=20)
    telephone = lab("/lab", width=390, height=844)
    for path in wide:
        telephone.open(path).wait(ROOTS_IN_SIGHT, seconds=20)


def test_a_link_far_into_a_tree_shows_the_work_and_the_way_to_the_root(lab: Open) -> None:
    visit = lab("/lab?random=2,8&step=200")
    visit.wait(WORK_IN_SIGHT)
    sentence_top = visit.page.evaluate("document.querySelector('.sentence').getBoundingClientRect().top")
    assert sentence_top >= 0, "the page went no further than it had to"
    inside = "(([bar, frame]) => bar.bottom <= frame.bottom + 1 && bar.top >= frame.top - 1)"
    boxes = "['.overview g.current', '.overview'].map((one) => document.querySelector(one).getBoundingClientRect())"
    assert visit.page.evaluate(f"{inside}({boxes})"), "the overview shows it, too"
    assert not visit.page.evaluate(ROOTS_IN_SIGHT)
    way = visit.page.locator(".way button")
    assert way.all_inner_texts() == ["root", *"1112221"]
    way.first.click()
    visit.wait(ROOTS_IN_SIGHT)
    assert visit.text("#node h2") == "The root"
    visit.press("ArrowRight")
    visit.wait(WORK_IN_SIGHT)
    way.nth(2).focus()
    visit.press("Enter")
    assert visit.text("#node h2") == "The Max node 1.1"
    for key in ("ArrowRight", "n", "ArrowLeft"):
        visit.press(key)
        assert visit.page.evaluate("document.activeElement.parentElement.className").startswith("way"), "whoever is there stays there"


def test_chess_is_told_in_pawns_and_asked_in_them(lab: Open) -> None:
    visit = lab("/lab?game=chess&start=6k1%2F5ppp%2F8%2F8%2F8%2F8%2F8%2FR5K1+w+-+-+0+1&depth=1&algorithm=alphabeta")
    visit.press("End")
    values = visit.values()
    assert values[0] == "+M" and sum(bool(re.fullmatch(r"[+−]\d+\.\d\d", value)) for value in values.values()) == len(values) - 2
    assert "in pawns, as Max sees it" in visit.text(".legend")
    visit.press("q")
    visit.page.fill(ROOT, "+M")
    visit.page.click("#check")
    assert "good" in str(visit.page.locator(ROOT).get_attribute("class"))


def test_a_link_to_two_searches_gives_them_the_room(lab: Open) -> None:
    visit = lab("/lab?random=3,3,0,20,7&algorithm=alphabeta&2.algorithm=minimax&step=30", width=1280, height=800)
    visit.wait(WORK_IN_SIGHT)
    assert visit.page.evaluate("scrollY") == 0 and not visit.page.evaluate("document.querySelector('#setup').open")
    heights = visit.page.locator("g.node.current .value").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert len(heights) == 2 and min(heights) > 10, "values can be read"
    visit.page.click("#setup > summary")
    buttons = [visit.page.locator(one).bounding_box() for one in ("#random-seed", "#another")]
    assert buttons[1]["y"] < buttons[0]["y"] + buttons[0]["height"], "fields and buttons stand in one row"


def test_root_and_work_are_both_in_sight_where_there_is_room(lab: Open) -> None:
    visit = lab("/lab?random=3,4&step=110", width=1280, height=800)
    visit.wait(WORK_IN_SIGHT)
    assert visit.page.evaluate(ROOTS_IN_SIGHT)
    assert visit.page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.stage'))")
    visit.open("/lab?example=textbook&step=10")
    assert visit.page.locator(".way").is_hidden(), "all of it is seen"


def test_a_search_that_takes_long_says_so_and_can_be_stopped(lab: Open, server: Server) -> None:
    page = lab("/lab?tree=[[3,12,8],[2,4,6],[14,5,2]]")
    chess = "/lab?game=chess&moves=e4+e5&depth=2&algorithm=alphabeta"
    page.page.goto(server.url + chess)
    page.page.wait_for_selector("#computing:not([hidden])")
    assert page.text("#computing-words") == "Searching: Chess, 2 plies deep · Alpha-beta, fail-soft …"
    page.page.click("#stop")
    page.page.wait_for_selector("#computing", state="hidden")
    assert page.text("#refusal").startswith("Stopped.") and page.page.input_value("#position-depth") == "2", "the form keeps what was asked"
    with server.client() as client:
        assert until(lambda: client.get("/api/status").json()["running"] == 0, 5), "it stops on the server, too"
    page.page.click("#sources button[data-source=example]")
    page.page.select_option("#example", "minimax")
    page.wait("document.querySelector('#counter').textContent !== ''")
    assert page.page.locator("#refusal").is_hidden()
