"""Which algorithm fits which game, said in a sentence."""

from __future__ import annotations

from math import inf
from numbers import Real
from typing import Any

from ..errors import DoesNotFit, RulesError, UsageError
from ..game import Game


def require_game(algorithm: str, game: object) -> None:
    """Refuse what is no game: most often its name, or its class."""
    if not isinstance(game, Game):
        raise UsageError(f"{algorithm} needs a game, not {game!r:.60}: make one with counterplay.load('tic_tac_toe').")


def require_time(seconds: float | None) -> None:
    """Refuse a time that is none; no time at all is no limit."""
    if seconds is not None and not (isinstance(seconds, Real) and 0 < seconds < inf):
        raise UsageError(f"seconds={seconds!r}: give a time above 0; leave it out where there is no limit.")


def endless_value(game: Game[Any, Any]) -> RulesError:
    """What to say of a search that found an infinite value: no action was better than nothing."""
    wrong = "a state that is not over and yet has no action, an infinite utility, or an evaluation that is not a number"
    return RulesError(f"{game.name} has {wrong}: check(game) finds it; if you gave evaluate=, look there.")


def require_perfect_information(algorithm: str, game: Game[Any, Any]) -> None:
    """Refuse a game whose players do not see everything, and one that does not know how many players it has."""
    require_game(algorithm, game)
    if type(game.players) is not int or game.players < 1:
        raise RulesError(f"{game.name} says that it has players = {game.players!r}; that must be an int, 1 or more.")
    if game.simultaneous:
        raise DoesNotFit(f"{algorithm} needs players who move one after the other, but in {game.name} they move at once: use cfr.")
    if game.properties.hidden_information:
        raise DoesNotFit(f"{algorithm} needs perfect information, but in {game.name} players do not see everything: use cfr.")


def require_no_chance(algorithm: str, game: Game[Any, Any]) -> None:
    """Refuse a game in which chance moves, naming an algorithm that can search it."""
    require_perfect_information(algorithm, game)
    if game.properties.chance:
        raise DoesNotFit(f"{algorithm} needs a game without chance, but {game.name} has chance moves: use maxn.")


def require_one_player(algorithm: str, game: Game[Any, Any]) -> None:
    """Refuse a game in which somebody else moves, naming algorithms that can search it."""
    require_perfect_information(algorithm, game)
    if game.players > 1:
        raise DoesNotFit(f"{algorithm} is for one player, but {game.name} has {game.players}: use best, which chooses a search that fits.")
    if game.properties.chance:
        raise DoesNotFit(f"{algorithm} needs a game without chance, but {game.name} has chance moves: use expectiminimax.")


def require_constant_sum(algorithm: str, game: Game[Any, Any]) -> None:
    """Refuse a game in which one number does not say what everybody gets, naming an algorithm that can search it."""
    require_perfect_information(algorithm, game)
    if game.players > 2:
        raise DoesNotFit(f"{algorithm} is for two players, but {game.name} has {game.players}: use maxn.")
    if game.players == 2 and game.payoff_sum is None:
        raise DoesNotFit(f"{algorithm} needs a zero-sum game, but in {game.name} one player's gain is not the other's loss: use maxn.")


def require_two_player_zero_sum(algorithm: str, game: Game[Any, Any]) -> None:
    """Refuse a game that minimax and its kind cannot search, naming an algorithm that can."""
    require_constant_sum(algorithm, game)
    if game.properties.chance:
        raise DoesNotFit(f"{algorithm} needs a game without chance, but {game.name} has chance moves: use expectiminimax.")


def require_opponents(algorithm: str, game: Game[Any, Any]) -> None:
    """Refuse a game in which a value, negated, is not the opponent's: negamax needs exactly that."""
    require_two_player_zero_sum(algorithm, game)
    if game.players == 1:
        raise DoesNotFit(f"{algorithm} needs an opponent, but {game.name} has one player: use minimax.")
    if game.payoff_sum:
        raise DoesNotFit(
            f"{algorithm} needs utilities that add up to 0, but those of {game.name} add up to {game.payoff_sum}: use alphabeta."
        )


def zero_sum_values(game: Game[Any, Any], player: int, value: float) -> tuple[float, ...]:
    """One number for each player, where `value` is that of `player` and what remains of the sum is the other's."""
    return shared_values(game, player, value)


def shared_values(game: Game[Any, Any], player: int, value: float) -> tuple[float, ...]:
    """One number for each player, where `value` is that of `player` and the others share what remains of the sum."""
    other = ((game.payoff_sum or 0.0) - value) / max(game.players - 1, 1)
    return tuple(value if one == player else other for one in range(game.players))
