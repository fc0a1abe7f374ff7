"""Positions as people give them: as the game writes them, or as the line of moves that leads there.

And what a player may see of them, and how a game ended, in words.
"""

from __future__ import annotations

from typing import Any

from .errors import CounterplayError, UsageError
from .game import Game
from .picture import text_picture


def read_position(game: Game[Any, Any], text: str) -> Any:
    """The state that a text describes: one that the game can read, or the one after some moves.

    >>> from counterplay import load
    >>> game = load("connect_four")
    >>> read_position(game, "4 4 3") == read_position(game, "443")
    True
    """
    try:
        return game.parse_state(text)
    except CounterplayError as error:
        not_a_state = error
    try:
        return after_moves(game, text)
    except CounterplayError as error:
        if game.overrides("parse_state") and len(_words(text)) <= 1:
            raise UsageError(str(not_a_state)) from error
        raise UsageError(f"not a position ({_inner(not_a_state)}), nor a line of moves ({_inner(error)}).") from error


def after_moves(game: Game[Any, Any], text: str) -> Any:
    """The state after a line of moves from the beginning: separated by ; or , or blanks."""
    problem: CounterplayError | None = None
    for separator in (";", ",", None):
        words = _words(text, separator)
        if separator is not None and len(words) < 2:
            continue
        state = game.initial()
        try:
            for word in words:
                if game.is_terminal(state):
                    raise UsageError(f"the game is over before {word!r}")
                state = game.result(state, game.parse_action(state, word))
            return state
        except CounterplayError as error:
            problem = problem or error
    raise problem or UsageError("no moves")


def _words(text: str, separator: str | None = None) -> list[str]:
    return [word.strip() for word in text.split(separator) if word.strip()]


def _inner(error: CounterplayError) -> str:
    return str(error).rstrip(".")


def root_of(game: Game[Any, Any], state: Any = None) -> Any:
    """Where a search begins: at the initial state, if nobody says another.

    >>> from counterplay import load
    >>> root_of(load("chess"), "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")
    Traceback (most recent call last):
    ...
    counterplay.errors.UsageError: '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1' is text, not a state of chess: give game.parse_state(text).
    """
    if state is None:
        return game.initial()
    if isinstance(state, str) and not isinstance(game.initial(), str):
        raise UsageError(f"{state!r} is text, not a state of {game.name}: give game.parse_state(text).")
    return state


def text_for(game: Game[Any, Any], state: Any, viewer: int | None) -> str:
    """The state as text, with nothing that this player may not see; None sees everything, as everybody does where the game is over.

    >>> from counterplay import load
    >>> game = load("kuhn_poker")
    >>> print(text_for(game, game.parse_state("K J pass"), 1))
    Player 1  ?  o   pass
    Player 2  J  o
    """
    if viewer is None or not game.properties.hidden_information or game.is_terminal(state):
        return game.text(state)
    if game.overrides("seen"):
        return game.text(game.seen(state, viewer))
    private, public = game.observation(state, viewer)
    return f"{game.player_name(viewer)} sees {private!r}; everybody sees {public!r}."


def svg_for(game: Game[Any, Any], state: Any, viewer: int | None) -> str:
    """The picture of a state, with nothing in it that this player may not see."""
    if viewer is None or not game.properties.hidden_information or game.is_terminal(state):
        return game.svg(state)
    return game.svg(game.seen(state, viewer)) if game.overrides("seen") else text_picture(text_for(game, state, viewer))


def with_reason(game: Game[Any, Any], state: Any, outcome: str) -> str:
    """How a game ended that is over here, and why, where there is something to add.

    >>> from counterplay import load
    >>> chess = load("chess")
    >>> with_reason(chess, chess.parse_state("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), "White wins")
    'White wins: checkmate'
    >>> with_reason(chess, chess.initial(), "A draw")
    'A draw: the same position 3 times'
    """
    why = game.why_over(state) if game.is_terminal(state) else f"the same position {game.repetition_draws} times"
    return f"{outcome}: {why}" if why else outcome


def decided(game: Game[Any, Any], payoffs: list[float]) -> str | None:
    """How a game ended that knows nothing but winning and losing, in words; None where numbers say it better.

    >>> from counterplay import load
    >>> decided(load("nim(players=3)"), [0.5, -1.0, 0.5]), decided(load("sliding_puzzle"), [1.0])
    ('Player 2 loses', 'Solved')
    """
    if not game.decisive:
        return None
    if game.players == 1:
        return "Solved" if payoffs[0] > 0 else "Lost"
    best = [player for player, payoff in enumerate(payoffs) if payoff == max(payoffs)]
    worst = [player for player, payoff in enumerate(payoffs) if payoff == min(payoffs)]
    if len(best) == game.players:
        return "A draw"
    if len(best) == 1:
        return f"{game.player_name(best[0])} wins"
    return f"{game.player_name(worst[0])} loses" if len(worst) == 1 else None
