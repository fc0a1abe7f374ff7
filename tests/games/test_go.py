"""Go: published numbers of positions and games, OpenSpiel step by step, solved boards, ko and suicide, notation, picture."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.long_runs import games

import counterplay as cp
from counterplay.games.go import Go
from counterplay.games.go.rules import NO_KO, NO_MOVE, Position

GAMES = {size: Go(size) for size in (1, 2, 3, 5, 9, 19)}


def table(file: Path) -> list[list[int]]:
    return [[int(word) for word in line.split(",")] for line in file.read_text().splitlines() if line[0].isdigit()]


@st.composite
def positions(draw: st.DrawFn) -> tuple[Go, Position]:
    game = GAMES[draw(st.sampled_from(list(GAMES)))]
    state, rng = game.initial(), cp.Random(draw(st.integers(0, 2**64 - 1)))
    for _ in range(draw(st.integers(0, 200))):
        if game.is_terminal(state):
            break
        state = game.result(state, game.random_action(state, rng))
    return game, state


# ── Truth ──
def is_legal_position(game: Go, black: int, white: int) -> bool:
    """Whether every chain has a liberty."""
    free = game.around(game.board ^ (black | white))
    return game.spread(free & black, black) == black and game.spread(free & white, white) == white


def test_legal_positions_are_as_many_as_tromp_and_farneback_count(shared_data: Path) -> None:
    published = {(size, size): count for size, count in table(shared_data / "go/go_legal_positions.csv") if size <= 3}
    published |= {(1, 2): 5, (1, 3): 15, (1, 4): 41, (2, 3): 489}
    assert published[3, 3] == 12_675  # 4x4 has 24,318,165: counted once, in 13 s
    for (rows, columns), count in published.items():
        game = Go(rows, columns=columns)
        bits = [1 << point + point // game.width for point in range(game.points)]
        found = 0
        for colours in product((0, 1, 2), repeat=game.points):
            black, white = (sum(bit for bit, colour in zip(bits, colours, strict=True) if colour == side) for side in (1, 2))
            found += is_legal_position(game, black, white)
        assert found == count


def paths(game: Go, black: int, white: int, seen: frozenset[tuple[int, int]]) -> int:
    """Games under positional superko from here on, either side moving: paths that visit no position twice."""
    total = 1
    for turn in (0, 1):
        state = Position(black, white, NO_KO, 0, turn, NO_MOVE)
        for action in game.actions(state):
            after = game.result(state, action)[:2]
            if after not in seen:
                total += paths(game, *after, seen | {after})
    return total


def test_small_boards_have_as_many_games_as_published(shared_data: Path) -> None:
    # 1x4 has 2,098,407,841 with suicide (as published) and 719,178,893 without: counted once, in a minute and a half.
    for rows, columns, count in table(shared_data / "go/go_games.csv"):
        if rows * columns <= 3:
            game = Go(rows, columns=columns, suicide=True)
            assert paths(game, 0, 0, frozenset({(0, 0)})) == count


def test_black_owns_the_whole_3x3_board(shared_data: Path) -> None:
    lines = (shared_data / "go/go_small_board_values.csv").read_text().splitlines()
    assert "3,3,9" in lines
    solution = cp.solve(Go(3, komi=0).using(utility=Go.score), all_states=True, compiled=True)
    assert solution.value == 9


def test_without_a_limit_positions_come_back() -> None:
    """Black owns the whole 3x3 board however often positions come back: with komi 8.5 Black wins, with 9 it is a draw."""
    for komi, value in ((8.5, 1), (9, 0)):
        game = Go(3, komi=komi, max_game_length=-1)
        known = cp.solve_all(game, compiled=True)
        assert known[game.initial()].value == value
    state = game.parse_state("X.O/.../... X - 1 8 pass")
    assert (state.plies, game.format_state(state)) == (0, "X.O/.../... X - 1 0 pass")


@pytest.mark.parametrize(("size", "usual", "komi"), [(2, 100, 0.5), (3, 100, 3.0), (5, 100, 7.5), (9, 40, 7.5), (19, 3, 7.5)])
def test_openspiel_plays_the_same_games(size: int, usual: int, komi: float) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the comparison with its rules did not run")
    game, other = Go(size, komi), pyspiel.load_game(f"go(board_size={size},komi={komi})")
    rng = random.Random(size)
    for _ in range(games(usual)):
        state, there = game.initial(), other.new_initial_state()
        seen = Counter([state[:2]])
        while not there.is_terminal():
            assert not game.is_terminal(state)
            assert game.to_move(state) == there.current_player()
            actions = list(game.actions(state))
            assert actions == there.legal_actions()
            action = rng.choice(actions)
            assert game.format_action(state, action).lower() == there.action_to_string(action).split()[1].lower()
            state = game.result(state, action)
            there.apply_action(action)
            seen[state[:2]] += 1
        if action != game.points and seen[state[:2]] > 1:  # the one difference: OpenSpiel ends such a game as a draw
            assert there.returns() == [0, 0]
        else:
            assert game.is_terminal(state)
            assert [game.utility(state, player) for player in (0, 1)] == there.returns()


# ── Rules, told by examples ──
def legal_names(game: Go, text: str) -> set[str]:
    state = game.parse_state(text)
    return {game.format_action(state, action) for action in game.actions(state)}


def test_ko_forbids_to_take_back_at_once() -> None:
    game = GAMES[5]
    state = game.parse_state(".XO../X.XO./.XO../...../..... O - 0 7")
    state = game.result(state, game.parse_action(state, "B4"))
    assert game.format_state(state) == ".XO../XO.O./.XO../...../..... X C4 0 8 B4"
    assert "C4" not in legal_names(game, game.format_state(state))
    elsewhere = game.result(game.result(state, game.parse_action(state, "E1")), game.parse_action(state, "pass"))
    assert "C4" in legal_names(game, game.format_state(elsewhere))
    assert game.said(state) == "Black (X) to move, not at C4 (ko)"


def test_suicide_is_forbidden_unless_allowed() -> None:
    strict, lax = GAMES[5], Go(5, suicide=True)
    alone, pair = ".X.../X..../...../...../..... O - 0 3", ".OX../OX.../X..../...../..... O - 0 5"
    assert "A5" not in legal_names(strict, alone) | legal_names(lax, alone)  # one stone: nothing would have happened
    assert "A5" not in legal_names(strict, pair)
    state = lax.parse_state(pair)
    assert lax.marks(lax.result(state, lax.parse_action(state, "A5")))[:2] == ["..X..", ".X..."]


def test_area_is_stones_and_what_only_they_reach() -> None:
    game = Go(3, komi=0.5)
    for board, margin in (("X../.../...", 8.5), (".../.../...", -0.5), ("XX./OO./...", -0.5), (".X./XXX/O.O", 3.5)):
        state = game.parse_state(f"{board} X - 2 10")
        assert game.is_terminal(state)
        assert game.score(state, 0) == -game.score(state, 1) == margin
        assert game.utility(state, 0) == (1 if margin > 0 else -1)
    assert Go(3, komi=0).utility(game.parse_state(".../.../... X - 2 2"), 0) == 0


@given(positions(), st.integers(0, 2**64 - 1))
def test_random_actions_are_legal(position: tuple[Go, Position], seed: int) -> None:
    game, state = position
    if not game.is_terminal(state):
        rng, legal = cp.Random(seed), set(game.actions(state))
        assert all(game.random_action(state, rng) in legal for _ in range(5))


def test_random_actions_are_uniform_over_legal_ones() -> None:
    game = GAMES[3]
    state = game.parse_state(".X./XXO/.O. O - 0 5")
    rng, legal = cp.Random(7), list(game.actions(state))
    drawn = Counter(game.random_action(state, rng) for _ in range(1000 * len(legal)))
    assert set(drawn) == set(legal) and all(850 < count < 1150 for count in drawn.values())


@given(positions())
def test_symmetries_keep_what_counts(position: tuple[Go, Position]) -> None:
    game, state = position
    images = list(game.symmetries(state))
    assert len(images) == 8 and images[0] == state
    for image in images:
        assert game.margin(image) == game.margin(state)
        assert game.parse_state(game.format_state(image)) == image
        assert game.evaluate(image, 0) == game.evaluate(state, 0) == -game.evaluate(state, 1)


# ── Playouts ──
@given(positions(), st.integers(0, 2**64 - 1))
def test_playout_actions_are_legal_and_fill_no_eye(position: tuple[Go, Position], seed: int) -> None:
    game, state = position
    if not game.is_terminal(state):
        rng, legal = cp.Random(seed), set(game.actions(state))
        own, other = (state.black, state.white) if state.plies % 2 == 0 else (state.white, state.black)
        for _ in range(5):
            action = game.playout_action(state, rng)
            assert action in legal
            assert action == game.points or not game.is_eye(own, other, 1 << action + action // game.width)


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("...../.XO../XO.../.X.../..... X - 0 6 B3", "C3"),  # capture the last stone
        ("...../.OX../.XO../.O.../..... X - 0 6 B2", "A3"),  # save B3 from the last stone
        ("...../..O../.XX../...../..... X - 0 4 -", ""),  # nobody knows the last move: anything
    ],
)
def test_playouts_capture_and_save_first(text: str, point: str) -> None:
    game, rng = GAMES[5], cp.Random(5)
    state = game.parse_state(text)
    drawn = Counter(game.format_action(state, game.playout_action(state, rng)) for _ in range(200))
    if point:
        assert drawn[point] > 170
    else:
        assert len(drawn) > 15 and max(drawn.values()) < 30


def test_patterns_are_seen_in_every_direction_and_colour_and_at_the_edge() -> None:
    game = GAMES[5]
    hane = game.parse_state(".XOX./...../...../...../..... X")
    assert game.matches(hane.black, hane.white, 3 * game.step + 2)  # C4, below X O X
    assert game.matches(hane.white, hane.black, 3 * game.step + 2)
    for image in game.symmetries(hane):
        assert sum(game.matches(image.black, image.white, row * game.step + column) for row in range(5) for column in range(5)) > 0
    empty = game.initial()
    assert not any(game.matches(empty.black, empty.white, row * game.step + column) for row in range(5) for column in range(5))
    edge = game.parse_state("...../...../...../.XO../..... O")
    assert game.matches(edge.white, edge.black, 1)  # B1, below X, beside nothing: a chase along the edge


@cp.kernel
def margins(game, state, games, rng, watch):
    """What some playouts came to: their margins and plies, mixed into one number."""
    total = 0.0
    for _ in range(games):
        end = state
        while not game.is_terminal(end):
            end = game.result(end, game.playout_action(end, rng))
        total = 1.25 * total + game.margin(end) + end.plies
    return total


def test_both_speeds_play_the_same_playouts() -> None:
    game = GAMES[9]
    slow, fast = (cp.run(margins, game, game.initial(), 8, cp.Random(4), compiled=compiled) for compiled in (False, True))
    assert slow == fast


def test_eyes_are_eyes() -> None:
    game = GAMES[5]
    state = game.parse_state(".X.X./XX.X./..XX./...../O.... X - 0 10")
    own, other = state.black, state.white
    names = {game.point_name(point) for point in range(25) if game.is_eye(own, other, 1 << point + point // game.width)}
    assert names == {"A5"}  # C4 and C5 are two points of one eye
    false_eye = game.parse_state(".XO../XO.../...../...../..... X - 0 4")
    assert not game.is_eye(false_eye.black, false_eye.white, 1 << 4 * game.step)  # A5: White holds the diagonal


def liberties_after(game: Go, state: Position, action: int) -> int:
    """How many liberties a new stone's chain has, counted point by point over the board as the rules leave it."""
    after = game.result(state, action)
    own = after.white if after.plies % 2 == 0 else after.black
    chain, waiting, free = {action}, [action], set()
    while waiting:
        row, column = divmod(waiting.pop(), game.width)
        for r, c in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= r < game.rows and 0 <= c < game.width:
                bit, point = 1 << r * game.step + c, r * game.width + c
                if not (after.black | after.white) & bit:
                    free.add(point)
                elif own & bit and point not in chain:
                    chain.add(point)
                    waiting.append(point)
    return len(free)


