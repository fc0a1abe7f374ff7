"""Positions as people give them: as the game writes them, or as the line of moves that leads there.

And what a player may see of them, and how a game ended, in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .errors import CounterplayError, UsageError
from .game import Game
from .lines import NotPlayable, after_names, moves_in
from .picture import text_picture

LONGEST_REPEATED = 100
"""So much of a text is repeated by the sentence that refuses it."""
_NUMBERS = (re.compile(r"(?<!\S)\d+\.+(?![\d.])"), re.compile(r"(?<!\S)\d+\.+"))
"""The numbers of moves as people write them: "1. e4 e5 2. Nf3", "1.e4", "1. e4 1... e5"; and glued to moves that are digits, "1.4"."""
_NUMBER = re.compile(r"\s*\d+\.")
_FIRST_NUMBER = re.compile(r"\s*1\.(?!\.)(?:\D|\S+\s+\S)")
"""How a numbered line begins. Not so: the way 1.1 through a tree, and a line that begins later in the game, "3. Nf3" or "1... e5"."""


def read_position(game: Game[Any, Any], text: str) -> Any:
    """The state that a text describes: one that the game can read, or the one after some moves, numbered or not.

    What is neither is refused for what is wrong in the one that it looks like.

    >>> from counterplay import load
    >>> game = load("connect_four")
    >>> read_position(game, "4 4 3") == read_position(game, "443") == read_position(game, "1. 4 4 2. 3")
    True
    >>> read_position(load("chess"), "1. e4 e5 2. Ke3")
    Traceback (most recent call last):
    ...
    counterplay.lines.NotPlayable: Move 3: 'Ke3' is not legal here. Legal: Ba6, Bb5, Bc4, Bd3, Be2, ...
    """
    if not text.strip():
        example = game.format_state(game.initial())
        raise UsageError(f"An empty text is no position of {game.name}: write the moves that lead there, or a position like {example}.")
    try:
        return game.parse_state(text)
    except CounterplayError as error:
        not_a_state = error
    try:
        return after_moves(game, text)
    except NotPlayable as problem:
        if problem.number > 1 or _looks_like_moves(game, text):
            raise
        sentence = str(not_a_state)
        for whole in (text.strip(), repr(text.strip())[1:-1], repr(text)[1:-1]):  # a game's sentence may repeat all of it
            sentence = sentence.replace(whole, whole[:LONGEST_REPEATED])
        raise UsageError(sentence) from not_a_state


def after_moves(game: Game[Any, Any], text: str) -> Any:
    """The state after a line of moves from the start. Of the ways to take it apart, the one that gets furthest says what is wrong."""
    problems: list[NotPlayable] = []
    for names in move_lists(text):
        try:
            return after_names(game, names)
        except NotPlayable as problem:
            problems.append(problem)
    raise max(problems, key=lambda problem: problem.number)


def move_lists(text: str) -> Iterator[tuple[str, ...]]:
    """The lists of moves that a text may be, likely ones first: without the numbers of the moves, if it has them, or as it stands; parted
    by semicolons, commas or blanks, or a single move.

    >>> next(move_lists("1. e4 e5 2. Nf3"))
    ('e4', 'e5', 'Nf3')
    """
    if is_numbered(text):
        texts = [*(number.sub(" ", text) for number in _NUMBERS), text]
    else:  # "e4 e5 2. Nf3"; but what begins with another number than 1 begins later in the game
        texts = [text] if _NUMBER.match(text) else [text, _NUMBERS[0].sub(" ", text)]
    for plain in dict.fromkeys(texts):
        parted = [plain.split(separator) for separator in (";", ",") if separator in plain]
        for words in (*parted, plain.split(), [plain]):
            names = tuple(word.strip() for word in words if word.strip())
            if names:
                yield names


def is_numbered(text: str) -> bool:
    """Whether this begins as a numbered line of moves from the start of a game does."""
    return _FIRST_NUMBER.match(text) is not None


def _looks_like_moves(game: Game[Any, Any], text: str) -> bool:
    """Whether a text that cannot be read is rather a line of moves than a position.

    It is a position if it has marks in it that positions of this game have and its first moves do not have: the strokes of a FEN. It is a
    line if a word is made of letters and digits as a first move is, like e5; or where the game has no notation for positions.
    """
    if is_numbered(text):
        return True
    start = game.initial()
    first = [] if game.is_terminal(start) else moves_in(game, start)
    names = {name for move in first for name in (game.format_action(start, move), game.from_to(start, move))}
    longest = max(game.format_state(start).split(), key=len, default="")
    if any(not mark.isalnum() and mark in text for mark in set(longest) - set("".join(names)) - set(",;")):
        return False
    shapes = {_shape(name) for name in names}
    return not game.overrides("parse_state") or any(_shape(word) in shapes for word in text.split())


def _shape(word: str) -> str:
    """How a word is made of letters and digits: `Qxf7` like `e5`."""
    return re.sub(r"\d", "0", re.sub(r"[^\W\d_]+", "a", word))


def root_of(game: Game[Any, Any], state: Any = None) -> Any:
    """Where a search begins: at the initial state, if nobody says another.

    >>> from counterplay import load
    >>> root_of(load("chess"), "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")
    Traceback (most recent call last):
    ...
    counterplay.errors.UsageError: '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1' is text, not a state of chess: give game.parse_state(text).
    """
    start = game.initial()
    if state is None:
        return start
    if type(state) is not type(start):
        _require_state(game, state, type(start))
    return state


def _require_state(game: Game[Any, Any], state: object, usual: type) -> None:
    """Refuse what is no state of a game. Rules that are not compiled may have several types of states: they say whether they know it."""
    if isinstance(state, str) and not issubclass(usual, str):
        raise UsageError(f"{state!r} is text, not a state of {game.name}: give game.parse_state(text).")
    try:
        if not game.is_terminal(state):
            moves_in(game, state)
    except Exception as error:
        raise UsageError(
            f"{state!r:.60} is no state of {game.name}: its states are of the type {usual.__name__}. game.initial() is one,"
            f" game.result(state, action) another; game.parse_state(text) reads one from text. (The rules say: {error})"
        ) from error


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


def result_words(game: Game[Any, Any], payoffs: list[float]) -> str:
    """How a game ended: "X wins", "A draw", "Max gets 3".

    >>> from counterplay import load
    >>> result_words(load("tic_tac_toe"), [-1.0, 1.0]), result_words(load("othello"), [0.0, 0.0])
    ('O wins', 'A draw')
    """
    if game.players != 2 and (words := decided(game, payoffs)):
        return words
    names = [game.player_name(player) for player in range(game.players)]
    if game.players == 2 and game.payoff_sum == 0 and abs(payoffs[0]) in (0.0, 1.0):
        return "A draw" if payoffs[0] == 0 else f"{names[0] if payoffs[0] > 0 else names[1]} wins"
    if game.players == 2 and game.payoff_sum == 0:
        return f"{names[0]} gets {payoffs[0]:g}"
    return ", ".join(f"{name} gets {payoff:g}" for name, payoff in zip(names, payoffs, strict=True))


def lost_on_time_words(game: Game[Any, Any], player: int) -> str:
    """How a game ended in which this player's time is over, in words.

    >>> from counterplay import load
    >>> lost_on_time_words(load("chess"), 0), lost_on_time_words(load("nim(players=3)"), 1)
    ('Black wins on time', "Player 2's time is over")
    """
    return f"{game.player_name(1 - player)} wins on time" if game.players == 2 else f"{game.player_name(player)}'s time is over"
