"""The programs we compare ourselves with, each asked in its own words; absent ones are told of in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from .measure import installed

INSTALL = "pip install '.[bench]'"


@dataclass(frozen=True)
class Peer:
    """Another program: its name for people, its package, and the modules we need of it."""

    name: str
    package: str
    modules: tuple[str, ...]

    @property
    def version(self) -> str:
        """The installed version."""
        return installed(self.package) or "?"

    def absent(self) -> str | None:
        """None if it can be used, else a sentence that says why not and what to do."""
        for module in self.modules:
            try:
                import_module(module)
            except ImportError as error:
                return f"{self.name} is left out: {error}. To compare with it: {INSTALL}"
        return None


OPEN_SPIEL = Peer("OpenSpiel", "open_spiel", ("pyspiel", "open_spiel.python.algorithms.minimax"))
QUANT_ECON = Peer("QuantEcon", "quantecon", ("quantecon", "quantecon.game_theory"))
NASHPY = Peer("nashpy", "nashpy", ("nashpy",))
GAMBIT = Peer("Gambit", "pygambit", ("pygambit",))
EASY_AI = Peer("easyAI", "easyAI", ("easyAI", "easyAI.games.ConnectFour"))
SIMPLE_AI = Peer("simpleai", "simpleai", ("simpleai.search",))


def open_spiel_alphabeta(game_name: str, depth: int) -> Callable[[], int]:
    """OpenSpiel's alpha-beta over its C++ states, evaluation 0 at the horizon, as a contestant that returns its number of nodes.

    Its wheels bind no depth-first search in C++; this one, in Python, is what they have. The nodes are counted once beforehand, so that
    counting costs nothing in the measured rounds.
    """
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(game_name)

    def search() -> None:
        minimax.alpha_beta_search(game, value_function=lambda state: 0.0, maximum_depth=depth)

    counted = 0
    plain = minimax._alpha_beta

    def counting(*arguments: Any, **named: Any) -> Any:
        nonlocal counted
        counted += 1
        return plain(*arguments, **named)

    minimax._alpha_beta = counting
    try:
        search()
    finally:
        minimax._alpha_beta = plain
    nodes = counted

    def contestant() -> int:
        search()
        return nodes

    return contestant


def easy_ai_negamax(depth: int) -> Callable[[], int]:
    """easyAI's Negamax on its own Connect Four, as a contestant that returns its number of nodes (counted once beforehand)."""
    from easyAI import AI_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour

    counted = 0

    class Counting(ConnectFour):  # type: ignore[misc]
        def make_move(self, column: int) -> None:
            nonlocal counted
            counted += 1
            super().make_move(column)

    def search(kind: type[Any]) -> None:
        algorithm = Negamax(depth)
        algorithm(kind([AI_Player(algorithm), AI_Player(algorithm)]))

    search(Counting)
    nodes = counted + 1  # the root is not made by a move

    def contestant() -> int:
        search(ConnectFour)
        return nodes

    return contestant


def open_spiel_mcts(game_name: str, simulations: int, exploration: float) -> Callable[[], int]:
    """OpenSpiel's C++ MCTS with one random playout a leaf, as a contestant that returns its number of simulations.

    Where chance begins, it has made its first move. Games whose name begins with `python_` are those that it has in Python.
    """
    import pyspiel

    if game_name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401  (registers them)
    game = pyspiel.load_game(game_name)
    state = game.new_initial_state()
    if state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    def contestant() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, exploration, simulations, 4000, False, 1, False)
        return int(bot.mcts_search(state).explore_count)

    return contestant


def simple_ai_puzzles(positions: list[tuple[int, ...]], columns: int) -> Callable[[], int]:
    """simpleai's A* on sliding puzzles with the Manhattan distance, as a contestant that returns how many it solved.

    A state is the tuple of tiles, as its own example of the 8-puzzle suggests for speed; moves are made by exchanging two of them.
    """
    from simpleai.search import SearchProblem, astar

    cells = len(positions[0])
    beside = [
        [other for other in range(cells) if abs(other // columns - cell // columns) + abs(other % columns - cell % columns) == 1]
        for cell in range(cells)
    ]

    class Puzzle(SearchProblem):  # type: ignore[misc]
        def actions(self, state: tuple[int, ...]) -> list[int]:
            return beside[state.index(0)]

        def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
            tiles, blank = list(state), state.index(0)
            tiles[blank], tiles[action] = tiles[action], 0
            return tuple(tiles)

        def is_goal(self, state: tuple[int, ...]) -> bool:
            return state == tuple(range(cells))

        def heuristic(self, state: tuple[int, ...]) -> int:
            return sum(
                abs(tile // columns - cell // columns) + abs(tile % columns - cell % columns) for cell, tile in enumerate(state) if tile
            )

    def contestant() -> int:
        for position in positions:
            solution = astar(Puzzle(position), graph_search=True)
            assert solution is not None
        return len(positions)

    return contestant
