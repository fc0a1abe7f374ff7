"""`counterplay play`: a game in the terminal, against an opponent of your choice, on either side, with undo and hints."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..errors import CounterplayError, UsageError
from ..game import Game
from ..players import LEVELS, CfrPlayer, LevelPlayer, Player, get_ready, level, player
from .keyboard import Keyboard
from .options import AsJson, GameName, PositionText, Seed, examples, find_game, loadable, position
from .output import say_json, working
from .table import Table

LEVELS_EXPLAINED = "[bold]Levels[/bold]\n" + "\n".join(f"  {number} {one.name:<9} {one}" for number, one in enumerate(LEVELS, 1))
EXAMPLES = examples(
    "play connect_four",
    "play tic_tac_toe --side O --level full",
    "play mygame.py:MyGame --side both",
    "play connect_four --opponent mcts:simulations=5000 --seed 1",
    "play connect_four --side none --json",
    "play leduc_poker --opponent policy:leduc.policy",
)
LEVEL_HELP = "How strong: " + "; ".join(f"{number} {one.name}" for number, one in enumerate(LEVELS, 1)) + "."


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=f"{LEVELS_EXPLAINED}\n\n{EXAMPLES}")(play)


def play(
    game_name: GameName,
    level_name: Annotated[str, typer.Option("--level", "-l", metavar="LEVEL", help=LEVEL_HELP)] = "medium",
    opponent: Annotated[
        str | None, typer.Option("--opponent", metavar="PLAYER", help="Instead of a level: alphabeta:depth=4, random, …")
    ] = None,
    side: Annotated[
        str, typer.Option("--side", metavar="SIDE", help="Yours: 0 or 1 (who begins is 0), a player's name, both, or none.")
    ] = "0",
    seed: Seed = None,
    position_text: PositionText = None,
    as_json: AsJson = False,
) -> None:
    """Play in the terminal, with undo, hints, and opponents of five strengths.

    While you play, "help" explains what you can say besides moves: moves, hint, value, undo, level, side, position, new, quit.
    """
    strength = level(level_name)
    game = find_game(game_name)
    ready: Player = CfrPlayer(seed=seed) if game.properties.hidden_information else LevelPlayer(strength, seed)
    engine = ready if opponent is None else player(opponent, seed)
    if engine.name == "human":
        side = "both"
    table = Table(
        game, loadable(game, game_name), position(game, position_text), sides(game, side), engine, Keyboard(on_stderr=as_json), seed
    )
    with working(f"{engine.name} gets ready"):
        get_ready(engine, game)
    try:
        table.play()
    except CounterplayError:  # an opponent that went away, or broken rules: what has been played is not lost
        table.goodbye()
        raise
    except KeyboardInterrupt:
        table.keyboard.draw("")
        table.goodbye()
        if not as_json:
            raise typer.Exit(130) from None
    if as_json:
        say_json(table.record())


def sides(game: Game[Any, Any], text: str) -> frozenset[int]:
    """The players that people play.

    >>> from counterplay.games.tic_tac_toe import TicTacToe
    >>> sides(TicTacToe(), "O"), sides(TicTacToe(), "none")
    (frozenset({1}), frozenset())
    """
    everybody = range(game.players)
    wanted = text.strip().lower()
    if wanted in ("both", "all"):
        return frozenset(everybody)
    if wanted == "none":
        return frozenset()
    for number in everybody:
        if wanted in (str(number), game.player_name(number).lower()):
            return frozenset({number})
    names = ", ".join(f"{number} or {game.player_name(number)}" for number in everybody)
    raise UsageError(f"There is no side {text!r} in {game.name}. Sides: {names}, both, none.")