@given(positions())
def test_a_stone_is_given_away_where_it_takes_nothing_and_keeps_one_liberty(position: tuple[Go, Position]) -> None:
    game, state = position
    own, other = (state.black, state.white) if state.plies % 2 == 0 else (state.white, state.black)
    empty = game.board ^ (own | other)
    for action in game.actions(state):
        if action != game.points:
            after = game.result(state, action)
            takes = (state.black | state.white).bit_count() >= (after.black | after.white).bit_count()
            given = game.gives_away(own, other, empty, 1 << action + action // game.width)
            assert given == (not takes and liberties_after(game, state, action) == 1)


def test_captures_and_escapes_are_promising_and_filling_eyes_is_not() -> None:
    game = GAMES[5]
    for text, best in (("...../.XO../XO.../.X.../..... X - 0 6 B3", "C3"), ("...../.OX../.XO../.O.../..... X - 0 6 B2", "A3")):
        state = game.parse_state(text)
        assert game.format_action(state, max(game.actions(state), key=lambda action: game.promise(state, action))) == best
    eye = game.parse_state(".X.X./XX.X./..XX./...../O.... X - 0 10")
    least = min(game.promise(eye, action) for action in game.actions(eye))
    assert {game.format_action(eye, action) for action in game.actions(eye) if game.promise(eye, action) == least} == {"A5", "pass"}


def test_check_finds_nothing_also_compiled() -> None:
    report = cp.check(GAMES[9], states=15, seconds=60)
    assert report.ok and not report.hints, str(report)
    assert report.examined.compared == report.examined.states


# ── Notation and picture ──
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (".../.../...", "write 3 rows of 3 marks X, O or ."),
        ("..../.../... X", "write 3 rows of 3 marks"),
        ("XO./O../... X", r"cannot arise: the chain at A3 has 1 stones? and no liberty"),
        (".../.../... X - 0 3", "after 3 plies the other side moves"),
        (".../.../... X - 0 20", "at most 18 plies"),
        (".../.../... X - 2 0", "at least as many as passes"),
        (".../.../... X A1 0 2", "A1 is no point where one stone was just captured"),
        (".../.../... X Z9 0 2", "there is no point Z9 on this board"),
        ("x" * 5000, r"\.\.\.' is not a position"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(cp.UsageError, match=sentence):
        GAMES[3].parse_state(text)


@pytest.mark.parametrize(
    "settings",
    ["0", "20", "9.0", "True", "9,komi=0.3", "9,komi='a'", "9,komi=1e999", "9,columns=-1", "9,suicide=1", "9,max_game_length=-2"],
)
def test_absurd_parameters_are_refused(settings: str) -> None:
    with pytest.raises(cp.UsageError, match=r"go: \w+=.*: give "):
        cp.load(f"go({settings})")


def test_every_legal_action_can_be_clicked_and_the_stars_are_right() -> None:
    game = GAMES[9]
    state, rng = game.initial(), cp.Random(3)
    for _ in range(60):
        state = game.result(state, game.random_action(state, rng))
    clickable = {element.get("data-action") for element in ElementTree.fromstring(game.svg(state)).iter()} - {None}
    assert clickable == {game.format_action(state, action) for action in game.actions(state)}
    assert [len(Go(size).stars()) for size in (5, 8, 9, 13, 19)] == [0, 4, 5, 5, 9]
    assert game.text(state).splitlines()[-2] == "   A B C D E F G H J"
