"""Runs that learn, in words and curves for a page; which there are is known to `networks`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from shlex import quote
from typing import Any, Final

from ..errors import CounterplayError
from ..evaluations import guided_game
from ..game import Game
from ..learning.curves import is_number
from ..learning.runs import Kind, Run
from . import bounds
from .catalogue import Catalogue
from .learning_models import Chart, GenerationEntry, LearningList, Point, RunEntry, RunView, Shipped
from .matches_models import PlayPage
from .networks import HOW, Learned, Networks, of_run
from .refusals import Refusal

KINDS: Final[dict[Kind, str]] = {
    "policy": "a network that guides a search, in the way of AlphaZero",
    "network": "a network that evaluates, by TD(λ)",
    "patterns": "patterns that evaluate, by TD(λ)",
    "features": "the weights of features, by regression",
}


def listed(networks: Networks, catalogue: Catalogue) -> LearningList:
    """All runs, those that learn now first, then the newest; and what comes with the games."""
    found = sorted(networks.runs().items(), key=lambda one: (one[1].state != "running", -one[1].written))
    entries = [_entry(name, run, catalogue) for name, run in found]
    shipped = []
    for name, game in catalogue.games.items():
        with suppress(CounterplayError):
            text = guided_game(game) or str(game)  # it may have learned on another board
            other = None if text == str(game) else catalogue.recognised(text, text)
            for size in (game,) if other is None else (game, other[1]):
                shipped += [_shipped(name, size, one, catalogue) for one in networks.own(size)]
    return LearningList(runs=entries, shipped=shipped)


def _shipped(name: str, game: Game[Any, Any], one: Learned, catalogue: Catalogue) -> Shipped:
    changed = catalogue.changed(name, game)
    title = ", ".join([game.title, *(f"{word.replace('_', ' ')} {value}" for word, value in changed.items())])
    return Shipped(id=one.id, game=name, parameters=changed, title=title, kind=KINDS[one.kind], words=one.words)


def shown(networks: Networks, catalogue: Catalogue, name: str) -> RunView:
    """A run with its curves and generations."""
    run = networks.runs().get(name)
    if run is None:
        raise Refusal(404, "There is no such run here: /learning lists those there are.")
    kept = run.generations[-bounds.GENERATIONS :]
    generations = [
        GenerationEntry(id=one.id, words=one.words, games=part.games, seconds=part.seconds, problem=networks.problem(part, run.kind))
        for one, part in zip(of_run(name, run), kept, strict=True)
    ]
    found = catalogue_game(run, catalogue)
    learned = next(of_run(name, run), None)
    how = "" if found is None or learned is None else HOW[learned.search(found[1])]
    plain: dict[str, Any] = {word: value for word, value in run.settings.items() if word != "game" and isinstance(value, int | float | str)}
    return RunView(run=_entry(name, run, catalogue), settings=plain, charts=list(charts(run)), generations=generations, how=how)


def catalogue_game(run: Run, catalogue: Catalogue) -> tuple[str, Any] | None:
    """The game of a run and its name here, if it is here."""
    try:
        return catalogue.recognised(run.game, run.game)
    except CounterplayError:  # parameters that the game does not have any more
        return None


def _entry(name: str, run: Run, catalogue: Catalogue) -> RunEntry:
    found = catalogue_game(run, catalogue)
    play = None if found is None else PlayPage(game=found[0], parameters=catalogue.changed(*found))
    return RunEntry(
        id=name,
        name=run.folder.name,
        game=run.game,
        title=run.game.partition("(")[0].replace("_", " ").capitalize() if found is None else found[1].title,
        kind=KINDS[run.kind],
        state=run.state,
        words=_state(run),
        games=run.games,
        goal=run.goal,
        seconds=run.seconds,
        play=play,
    )


def _state(run: Run) -> str:
    """How a run is, and what to do about it."""
    again = f"counterplay {run.command} {quote(run.game)} --save {quote(run.folder.name)} --resume"
    if run.kind == "features":  # these are not in a checkpoint
        again += f" --rounds {run.settings['rounds']} --games {run.goal}"
    if run.state == "stopped":
        return f"It was stopped or killed on the way. {run.problem or ''} To go on: {again}".replace("  ", " ")
    if run.state == "damaged":
        return run.problem or "Its files are damaged."
    words = "It learns now, in another process." if run.state == "running" else "It is done."
    return f"{words} {run.problem}" if run.problem else words


def charts(run: Run) -> Iterator[Chart]:
    """What there is to see of a run, by what it measures itself by."""
    if run.kind == "policy":
        yield _chart(run, "policy_loss", "Loss of the policy", "How much the search's own choice surprises it, in nats: less is better.")
        yield _chart(run, "value_loss", "Loss of the value", "How much the end of a game surprises it, in nats: less is better.")
        yield _chart(
            run,
            "gate",
            "Match against the one before",
            "Its share of the points. From half on it plays from then on; an empty dot: the one before played on.",
            percent=True,
            middle=0.5,
        )
    elif run.kind == "features":
        yield _chart(run, "error", "Error on games it did not learn from", "In bits a position: 1 knows nothing, less is better.")
    else:
        rival = "against the evaluation that the game has by itself, both looking one ply ahead"
        yield _chart(run, "won", "Games won", f"The share of games won {rival}.", percent=True, middle=0.5)
        yield _chart(run, "points", "Points a game", f"What a game brings {rival}, with its 95 % interval.", middle=0.0, error="error")


def _chart(
    run: Run, measure: str, title: str, about: str, *, percent: bool = False, middle: float | None = None, error: str | None = None
) -> Chart:
    points = [
        Point(
            games=int(point["games"]),
            seconds=point["seconds"],
            value=float(point[measure]),
            error=1.96 * float(point[error]) if error and is_number(point.get(error)) else None,
            hollow=point.get("promoted") is False and measure == "gate",
        )
        for point in run.points
        if is_number(point.get(measure))
    ]
    step = -(-len(points) // bounds.CURVE_POINTS) or 1
    thin = [point for place, point in enumerate(points) if place % step == 0 or place == len(points) - 1]
    return Chart(title=title, about=about, percent=percent, middle=middle, points=thin)
