"""Tables as on the slides, in text, HTML and SVG: best responses underlined, equilibria boxed.

The first player chooses the row, the second the column. With more players there is one table for each choice of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import product
from typing import TYPE_CHECKING, Final

from ..picture import CELL, GLOW, INK, MUTED, PAPER, RULE, SANS, element, panel, picture, words
from .exact import shown

if TYPE_CHECKING:
    from .normal_form import NormalForm

MOST_SHOWN: Final = 30
"""Tables show so many rows and columns; of larger ones, the first."""
MOST_TABLES: Final = 40
UNDER: Final = "‾"
STRUCK: Final = "#dc2626"
Removed = Mapping[tuple[int, int], int]
"""The round in which a strategy (player, number) was taken away."""


@dataclass(frozen=True)
class Cell:
    """What stands in a cell: one number for each player, whether each is a best response, and whether all are."""

    numbers: tuple[str, ...]
    best: tuple[bool, ...]

    @property
    def equilibrium(self) -> bool:
        """Whether nobody gains by changing alone."""
        return all(self.best)


@dataclass(frozen=True)
class Sheet:
    """One table: the choices of all but the first two players in words, and the cells."""

    heading: str
    rows: list[str]
    columns: list[str]
    cells: list[list[Cell]]
    more: str


def sheets(game: NormalForm) -> Iterator[Sheet]:
    """The tables that show a game."""
    rows = game.strategies[0]
    columns = game.strategies[1] if len(game.shape) > 1 else ("",)
    height, width = min(len(rows), MOST_SHOWN), min(len(columns), MOST_SHOWN)
    left_out = [
        f"{len(names) - MOST_SHOWN} more {what}" for names, what in ((rows, "rows"), (columns, "columns")) if len(names) > MOST_SHOWN
    ]
    for number, others in enumerate(product(*map(range, game.shape[2:]))):
        if number == MOST_TABLES:
            return
        chosen = ", ".join(f"{game.players[i + 2]}: {game.strategies[i + 2][k]}" for i, k in enumerate(others))
        cells = []
        for i in range(height):
            places = [game.index(((i, j) if len(game.shape) > 1 else (i,)) + others) for j in range(width)]
            cells.append([Cell(tuple(map(shown, game.cells[place])), game.best_cells[place]) for place in places])
        yield Sheet(chosen, list(rows[:height]), list(columns[:width]), cells, " and ".join(left_out))


def _column_player(game: NormalForm) -> str:
    return game.players[1] if len(game.shape) > 1 else ""


# ── Text ──


def text_table(game: NormalForm) -> str:
    """The tables as text: what is underlined on a slide has a line of ‾ below it, what is boxed stands in brackets."""
    parts = [game.title] if game.title else []
    for sheet in sheets(game):
        if sheet.heading:
            parts.append(f"\n{sheet.heading}")
        parts.append(_text_sheet(game, sheet))
    return "\n".join(parts)


def _text_sheet(game: NormalForm, sheet: Sheet) -> str:
    players = range(len(game.shape))
    wide = [[max(len(row[j].numbers[i]) for row in sheet.cells) for i in players] for j in range(len(sheet.columns))]
    widths = [max(sum(wide[j]) + 2 * (len(game.shape) - 1) + 2, len(name)) for j, name in enumerate(sheet.columns)]
    side, name_width = len(game.players[0]), max(map(len, sheet.rows))
    margin = " " * (side + 1)
    lines = [margin + " " * (name_width + 4) + _column_player(game).center(sum(widths) + 3 * len(widths) - 1).rstrip()]

    def rule(left: str, middle: str, right: str, outer: str) -> str:
        return margin + outer + "─" * (name_width + 2) + left + middle.join("─" * (width + 2) for width in widths) + right

    lines.append(margin + " " * (name_width + 3) + "┌" + "┬".join("─" * (width + 2) for width in widths) + "┐")
    names = " │ ".join(name.center(width) for name, width in zip(sheet.columns, widths, strict=True))
    lines.append(margin + " " * (name_width + 3) + f"│ {names} │")
    for i, (name, row) in enumerate(zip(sheet.rows, sheet.cells, strict=True)):
        lines.append(rule("┼", "┼", "┤", "┌" if i == 0 else "├"))
        whole, under = [], []
        for j, cell in enumerate(row):
            numbers, marks = _aligned(cell, wide[j])
            whole.append(f"[{numbers}]".center(widths[j]) if cell.equilibrium else numbers.center(widths[j]))
            under.append(f" {marks} ".center(widths[j]) if cell.equilibrium else marks.center(widths[j]))
        label = game.players[0] if i == (len(sheet.rows) - 1) // 2 else " " * side
        lines.append(f"{label} │ {name:>{name_width}} │ {' │ '.join(whole)} │")
        lines.append(f"{margin}│ {'':>{name_width}} │ {' │ '.join(under)} │")
    lines.append(rule("┴", "┴", "┘", "└"))
    if sheet.more:
        lines.append(f"{margin}… and {sheet.more}")
    return "\n".join(line.rstrip() for line in lines)


def _aligned(cell: Cell, wide: list[int]) -> tuple[str, str]:
    numbers = ", ".join(number.rjust(width) for number, width in zip(cell.numbers, wide, strict=True))
    marks = "  ".join(
        ((UNDER if best else " ") * len(number)).rjust(width) for number, best, width in zip(cell.numbers, cell.best, wide, strict=True)
    )
    return numbers, marks


# ── HTML ──


def html_table(game: NormalForm) -> str:
    """The tables for notebooks and pages: `<u>` for best responses, a thick border for equilibria."""
    parts = []
    line, space = "border:1px solid #cbd5e1;", "padding:.4em .8em;text-align:center;"
    for sheet in sheets(game):
        caption = " — ".join(filter(None, (game.title, sheet.heading)))
        head = "".join(f'<th scope="col" style="{space}">{escape(name)}</th>' for name in sheet.columns)
        rows = []
        for i, (name, row) in enumerate(zip(sheet.rows, sheet.cells, strict=True)):
            player = f'<th scope="rowgroup" rowspan="{len(sheet.rows)}" style="{space}">{escape(game.players[0])}</th>' if i == 0 else ""
            cells = "".join(
                f'<td style="{space}{"border:3px solid currentColor;font-weight:600;" if cell.equilibrium else line}">'
                + ", ".join(f"<u>{number}</u>" if best else number for number, best in zip(cell.numbers, cell.best, strict=True))
                + "</td>"
                for cell in row
            )
            rows.append(f'<tr>{player}<th scope="row" style="{space}">{escape(name)}</th>{cells}</tr>')
        parts.append(
            f'<table class="matrix-game" style="border-collapse:collapse">{f"<caption>{escape(caption)}</caption>" if caption else ""}'
            f'<thead><tr><td colspan="2"></td><th colspan="{len(sheet.columns)}" style="{space}">{escape(_column_player(game))}</th></tr>'
            f'<tr><td colspan="2"></td>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
            + (f"<p>… and {escape(sheet.more)}</p>" if sheet.more else "")
        )
    return "".join(parts)


# ── SVG ──

LETTER: Final = 8.6
"""How wide a letter is at the size of the tables, on average and a little more."""


def svg_table(game: NormalForm, removed: Removed | None = None) -> str:
    """The tables as one picture. `removed` strikes strategies out and writes beside each the round in which it went."""
    gone = removed or {}
    parts: list[str] = []
    top, right = 18.0, 0.0
    if game.title:
        parts.append(words(24, top + 8, game.title, 17, text_anchor="start", font_weight=600))
        top += 34
    for sheet in sheets(game):
        if sheet.heading:
            parts.append(words(24, top + 8, sheet.heading, 15, text_anchor="start", fill=INK))
            top += 28
        drawn, wide, high = _svg_sheet(game, sheet, top, gone)
        parts += drawn
        right, top = max(right, wide), top + high + 18
    title_width = 24 + LETTER * 1.15 * len(game.title) + 24
    width = max(right + 24, title_width)
    label = f"{game.title or 'A game'}: {' by '.join(map(str, game.shape))}; equilibria of pure strategies: {_told(game)}"
    return picture(width, top, label, panel(width, top, PAPER), *parts)


def _told(game: NormalForm) -> str:
    found = game.pure_equilibria()
    names = [f"({', '.join(game.strategies[i][k] for i, k in enumerate(profile))})" for profile in found[:10]]
    return ", ".join(names) or "none"


def _svg_sheet(game: NormalForm, sheet: Sheet, top: float, gone: Removed) -> tuple[list[str], float, float]:
    high = 44.0
    side = LETTER * len(game.players[0]) + 16
    rounds = 56.0 if gone else 0.0
    name_width = LETTER * max(map(len, sheet.rows)) + 24
    widths = [
        max(LETTER * max(len(", ".join(row[j].numbers)) for row in sheet.cells) + 30, LETTER * len(name) + 24, 70.0)
        for j, name in enumerate(sheet.columns)
    ]
    left = 16 + side + name_width
    above = top + 60
    parts = [words(left + sum(widths) / 2, top + 12, _column_player(game), 16, font_weight=600)]
    parts.append(words(16 + side / 2, above + high * len(sheet.rows) / 2, game.players[0], 16, font_weight=600))
    x = left
    for j, (name, width) in enumerate(zip(sheet.columns, widths, strict=True)):
        parts.append(words(x + width / 2, top + 42, name, 15, fill=MUTED if (1, j) in gone else INK))
        for i, row in enumerate(sheet.cells):
            faded = (1, j) in gone or (0, i) in gone
            parts += _svg_cell(row[j], x, above + i * high, width, high, faded)
        x += width
    for i, name in enumerate(sheet.rows):
        parts.append(words(left - 12, above + (i + 0.5) * high, name, 15, text_anchor="end", fill=MUTED if (0, i) in gone else INK))
    bottom, end = above + high * len(sheet.rows), x
    for i in range(len(sheet.rows)):
        if (0, i) in gone:
            y = above + (i + 0.5) * high
            parts.append(element("line", x1=left - name_width + 8, y1=y, x2=end, y2=y, stroke=STRUCK, stroke_width=2))
            parts.append(words(end + 8, y, f"round {gone[0, i]}", 12, fill=STRUCK, text_anchor="start"))
    x = left
    for j, width in enumerate(widths):
        if (1, j) in gone:
            middle = x + width / 2
            parts.append(element("line", x1=middle, y1=top + 30, x2=middle, y2=bottom, stroke=STRUCK, stroke_width=2))
            parts.append(words(middle, bottom + 12, f"round {gone[1, j]}", 12, fill=STRUCK))
        x += width
    # A box around an equilibrium lies over the lines of its neighbours, so it is drawn last.
    x = left
    for j, width in enumerate(widths):
        for i, row in enumerate(sheet.cells):
            if row[j].equilibrium and (0, i) not in gone and (1, j) not in gone:
                box = element("rect", x=x, y=above + i * high, width=width, height=high, fill="none", stroke=INK, stroke_width=3)
                parts.append(box)
        x += width
    if sheet.more:
        parts.append(words(left, bottom + 14, f"… and {sheet.more}", 13, fill=MUTED, text_anchor="start"))
    return parts, end + rounds, bottom - top + (22 if sheet.more or any(player == 1 for player, _ in gone) else 0)


def _svg_cell(cell: Cell, x: float, y: float, width: float, height: float, faded: bool) -> list[str]:
    ground = GLOW if cell.equilibrium and not faded else CELL
    parts = [element("rect", x=x, y=y, width=width, height=height, fill=ground, stroke=RULE, stroke_width=1)]
    pieces = []
    for i, (number, best) in enumerate(zip(cell.numbers, cell.best, strict=True)):
        if i:
            pieces.append(element("tspan", ", "))
        shown_number = number.replace("-", "−")
        pieces.append(element("tspan", shown_number, text_decoration="underline" if best and not faded else None))
    parts.append(
        element(
            "text",
            "".join(pieces),
            x=x + width / 2,
            y=y + height / 2 + 5.6,
            font_size=16,
            font_family=SANS,
            fill=MUTED if faded else INK,
            text_anchor="middle",
        )
    )
    return parts
