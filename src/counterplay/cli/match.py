"""`counterplay match`: two players, many games, who is the stronger one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, GameName, examples
from .output import errors, say_json, screen, show_facts

if TYPE_CHECKING:
    from rich.text import Text

    from ..arena import Match, Report, Standing

EXAMPLES = examples(
    "match connect_four mcts:simulations=1000 alphabeta:depth=4 --games 100 --jobs 2",
    "match othello python:mine.MyPlayer random --openings 20",
    "match tic_tac_toe 'program:./mybot' level:3 --limit 2 --file results.sqlite",
    "match chess engine:seconds=0.1 'uci:stockfish?Skill Level=5&movetime=100' --games 20 --pgn games.pgn",
    "match connect_four mcts:simulations=2000 mcts:simulations=1000 --games 2000 --sprt 0,50",
)
PlayerText = Annotated[
    str, typer.Argument(metavar="PLAYER", help="alphabeta:depth=4, mcts:simulations=1000, random, level:3, python:mine.MyPlayer, …")
]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(match)


def match(
    game_name: GameName,
    first: PlayerText,
    second: PlayerText,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games; an even number.")] = 100,
    openings: Annotated[
        int | None, typer.Option("--openings", help="How many random openings; left out: one for every pair of games.")
    ] = None,
    opening_plies: Annotated[
        int | None, typer.Option("--opening-plies", help="How long they are; left out: 4, or less in short games.")
    ] = None,
    openings_from: Annotated[
        Path | None, typer.Option("--openings-from", metavar="FILE", help="Openings from a file: a position or its moves on each line.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="How many games at once.")] = 1,
    limit: Annotated[
        float | None, typer.Option("--limit", metavar="SECONDS", help="Whoever takes longer over a move loses the game.")
    ] = None,
    sprt: Annotated[
        str | None, typer.Option("--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]", help="Stop as soon as one of two differences is proved.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of openings, dice and players: the same seed, the same games.")] = 1,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", metavar="FILE", help="Where the games are kept; the same command goes on.")
    ] = None,
    pgn: Annotated[Path | None, typer.Option("--pgn", metavar="FILE", help="Chess: write the games to this file as well, as PGN.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let two players play many games: who is stronger, by how much, how surely.

    Each opening is played twice with sides exchanged. Every game is kept as it ends: the same command goes on where it was stopped, and
    `counterplay replay FILE` shows the games.
    """
    from ..arena import Match, Sprt

    rule = None if sprt is None else Sprt.from_text(sprt)
    one = Match(game_name, (first, second), games, openings, opening_plies, openings_from, seed, limit, rule)
    if pgn is not None:
        from ..arena.pgn import require_chess

        require_chess(one.loaded)
    where = one.usual_file() if file is None else file
    begun = _Latest(games)
    try:
        with _live(begun) as show:
            standing = one.play(where, jobs, show)
    except KeyboardInterrupt:
        _stopped(one, where, begun.report, as_json)
        _export(where, pgn)
        raise typer.Exit(130) from None
    _export(where, pgn)
    if as_json:
        say_json(_answer(one, where, standing, finished=True))
        return
    if begun.report is None:
        screen().print(f"All of this was played before; the games are in {where}.", markup=False, soft_wrap=True)
    _show(one, standing)
    screen().print(f"The games: counterplay replay {where}", style="dim", markup=False, soft_wrap=True)


def _export(where: Path, pgn: Path | None) -> None:
    if pgn is None or not where.exists():
        return
    from ..arena import MatchFile
    from ..arena.pgn import export

    kept = MatchFile(where, reading=True)
    try:
        export(kept, pgn)
    finally:
        kept.close()


def _stopped(one: Match, where: Path, report: Report | None, as_json: bool) -> None:
    """Ctrl-C: what there is, and how to go on."""
    if as_json:
        answer = {} if report is None else _answer(one, where, report.standing, finished=False)
        say_json({**answer, "error": "Stopped."})
    done = 0 if report is None else report.done
    errors().print(
        f"counterplay: Stopped after {done} of {one.games} games. They are kept in {where}; the same command goes on.", soft_wrap=True
    )


def _answer(one: Match, where: Path, standing: Standing, finished: bool) -> dict[str, object]:
    return {"game": str(one.loaded), **standing.as_dict(), "openings": len(one.chosen_openings), "finished": finished, "file": str(where)}


def _show(one: Match, standing: Standing) -> None:
    first, second = standing.players
    low, less, even, more, high = standing.pairs
    rows = {
        "match": f"{first} against {second} at {one.loaded}",
        "games": f"{standing.games}: {standing.wins} won, {standing.draws} drawn, {standing.losses} lost ({100 * standing.score:.1f} %)",
        "pairs": f"{low} with 0 points, {less} with ½, {even} with 1, {more} with 1½, {high} with 2",
        "rating": f"{standing.rating()}, 95 % certain",
        "stronger": f"with {100 * standing.superiority:.1f} %",
    }
    if standing.sprt is not None:
        rows["test"] = standing.test()
    if any(standing.failures):
        lost = [f"{name} {number}" for name, number in zip(standing.players, standing.failures, strict=True) if number]
        rows["failures"] = f"games lost by errors, illegal moves or the clock: {', '.join(lost)}; the first: {standing.failure}"
    show_facts(rows)


# ── While it is played ──
class _Latest:
    """What is known of the match, as a line for people."""

    def __init__(self, games: int) -> None:
        self.games, self.started = games, time.monotonic()
        self.report: Report | None = None

    def hear(self, report: Report) -> None:
        """Called after every game; the next redraw shows it."""
        self.report = report

    def __rich__(self) -> Text:
        from rich.text import Text

        if self.report is None:
            words = f"{self.games} games: getting ready, {time.monotonic() - self.started:.0f} s"
        else:
            standing, done, total, now, seconds = self.report
            words = f"{done}/{total} games  +{standing.wins} ={standing.draws} -{standing.losses}  {standing.rating()}"
            if standing.llr is not None:
                words += f"  LLR {standing.llr:.2f}"
            if now:
                left = (total - done) * seconds / now
                words += f"  {_speed(now, seconds)}, {'at most ' if standing.sprt else ''}{_clock(left)} left"
        return Text(words, no_wrap=True, overflow="ellipsis").append("  (Ctrl-C stops; nothing is lost)", style="dim")


def _speed(games: int, seconds: float) -> str:
    each = games / seconds if seconds else 0.0
    return f"{each:.1f} games/s" if each >= 1 else f"{60 * each:.1f} games/min"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def _live(latest: _Latest) -> Iterator[Callable[[Report], None]]:
    """A line on standard error, should that be a terminal."""
    if not sys.stderr.isatty():
        yield latest.hear
        return
    from rich.live import Live
    from rich.spinner import Spinner

    with Live(Spinner("dots", text=latest), console=errors(), transient=True, refresh_per_second=8):
        yield latest.hear
