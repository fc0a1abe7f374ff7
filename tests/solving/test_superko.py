"""Superko: equal to playing everything out with the whole history, on random graphs and on small boards of Go; published values."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.games.go import Go


class Circles(cp.Game[tuple[int, int], int]):
    """A token on a graph, moved by both in turn; at places below 0 the game ends, and one of the two wins.

    Places of one `colour` are one situation; those in `free` may be entered whatever was there before.
    """

    alternates = True
    finite = False
    compiles = False

    def __init__(self, steps: tuple[tuple[int, ...], ...], colours: tuple[int, ...], free: frozenset[int]):
        self.steps_from, self.colours, self.free = steps, colours, free

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> Iterator[int]:
        yield from self.steps_from[state[0]]

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return action, 1 - state[1]

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] < 0

    def utility(self, state: tuple[int, int], player: int) -> float:
        return 1.0 if (state[0] == -1) == (player == 0) else -1.0

    def situation(self, state: tuple[int, int]) -> tuple[int, int]:
        return self.colours[state[0]], state[1]

    def may_come_back(self, state: tuple[int, int]) -> bool:
        return state[0] in self.free


def played_out(game: Any, state: Any, before: frozenset[Any]) -> bool:
    """Whether the player to move wins, by trying everything that the history allows."""
    mover = game.to_move(state)
    before |= {game.situation(state)}
    for action in game.actions(state):
        child = game.result(state, action)
        if game.is_terminal(child):
            if game.utility(child, mover) > 0:
                return True
        elif (game.may_come_back(child) or game.situation(child) not in before) and not played_out(game, child, before):
            return True
    return False


@st.composite
def circles(draw: st.DrawFn) -> Circles:
    """Graphs without a circle of free places alone: there the game would not end."""
    places = draw(st.integers(2, 6))
    goals = st.lists(st.integers(-2, places - 1), min_size=1, max_size=3, unique=True).map(tuple)
    steps = tuple(draw(goals) for _ in range(places))
    colours = tuple(draw(st.integers(0, place)) for place in range(places))
    free = draw(st.sets(st.integers(1, places - 1), max_size=2))
    return Circles(steps, colours, frozenset(place for place in free if not free.intersection(steps[place])))


@given(circles())
def test_on_any_graph_the_value_is_that_of_playing_everything_out(game: Circles) -> None:
    found = cp.solve_superko(game)
    assert (found.value > 0) == played_out(game, game.initial(), frozenset())
    if found.value > 0:
        child = game.result(game.initial(), found.action)
        assert game.is_terminal(child) or not played_out(game, child, frozenset([game.situation(game.initial())]))


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (1, 3), (1, 4)])
def test_small_boards_of_go_played_out(rows: int, columns: int) -> None:
    for komi in (-0.5, 0.5, 1.5, 2.5):
        game = Go(rows, komi=komi, columns=columns, max_game_length=-1)
        assert (cp.solve_superko(game, compiled=False).value > 0) == played_out(game, game.initial(), frozenset())


def test_3x3_is_worth_what_was_published(shared_data: Path) -> None:
    """So is 4x4, but that takes minutes: docs/databases.md has the command."""
    lines = [line.split(",") for line in (shared_data / "go/go_small_board_values.csv").read_text().splitlines() if line[:1].isdigit()]
    value = next(int(points) for rows, columns, points in lines if (rows, columns) == ("3", "3"))
    for komi, wins in ((value - 0.5, True), (value + 0.5, False)):
        assert (cp.solve_superko(Go(3, komi=komi, max_game_length=-1), compiled=True).value > 0) == wins


def test_what_does_not_fit_is_said() -> None:
    with pytest.raises(cp.CounterplayError, match="komi of half points"):
        cp.solve_superko(Go(2, komi=1, max_game_length=-1), compiled=False)
    with pytest.raises(cp.CounterplayError, match="take turns"):
        cp.solve_superko(cp.load("kalah"))
