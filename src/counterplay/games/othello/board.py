"""The picture of an Othello board."""

from __future__ import annotations

from typing import Any

from ...picture import Grid, column_letters, element, named, words


def board(game: Any, state: Any) -> str:
    """The discs, dots where the side to move may put one, and a button where it has to pass."""
    side = game.board_size
    grid = Grid(side, side, cell=56)
    colours = {"X": "#1b2420", "O": "#f6f7f2"}
    extent: dict[str, float] = {"x": grid.margin - 4, "y": grid.margin - 4, "width": side * 56 + 8, "height": side * 56 + 8, "rx": 8}
    grid.draw(element("rect", fill="#24573f", **extent))
    for row, marks in enumerate(game.marks(state)):
        for column, mark in enumerate(marks):
            x, y = grid.centre(row, column)
            grid.draw(grid.square(row, column, "#3d8361", inset=0.75, rx=2))
            square = row * side + column
            if mark != "-":
                stone = element("circle", cx=x, cy=y, r=22.5, fill=colours[mark], stroke="#16382a", stroke_width=1.5)
                grid.draw(named(f"{game.square_name(square)}: {game.player_name('XO'.index(mark))}", stone))
            elif state.moves >> square & 1:
                grid.draw(element("circle", cx=x, cy=y, r=6, fill=colours["XO"[state.turn]], fill_opacity=0.55))
                grid.draw(grid.target(row, column, game.square_name(square)))
    grid.coordinates(column_letters(side), [str(row + 1) for row in range(side)])
    if not state.moves and not game.is_terminal(state):
        x, y = grid.width / 2, grid.height / 2
        button: dict[str, float] = {"x": x - 75, "y": y - 19, "width": 150, "height": 38, "rx": 19}
        grid.draw(element("rect", fill="#f8fafc", stroke="#16382a", stroke_width=1.5, data_action="pass", **button))
        grid.draw(words(x, y, f"{game.player_name(state.turn)} passes", 17, pointer_events="none"))
    return grid.finish(f"Othello, {game.format_state(state)}", sides=(colours["X"], colours["O"]))
