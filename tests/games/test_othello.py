"""Othello: perft tables, OpenSpiel, exact scores that other programs found, and what the evaluation promises."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.long_runs import games

import counterplay as cp
from counterplay.checking import symmetry
from counterplay.games.othello import FEATURES, Board, Othello

SIZES = (4, 6, 8)
GAMES = {size: Othello(size) for size in SIZES}
START = "---------------------------OX------XO--------------------------- X"


def data(file: Path) -> list[list[str]]:
    return [line.split() for line in file.read_text().splitlines() if line and line[0] != "#"]


def played(game: Othello, seed: int) -> Iterator[Board]:
    """The states of a random game, the last one included."""
    state, rng = game.initial(), cp.Random(seed)
    while not game.is_terminal(state):
        yield state
        state = game.result(state, game.random_action(state, rng))
    yield state


@st.composite
def positions(draw: st.DrawFn) -> tuple[Othello, Board]:
    game = GAMES[draw(st.sampled_from(SIZES))]
    states = list(played(game, draw(st.integers(0, 2**64 - 1))))
    return game, states[draw(st.integers(0, len(states) - 1))]


# ── Rules ──
def naive_flips(board: list[list[str]], row: int, column: int, mark: str) -> list[tuple[int, int]]:
    """What a disc turns over, as the rule book says it, square by square."""
    turned = []
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
        line, r, c = [], row + down, column + right
        while 0 <= r < len(board) and 0 <= c < len(board) and board[r][c] not in ("-", mark):
            line.append((r, c))
            r, c = r + down, c + right
        if 0 <= r < len(board) and 0 <= c < len(board) and board[r][c] == mark:
            turned += line
    return turned


@pytest.mark.parametrize("size", SIZES)
def test_the_rule_book_played_square_by_square_gives_the_same_games(size: int) -> None:
    game, passes = GAMES[size], 0
    for seed in range(60):
        rng, state = random.Random(seed), game.initial()
        while True:
            board, mark = [list(row) for row in game.marks(state)], "XO"[state.turn]
            legal = {
                side: [r * size + c for r in range(size) for c in range(size) if board[r][c] == "-" and naive_flips(board, r, c, side)]
                for side in "XO"
            }
            assert game.is_terminal(state) == (not legal["X"] and not legal["O"])
            if game.is_terminal(state):
                break
            actions = list(game.actions(state))
            assert actions == (legal[mark] or [size * size])
            assert game.count(state) == len(actions)
            action = rng.choice(actions)
            if action < size * size:
                row, column = divmod(action, size)
                for r, c in [(row, column), *naive_flips(board, row, column, mark)]:
                    board[r][c] = mark
            else:
                passes += 1
            state = game.result(state, action)
            assert game.marks(state) == ["".join(row) for row in board]
            assert state.turn == 1 - "XO".index(mark)
    assert passes > 5


def test_openspiel_plays_the_same_games() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the comparison with its rules did not run")
    game, other = GAMES[8], pyspiel.load_game("othello")
    rng, passes = random.Random(2000), 0
    for _ in range(games(2000)):
        state, there = game.initial(), other.new_initial_state()
        while not there.is_terminal():
            assert not game.is_terminal(state)
            assert game.to_move(state) == there.current_player()
            actions = list(game.actions(state))
            assert actions == there.legal_actions()
            action = rng.choice(actions)
            passes += action == 64
            assert game.format_action(state, action) == there.action_to_string(action).split()[0]
            state = game.result(state, action)
            there.apply_action(action)
        assert game.is_terminal(state)
        assert [game.utility(state, player) for player in (0, 1)] == there.returns()
    assert passes > 500


def test_perft_is_the_published_one(shared_data: Path) -> None:
    table = {int(row[0]): int(row[1]) for row in data(shared_data / "othello/perft.txt")}
    assert len(table) == 11
    for depth in range(1, 10):
        assert cp.perft(GAMES[8], depth, finished=True, compiled=depth > 5).leaves == table[depth]


def test_positions_up_to_symmetry_are_as_many_as_edax_counts() -> None:
    # Edax 4.4, `-count positions`: by the number of discs on the board, from 4.
    game, level = GAMES[8], {GAMES[8].initial()}
    for expected in (1, 1, 3, 14, 60, 322, 1773):
        assert len(level) == expected
        level = {game.canonical(game.result(state, action)) for state in level for action in game.actions(state)}


def test_the_second_player_wins_on_4x4_by_10_or_by_8() -> None:
    # Known since the 1980s: best play leaves two squares empty, 3 to 11.
    assert cp.solve(Othello(4).using(utility=Othello.score), all_states=True, compiled=False).value == -10
    assert cp.solve(Othello(4, empties_to_winner=False).using(utility=Othello.score), all_states=True, compiled=False).value == -8
    assert (cp.solve(Othello(4)).score, cp.solve(Othello(4, empties_to_winner=False)).score) == (-10, -8)


def test_scores_with_10_empty_squares_are_those_two_other_programs_found(shared_data: Path) -> None:
    game = GAMES[8].using(utility=Othello.score)
    rows = data(shared_data / "othello/rand10.txt")
    assert len(rows) == 100
    for board, side, score, best in rows[::4]:
        state = game.parse_state(f"{board} {side} {score} {best}")
        result = cp.negamax(game, state, compiled=True)
        assert (result.value, result.exact) == (int(score), True)
        after = game.result(state, game.parse_action(state, best))
        assert cp.negamax(game, after, compiled=True).values[state.turn] == int(score)


def test_score_counts_discs_and_gives_empty_squares_to_the_winner_if_asked() -> None:
    strict, plain = Othello(4), Othello(4, empties_to_winner=False)
    for board, with_empties, without in (
        ("-XXXXXXXXXXXXXXX X", 16, 15),
        ("OOO-OOOOOOOOOOO- X", -16, -14),
        ("XXXXXXX--OOOOOOO O", 0, 0),
        ("XOOOXOOXXOXXX-XX O", 4, 3),
    ):
        for game, score in ((strict, with_empties), (plain, without)):
            state = game.parse_state(board)
            assert game.is_terminal(state)
            assert (game.score(state, 0), game.score(state, 1)) == (score, -score)
            assert game.utility(state, 0) == (score > 0) - (score < 0) == -game.utility(state, 1)


@pytest.mark.parametrize("size", SIZES)
def test_check_finds_nothing(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symmetry, "MOST_COMPARED", 2)  # a search of each of eight images: symmetries are tested below
    report = cp.check(GAMES[size], states=150, seconds=60)
    assert report.ok and not report.hints, str(report)
    assert report.examined.compared == report.examined.states == 150


@pytest.mark.parametrize("size", SIZES)
def test_both_speeds_give_the_same_search(size: int) -> None:
    game = GAMES[size]
    for number, state in enumerate(played(game, seed=size)):
        if number % 9 == 5 and not game.is_terminal(state):
            slow, fast = (cp.negamax(game, state, depth=3, compiled=compiled) for compiled in (False, True))
            assert (fast.value, fast.line, fast.nodes) == (slow.value, slow.line, slow.nodes)


@given(positions())
def test_symmetries_are_the_turns_and_mirrors_of_the_board(position: tuple[Othello, Board]) -> None:
    game, state = position
    rows = [list(row) for row in game.marks(state)]
    images = set()
    for turned in (rows, [list(row) for row in zip(*rows, strict=True)]):
        for seen in (turned, turned[::-1]):
            images |= {"".join(map("".join, seen)), "".join("".join(row[::-1]) for row in seen)}
    found = list(game.symmetries(state))
    assert len(found) == 8
    assert {game.format_state(image)[:-2] for image in found} == images
    for image in found:
        assert image == game.parse_state(game.format_state(image))  # its moves are right too
        assert game.canonical(image) == game.canonical(state)
        assert game.evaluate(image, 0) == game.evaluate(state, 0)


# ── Notation ──
@given(positions())
def test_states_and_actions_are_read_as_they_were_written(position: tuple[Othello, Board]) -> None:
    game, state = position
    text = game.format_state(state)
    assert game.parse_state(text) == game.parse_state(f" {text.lower()}  ") == state
    assert game.parse_state(text.replace("X", "*").replace("-", ".")) == state
    if not game.is_terminal(state):
        for action in game.actions(state):
            assert game.parse_action(state, game.format_action(state, action).upper()) == action


@pytest.mark.parametrize("size", SIZES)
def test_a_game_is_read_from_its_moves_with_or_without_the_passes(size: int) -> None:
    game, passes = GAMES[size], 0
    for seed in range(20):
        rng, state = cp.Random(seed), game.initial()
        moves: list[str] = []
        while not game.is_terminal(state):
            assert game.parse_state("".join(moves)) == game.parse_state(" ".join(moves).upper()) == state
            action = game.random_action(state, rng)
            moves.append(game.format_action(state, action))
            state = game.result(state, action)
        assert game.parse_state("".join(moves)) == state
        passes += moves.count("pass")
        for way in ("--", "pa", "PASS", ""):
            assert game.parse_state("".join(way if move == "pass" else move for move in moves)) == state
    assert passes > 0


def test_positions_as_collections_write_them(shared_data: Path) -> None:
    game = GAMES[8]
    assert game.format_state(game.initial()) == START
    assert game.parse_state("") == game.parse_state(START) == game.initial()
    for file, empties in (("rand10.txt", 10), ("rand12.txt", 12), ("rand14.txt", 14)):
        for row in data(shared_data / "othello" / file):
            state = game.parse_state(" ".join(row))
            assert game.format_state(state) == f"{row[0]} {row[1]}"
            assert game.format_state(state).count("-") == empties
            assert row[3].lower() in {game.format_action(state, action) for action in game.actions(state)}
    for row in data(shared_data / "othello/ffo_40_44.txt"):
        state = game.parse_state(" ".join(row))
        assert game.format_state(state) == f"{row[2]} {row[3]}"
        assert set(row[5].lower().split(",")) <= {game.format_action(state, action) for action in game.actions(state)}
    edax = game.parse_state(f"{START}; D3:+0; C4:+0; % a comment of Edax is not among what is read".split("%")[0])
    assert edax == game.initial()


@pytest.mark.parametrize(
    ("size", "text", "sentence"),
    [
        (8, "f5d6z9", "move 3, z9, is not one of Black's: c3, c4, c5, c6, c7."),
        (8, "a1", "move 1, a1, is not one of Black's: d3, c4, f5, e6"),
        (8, "f5--", "move 2 passes, but White can play f4, d6, f6"),
        (8, "--", "move 1 passes, but Black can play"),
        (4, "e5", "move 1, e5, is not one of Black's: b1, a2, d3, c4"),
        (8, START[:64], "then a blank and the side to move, X or O"),
        (8, START[:62] + " X", "the 64 squares from a1 to h8 as X, O or -"),
        (8, START[:-1] + "Z", "is not a position: write the moves from the start, like e6f6"),
        (8, START.replace("OX", "--", 1), "cannot arise: d4 in the middle of the board is never empty"),
        (8, START + " hello", "is not a position"),
        (4, START, "the 16 squares from a1 to d4"),
        (8, "hello", "is not a position"),
        (8, "x" * 5000, r"\.\.\.' is not a position"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_the_reason(size: int, text: str, sentence: str) -> None:
    with pytest.raises(cp.UsageError, match=sentence):
        GAMES[size].parse_state(text)


def test_moves_after_the_end_are_refused() -> None:
    # The shortest game there is: Black has won after nine moves.
    moves = "e6f4e3f6g5d6e7f5c5"
    state = GAMES[8].parse_state(moves)
    assert GAMES[8].is_terminal(state)
    assert GAMES[8].score(state, 0) == 64
    with pytest.raises(cp.UsageError, match="the game was over before move 10"):
        GAMES[8].parse_state(moves + "a1")


@given(
    st.sampled_from(SIZES),
    st.one_of(st.text(max_size=30), st.text("XO-.* abcdef12345", max_size=40), st.text("-XO", min_size=16, max_size=16)),
)
def test_any_text_is_a_position_or_refused_with_a_sentence(size: int, text: str) -> None:
    game = GAMES[size]
    for given_text in (text, f"{text} X", f"1 2 {text} O +3 a1"):
        try:
            state = game.parse_state(given_text)
        except cp.UsageError as error:
            assert str(error).endswith(".") and len(str(error)) > 20
        else:
            assert game.parse_state(game.format_state(state)) == state
    try:
        assert game.parse_action(game.initial(), text) in list(game.actions(game.initial()))
    except cp.UsageError as error:
        assert "is not a move here" in str(error)


@pytest.mark.parametrize("settings", ["3", "10", "5", "0", "8.0", "'8'", "True", "8,1", "8,empties_to_winner=2"])
def test_other_boards_are_refused(settings: str) -> None:
    with pytest.raises(cp.UsageError, match=r"othello: (board_size|empties_to_winner)=.*: give (4, 6 or 8|True or False)"):
        cp.load(f"othello({settings})")


# ── Evaluation ──
@given(positions())
def test_the_evaluation_is_fair(position: tuple[Othello, Board]) -> None:
    game, state = position
    value = game.evaluate(state, 0)
    assert value == -game.evaluate(state, 1)
    if game.is_terminal(state):
        assert value == game.utility(state, 0)
    else:
        assert -1 < value < 1
        other = game.parse_state(game.format_state(state).translate(str.maketrans("XO", "OX")))
        assert game.evaluate(other, 1) == value  # Black in White's place
        assert len(game.features(state)) == len(FEATURES) == len(game.weights[0])


def test_features_are_what_they_say() -> None:
    game = GAMES[8]

    def features(board: str) -> dict[str, float]:
        return dict(zip(FEATURES, game.features(game.parse_state(board)), strict=True))

    assert features(START) == dict.fromkeys(FEATURES, 0.0) | {"parity": -1.0, "turn": 1.0}
    board = (
        "XX-----O"
        "X-----O-"
        "--------"
        "---OX---"
        "---XO---"
        "--O-----"
        "-X------"
        "--XX---- X"
    )  # fmt: skip
    found = features(board)
    assert found["corners"] == 0  # one each
    assert found["x squares"] == 1  # Black's b7: a8 is empty; White's g2 is safe, h1 is White's own
    assert found["c squares"] == 0  # a8 has none of its neighbours occupied; a1 is Black's own
    assert found["edges"] == 2  # c8 and d8
    assert found["stable discs"] == 3 - 1  # a1, b1, a2; h1 (g2 is not: one of its diagonals is open)
    assert found["discs"] == 8 - 5
    assert found["parity"] == 1  # 13 discs, 51 empty squares
    replies = game.placements(*game.parse_state(board)[1::-1])
    assert found["mobility"] == (game.count(game.parse_state(board)) - bin(replies).count("1")) / (
        game.count(game.parse_state(board)) + bin(replies).count("1") + 2
    )


@given(positions(), st.integers(0, 2**64 - 1))
def test_stable_discs_are_never_turned_over(position: tuple[Othello, Board], seed: int) -> None:
    game, state = position
    rng = cp.Random(seed)
    stable = [(state.turn, game.stable(state.mine)), (1 - state.turn, game.stable(state.theirs))]
    while not game.is_terminal(state):
        state = game.result(state, game.random_action(state, rng))
        for player, discs in stable:
            assert discs & ~(state.mine if state.turn == player else state.theirs) == 0


def disc_count(game: Any, state: Board, player: int) -> float:
    difference = (bin(state.mine).count("1") - bin(state.theirs).count("1")) / 65
    return difference if player == state.turn else -difference


def test_one_ply_ahead_the_evaluation_beats_counting_discs() -> None:
    game, counting = GAMES[8], GAMES[8].using(evaluate=disc_count)
    won, rng = 0, cp.Random(8)
    for _ in range(20):
        opening = game.initial()
        for _ in range(6):
            opening = game.result(opening, game.random_action(opening, rng))
        for colour in (0, 1):
            state = opening
            while not game.is_terminal(state):
                state = game.result(state, cp.negamax(game if state.turn == colour else counting, state, depth=1, compiled=False).action)
            won += game.utility(state, colour) > 0
    assert won >= 30


# ── Picture ──
def test_text_is_what_a_person_expects() -> None:
    game = GAMES[4]
    assert game.text(game.initial()) == "   a b c d\n 1 - - - -\n 2 - O X -\n 3 - X O -\n 4 - - - -\nBlack (X) to move, 2 X and 2 O"
    assert game.text(game.parse_state("XOOOXOOXXOXXX-XX O")).endswith("\nthe game is over, 9 X and 6 O")


@pytest.mark.parametrize("size", SIZES)
def test_every_legal_action_can_be_clicked_and_no_other(size: int) -> None:
    game, seen = GAMES[size], set()
    for seed in range(12):
        for state in played(game, seed):
            if state.moves and seed:
                continue
            root = ElementTree.fromstring(game.svg(state))
            clickable = {element.get("data-action") for element in root.iter()} - {None}
            legal = set() if game.is_terminal(state) else {game.format_action(state, action) for action in game.actions(state)}
            assert clickable == legal
            seen |= legal
    assert {"pass", "a1"} <= seen
