"""The pages as people meet them, in a real browser: whole games by mouse and by keyboard, undo, reload, shared links, a telephone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.web.serving import Server, Visit

Open = Callable[..., Visit]


@pytest.fixture
def visit(browser: Any, server: Server) -> Iterator[Open]:
    """Open pages in fresh profiles; at the end nothing must have gone wrong on any of them."""
    visits: list[Visit] = []

    def open_page(path: str, **more: Any) -> Visit:
        visits.append(Visit(browser, server, **more).open(path))
        return visits[-1]

    yield open_page
    for one in visits:
        one.close()


def people_play(page: Visit) -> None:
    """Nobody but people plays."""
    for seat in page.page.locator(".seat select").all():
        seat.select_option("human")


# ── Whole games ──
def test_tic_tac_toe_by_mouse(visit: Open) -> None:
    page = visit("/play/tic_tac_toe")
    people_play(page)
    for number, move in enumerate(["b2", "a1", "c3", "a3", "a2", "c2", "b3"], 1):
        page.play(move)
        page.wait_for_moves(number)
    assert page.text("#status") == "O to move." and page.moves() == ["b2", "a1", "c3", "a3", "a2", "c2", "b3"]
    page.play("c1")
    page.wait_for_moves(8)
    page.play("b1")
    page.wait("document.querySelector('#status').textContent === 'X wins.'")
    assert page.page.locator("#board .place").count() == 0, "nothing can be played any more"
    assert page.page.locator(".seat", has_text="X").inner_text().endswith("wins")


def test_connect_four_by_mouse_against_the_engine(visit: Open) -> None:
    page = visit("/play/connect_four?rows=4&columns=4")
    page.page.locator("#seats-far select").select_option("full")
    moves = 0
    while "to move" in page.text("#status"):
        column = page.page.locator("#board .place").last.get_attribute("data-place")
        page.play(str(column))
        page.wait(
            f"document.querySelectorAll('#moves > .row > button.move').length >= {moves + 2}"
            " || /wins|draw/.test(document.querySelector('#status').textContent)"
        )
        page.wait("!/engine/.test(document.querySelector('#status').textContent)")
        moves += 2
    seat = "getComputedStyle(document.querySelector('#seats-near .token')).borderBottomColor"
    assert page.page.evaluate(seat) == "rgb(228, 72, 58)", "a seat has the colour of its stones"
    assert page.page.locator("#flip").is_hidden(), "stones fall: the board has no other side"
    assert page.text("#status") in ("O wins.", "A draw."), "the engine at full strength does not lose this small game"


def test_othello_by_keyboard(visit: Open) -> None:
    page = visit("/play/othello?board_size=4")
    people_play(page)
    page.page.keyboard.press("b")
    for number in range(1, 20):
        if page.page.locator("#board .place").count() == 0:
            break
        page.page.wait_for_selector("#board .place:focus")
        page.page.keyboard.press("ArrowDown" if number % 2 else "ArrowLeft")
        page.page.keyboard.press("Enter")
        page.wait_for_moves(number)
    assert page.text("#status").endswith(("wins.", "A draw."))
    announced = page.page.locator("#announcer")
    page.wait("/plays .*(wins|draw)/.test(document.querySelector('#announcer').textContent)")
    assert announced.get_attribute("aria-live") == "polite"
    # Back and forth through the game.
    page.page.locator("h1").click()
    page.page.keyboard.press("Home")
    page.wait("document.querySelector('#to-previous').disabled")
    page.page.keyboard.press("ArrowRight")
    page.wait("document.querySelector('#moves [aria-current]')?.textContent === document.querySelector('#moves .move').textContent")
    page.page.keyboard.press("End")
    page.wait("document.querySelector('#to-next').disabled")
    assert page.text("#status").endswith(("wins.", "A draw."))


def test_from_square_to_square_by_clicks_drag_and_keys(visit: Open) -> None:
    page = visit("/play/advance")
    people_play(page)
    page.play("a1")
    assert page.page.locator("#board .place.to").count() == 2
    page.play("b2")
    page.wait_for_moves(1)
    # Drag.
    start, to = (page.page.locator(f'#board [data-square="{square}"]').bounding_box() for square in ("d4", "d3"))
    page.page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.page.mouse.down()
    page.page.mouse.move(to["x"] + 20, to["y"] + 20, steps=4)
    page.page.mouse.up()
    page.wait_for_moves(2)
    # Keys: the first piece, then the first square it can go to.
    page.page.keyboard.press("b")
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector("#board .place.to")
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("Enter")
    page.wait_for_moves(3)
    assert page.moves()[:2] == ["a1b2", "d4d3"]


def test_a_game_without_a_picture_has_buttons(visit: Open) -> None:
    page = visit("/play/countdown")
    people_play(page)
    for number in range(1, 5):
        page.page.locator("#choices button").last.click()
        page.wait_for_moves(number)
    assert page.text("#status") == "Player 2 wins." and page.moves() == ["2", "2", "2", "1"]


def test_dice_are_thrown(visit: Open) -> None:
    page = visit("/play/dice")
    people_play(page)
    page.page.locator("#choices button").first.click()
    page.wait_for_moves(2)
    assert page.moves()[0] == "throw" and page.moves()[1] in "123456"


def test_the_keyboard_stays_on_the_board(visit: Open) -> None:
    page = visit("/play/tic_tac_toe")
    page.page.keyboard.press("b")
    page.page.keyboard.press("Enter")
    page.wait_for_moves(2)
    page.page.wait_for_selector("#board .place:focus")
    named = page.page.locator("#board [role=img]")
    assert sorted(str(one.get_attribute("aria-label"))[-1] for one in named.all()) == ["O", "X"], "stones have names, too"


def test_a_fallen_flag(visit: Open, server: Server) -> None:
    page = visit("/play/tic_tac_toe")
    people = [{"kind": "human"}] * 2
    line = {"game": "tic_tac_toe", "moves": ["b2"], "sides": people, "clock": {"seconds": 5, "increment": 0}}
    made = page.page.request.post(f"{server.url}/api/sessions", data=line, headers={"origin": server.url}).json()
    page.open(f"/play/tic_tac_toe?g={made['id']}")
    page.wait("document.querySelector('#status').textContent === 'X wins on time.'")
    assert page.page.locator(".seat", has_text="O").first.locator(".clock").inner_text() == "0:00"
    assert "wins" in page.page.locator(".seat", has_text="X").first.inner_text()
    assert page.page.locator("#undo").is_disabled(), "a move that is taken back brings no time back"
    page.wait("document.querySelector('#bar').ariaLabel === 'The end: X wins on time'")
    page.page.click("#analyse", force=True)  # the position is worth what it was: that stands in the lines
    page.wait("document.querySelectorAll('#lines .badge').length > 0")
    assert page.text("#bar-value") == "1-0"
    assert page.page.evaluate("document.querySelector('#bar-fill').style.height") == "100%"
    page.page.click("#to-previous")
    page.wait("document.querySelector('#bar').ariaLabel.startsWith('Evaluation')")
    assert page.text("#bar-value") != "1-0", "there it was not over"
    page.page.click("#to-next")
    page.wait("document.querySelector('#bar-value').textContent === '1-0'")


# ── Going back, and coming back ──
def test_undo_takes_back_both_moves_and_keeps_the_variation(visit: Open) -> None:
    page = visit("/play/tic_tac_toe")
    page.play("b2")
    page.wait_for_moves(2)
    page.wait("/^X to move.$/.test(document.querySelector('#status').textContent)")
    page.page.keyboard.press("u")
    page.wait("document.querySelector('#to-previous').disabled")
    assert page.text("#status") == "X to move." and len(page.moves()) == 2
    page.play("a1")
    page.wait("document.querySelectorAll('#moves .variation').length === 1")
    page.wait("/^X to move.$/.test(document.querySelector('#status').textContent)")
    assert page.moves()[0] == "a1" and page.text("#moves .variation .move") == "b2", "what is played is the main line"
    page.page.reload()
    page.page.wait_for_selector("#moves .variation")
    assert page.moves()[0] == "a1" and page.text("#moves .variation .move") == "b2"


@pytest.mark.parametrize("back", ["u", "Home"])
def test_the_engine_answers_a_move_that_was_played_before(visit: Open, back: str) -> None:
    page = visit("/play/tic_tac_toe")
    page.play("b2")
    page.wait_for_moves(2)
    page.wait("/^X to move.$/.test(document.querySelector('#status').textContent)")
    page.page.keyboard.press(back)
    page.wait("document.querySelector('#to-previous').disabled")
    page.play("b2")
    page.wait("document.querySelector('#moves [aria-current]') && /^X to move.$/.test(document.querySelector('#status').textContent)")
    assert page.page.locator("#moves [aria-current]").inner_text() != "b2"
    # To look at the position in which the engine was to move does not make it move.
    page.page.keyboard.press("ArrowLeft")
    page.wait("document.querySelector('#moves [aria-current]')?.textContent === 'b2'")
    assert page.text("#status") == "O to move (engine)."


def test_sides_chosen_while_the_game_is_being_made_are_sides_of_that_game(visit: Open) -> None:
    page = visit("/play/connect_four?rows=4&columns=4")
    waiting: list[Any] = []
    page.page.route("**/api/sessions", lambda route: route.continue_() if waiting else waiting.append(route))
    for place in ("near", "far"):
        page.page.locator(f"#seats-{place} select").select_option("beginner")
        page.page.wait_for_timeout(300)
    page.page.wait_for_timeout(1000)
    waiting[0].continue_()
    page.wait("document.querySelectorAll('#moves button.move').length >= 3", 30)


def test_another_move_in_the_middle_of_a_shared_game(visit: Open) -> None:
    page = visit("/play/connect_four?moves=4+4+3")
    page.page.keyboard.press("Home")
    page.wait("document.querySelector('#to-previous').disabled")
    page.play("5")
    page.wait("document.querySelector('#moves [aria-current]')?.textContent === '5'")
    assert page.moves() == ["5"]  # what was played last; the game that was shared is a variation
    assert page.page.locator("#moves .variation").all_inner_texts() == ["1.\n4\n4\n2.\n3"]


def test_reload_and_the_back_button_in_the_middle_of_a_game(visit: Open) -> None:
    page = visit("/play/tic_tac_toe")
    people_play(page)
    for number, move in enumerate(["b2", "a1", "c3"], 1):
        page.play(move)
        page.wait_for_moves(number)
    page.page.reload()
    page.wait_for_moves(3)
    assert page.moves() == ["b2", "a1", "c3"] and page.text("#status") == "O to move."
    page.page.go_back()
    page.wait("/^X to move.$/.test(document.querySelector('#status').textContent)")
    assert page.page.locator("#moves [aria-current]").inner_text() == "a1"
    page.page.go_forward()
    page.wait("/^O to move.$/.test(document.querySelector('#status').textContent)")
    # The game is among yours, and goes on where it was left.
    page.open("/")
    page.page.click("#your-games a")
    page.wait_for_moves(3)
    assert page.text("#status") == "O to move."


def test_a_link_opens_the_position_in_a_fresh_profile(visit: Open) -> None:
    page = visit("/play/connect_four")
    people_play(page)
    for number, move in enumerate("443", 1):
        page.play(move)
        page.wait_for_moves(number)
    page.page.keyboard.press("c")
    link = page.page.input_value("#copy-link")
    assert "moves=4+4+3" in link and "g=" not in link
    for address in (link, page.page.url):
        other = visit(address)
        other.wait_for_moves(3)
        assert other.moves() == ["4", "4", "3"] and other.text("#status") == "O to move."
        assert other.page.locator("#your-games").count() == 0
    # It goes on from there as a game of its own.
    other.play("5")
    other.wait_for_moves(4)


def test_new_game_with_parameters_and_paste(visit: Open) -> None:
    page = visit("/play/tic_tac_toe")
    page.page.keyboard.press("n")
    page.page.fill("#parameter-rows", "99")
    page.page.click("#new-form button.primary")
    page.wait("document.querySelector('#new-problem').textContent.includes('from 1 to')")
    page.page.fill("#parameter-rows", "4")
    page.page.fill("#parameter-columns", "5")
    page.page.locator("#new-sides select").nth(1).select_option("human")
    page.page.select_option("#new-clock", "180+2")
    page.page.click("#new-form button.primary")
    page.wait("document.querySelectorAll('#board .place').length === 20")
    assert "rows=4" in page.page.url and page.page.locator(".clock").first.inner_text() == "3:00"
    page.play("e4")
    page.wait_for_moves(1)
    page.page.keyboard.press("c")
    page.page.fill("#paste", "a1 b2 c3")
    with page.page.expect_navigation():
        page.page.click("#paste-form button")
    page.wait_for_moves(3)
    assert page.moves() == ["a1", "b2", "c3"]


# ── Analysis ──
def test_values_lines_bar_and_plot(visit: Open) -> None:
    page = visit("/play/tic_tac_toe?moves=b2+a2")
    page.page.keyboard.press("v")
    page.wait("document.querySelectorAll('#board .value.exact').length === 7")
    assert page.text("#verdict").startswith("X wins in ")
    assert page.text("#effort").split()[0] == ("proven" if "at most" in page.text("#verdict") else "exact")
    best = page.page.locator("#board .value.best text").all_text_contents()
    assert best and set(best) == {"+1"}
    assert page.page.locator("#lines li").count() == 3
    page.page.hover("#lines li:first-child .step")
    page.page.wait_for_selector("#board.preview")
    page.page.hover("h1")
    page.page.wait_for_selector("#board:not(.preview)")
    assert "X is ahead" in str(page.page.get_attribute("#bar", "aria-label"))
    page.wait("document.querySelectorAll('#plot .point').length === 3")
    page.page.locator("h1").click()
    page.page.keyboard.press("v")
    page.wait("document.querySelectorAll('#board .value').length === 0")


def test_a_whole_game_is_analysed_and_taken_to_the_lab(visit: Open) -> None:
    page = visit("/play/tic_tac_toe?moves=a1+b2+a2+c3+a3")
    assert page.text("#status") == "X wins." and page.page.get_attribute("#to-lab", "href") is None
    page.page.click("#analyse-game")
    page.wait("document.querySelectorAll('#plot .point').length === 6 && document.querySelector('#analyse-game').disabled")
    page.page.keyboard.press("ArrowLeft")
    page.wait("document.querySelector('#to-lab').href")
    page.page.click("#to-lab")
    page.wait("document.querySelector('#counter')?.textContent.startsWith('1 / ')")
    assert page.page.locator(".sentence").inner_text().startswith("Start at the root, where Max (X) is to move")
    # Dice want a search that knows them.
    page.open("/play/dice")
    assert "algorithm=expectiminimax" in str(page.page.get_attribute("#to-lab", "href"))


def test_hint_flip_keys_and_theme(visit: Open) -> None:
    page = visit("/play/tic_tac_toe?moves=b2+a2")
    page.page.keyboard.press("h")
    page.page.wait_for_selector("#board .hint")
    assert page.text("#notice").startswith("Hint: ")
    before = page.page.locator('#board [data-place="a1"]').bounding_box()
    page.page.keyboard.press("f")
    page.wait("document.querySelector('#board svg > g[transform]') !== null")
    after = page.page.locator('#board [data-place="a1"]').bounding_box()
    assert after["y"] < before["y"] and after["x"] > before["x"]
    page.play("c3")
    page.wait_for_moves(3)
    page.page.keyboard.press("?")
    assert page.page.is_visible("#keys") and "take back" in page.text("#keys-list")
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("t")
    assert page.page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.page.reload()
    assert page.page.evaluate("document.documentElement.dataset.theme") == "dark"


# ── The gallery, and every page on every screen ──
def test_the_gallery_is_searched(visit: Open) -> None:
    page = visit("/")
    page.page.wait_for_selector("#gallery > li")
    everything = page.page.locator("#gallery > li:visible").count()
    page.page.keyboard.press("/")
    page.page.keyboard.type("othello")
    assert page.page.locator("#gallery > li:visible").count() == 1 < everything
    page.page.click("#gallery > li:visible a")
    page.page.wait_for_selector("#board .place")
    assert page.text("h1") == "Othello"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/play/othello", "/play/nim", "/play/tree", "/matches", "/learning", "/nowhere"])
def test_a_telephone_is_wide_enough(visit: Open, path: str, scheme: str) -> None:
    page = visit(path, width=375, height=700, scheme=scheme)
    if path != "/nowhere" and path != "/matches":
        page.page.wait_for_selector(".command" if path == "/learning" else ".drawn")
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize("width", [1280, 375])
def test_long_lines_stay_in_the_window(visit: Open, width: int) -> None:
    page = visit("/play/tic_tac_toe?moves=b2+a2", width=width)
    page.page.keyboard.press("a")
    page.page.wait_for_selector("#lines li .step")
    # However long a search makes them: the same line many times over, counted and measured in one breath, before the search writes it anew.
    steps, wide = page.page.evaluate("""() => {
        const line = document.querySelector('.steps-of-line');
        line.innerHTML = line.innerHTML.repeat(30 * 9);
        return [line.querySelectorAll('.step').length, document.documentElement.scrollWidth];
    }""")
    assert steps >= 30 * 9
    assert wide <= width


def test_everything_has_a_name(visit: Open) -> None:
    page = visit("/play/connect_four")
    page.page.wait_for_selector("#board .place")
    nameless = page.page.evaluate(
        """[...document.querySelectorAll("button, a, input, select, textarea, [role=button], [role=switch]")]
           .filter((one) => !(one.getAttribute("aria-label") || one.labels?.length || one.textContent.trim() || one.title))
           .map((one) => one.outerHTML)"""
    )
    assert nameless == []
    assert page.page.get_attribute('#board [data-place="4"]', "aria-label") == "play 4"


def test_no_such_game(visit: Open) -> None:
    page = visit("/play/chess_of_the_future")
    page.wait("document.querySelector('h1').textContent === 'There is no such game'")
    page.page.click("text=To the games")
    page.page.wait_for_selector("#gallery > li")


def test_a_position_that_cannot_be(visit: Open) -> None:
    page = visit("/play/connect_four?moves=chess")
    page.wait("document.querySelector('h1').textContent === 'This position cannot be shown'")
    assert "'chess' is not a move here" in page.text("#status")
    page.page.click("text=Play from the beginning")
    page.page.wait_for_selector("#board .place")


def test_a_picture_brings_no_script_and_nothing_from_elsewhere(visit: Open) -> None:
    page = visit("/matches")
    drawn = page.page.evaluate(
        """async () => {
          const { picture } = await import("/static/dom.js");
          const root = picture(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>window.run = 1</script>
            <rect id="r" width="4" height="4" onclick="window.run = 1" style="fill: red" fill="url(#g)"/>
            <image href="https://elsewhere.example/a.png"/><use href="https://elsewhere.example/#a"/><foreignObject/></svg>`);
          document.body.append(root);
          root.querySelector("rect").dispatchEvent(new Event("click"));
          return [window.run, getComputedStyle(root.querySelector("rect")).fill, root.innerHTML];
        }"""
    )
    assert drawn[:2] == [None, "rgb(255, 0, 0)"]
    assert not any(word in drawn[2] for word in ("script", "onclick", "elsewhere", "foreignObject"))
    assert all("Content Security Policy" in problem for problem in page.problems)
    page.problems.clear()


def test_who_plays_a_pasted_position_stays_and_a_link_says_that_people_play(visit: Open) -> None:
    page = visit("/play/tic_tac_toe")
    page.page.locator("#seats-far select").select_option("easy")
    page.page.click("#share")
    page.page.fill("#paste", "x../.o./...")
    page.page.click("#paste-form button")
    page.page.wait_for_selector("#share-dialog", state="hidden")
    assert page.page.input_value("#seats-far select") == "easy" and page.text("#notice") == ""
    page.page.reload()
    page.page.wait_for_selector("#board .drawn")
    assert page.page.input_value("#seats-far select") == "easy" and page.text("#notice") == "", "also when the page is loaded again"
    page.page.locator("#seats-far select").select_option("hard")
    page.page.reload()
    page.page.wait_for_selector("#board .drawn")
    assert page.page.input_value("#seats-far select") == "hard"
    page.play("c2")
    page.wait_for_moves(2)  # answered
    page.page.go_back()
    page.wait_for_moves(0)
    assert page.page.input_value("#seats-far select") == "hard"
    linked = visit("/play/tic_tac_toe?moves=b2")
    assert linked.text("#notice").startswith("People play all sides here")
    linked.page.locator("#seats-near select").select_option("easy")
    linked.wait("document.querySelector('#notice').textContent === ''")


def test_an_emptied_number_is_not_nought(visit: Open) -> None:
    page = visit("/play/connect_four")
    page.page.click("#new")
    page.page.fill("#parameter-rows", "")
    page.page.click("#new-form .primary")
    page.wait("document.querySelector('#new-problem').textContent === 'Rows: give a number.'")


@pytest.mark.parametrize("width", [1280, 1000, 800, 700, 390, 320])
@pytest.mark.parametrize("game", ["tic_tac_toe", "twenty_forty_eight"])
def test_nothing_jumps_when_the_page_says_something(visit: Open, game: str, width: int) -> None:
    page = visit(f"/play/{game}", width=width)
    top = "document.querySelector('.table').getBoundingClientRect().top"
    before = page.page.evaluate(top)
    title = page.text("#title")
    for words in (f"Compiling {title} for the first time; meanwhile everything works, more slowly.", "Hint: b2 (exact)."):
        page.page.evaluate("(words) => { document.querySelector('#notice').textContent = words; }", words)
        page.page.evaluate("document.querySelector('#status').textContent = 'O to move (the engine thinks).'")
        assert page.page.evaluate(top) == before
