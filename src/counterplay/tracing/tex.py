"""The tree as a LaTeX document of its own, drawn by the package forest: `pdflatex tree.tex`, or copy the tree into your lecture."""

from __future__ import annotations

from ..errors import UsageError
from .looks import Gallery, Look
from .model import Node, number
from .svg import PATH, drawn_nodes
from .value import Trace

MOST_NODES = 400
"""TeX itself gives up not far above."""

PREAMBLE = r"""% {summary}
\documentclass[tikz,border=6pt]{standalone}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath}
\usepackage{forest}
\usetikzlibrary{shapes.geometric,shapes.misc,calc}
\definecolor{maxcolour}{HTML}{2563EB}
\definecolor{mincolour}{HTML}{EA7317}
\definecolor{chancecolour}{HTML}{0F766E}
\definecolor{faint}{HTML}{9AA3AF}
\newcommand{\old}[1]{\textcolor{faint}{\setbox0\hbox{$#1$}\rlap{\rule[.5ex]{\wd0}{.4pt}}\box0}}
\tikzset{
  sign/.style={draw, thick, font=\sffamily\small\bfseries, inner sep=1.5pt},
  triangle/.style={sign, isosceles triangle, isosceles triangle apex angle=70, minimum height=8mm},
  max node/.style={triangle, draw=maxcolour, fill=maxcolour!15, shape border rotate=90},
  min node/.style={triangle, draw=mincolour, fill=mincolour!15, shape border rotate=270},
  chance node/.style={sign, draw=chancecolour, fill=chancecolour!15, circle, minimum size=8mm},
  player node/.style={sign, rounded rectangle, inner sep=3pt, align=center},
  leaf node/.style={sign, draw=black!60, rectangle, rounded corners=1pt, minimum size=6mm, inner sep=2.5pt},
  skipped node/.style={draw=faint, fill=white, dashed, text=faint, font=\sffamily\small},
  best node/.style={very thick},
  move/.style={pos=0.72, font=\sffamily\scriptsize, fill=white, inner sep=1pt},
  named/.style={font=\itshape\scriptsize, inner sep=2pt},
  bounds/.style={font=\scriptsize, align=left, inner sep=1pt, xshift=2.5mm},
}
\begin{document}
\begin{forest}
  for tree={parent anchor=south, child anchor=north, l sep=11mm, s sep={gap}mm}
"""
CLOSING = r"""
\end{forest}
\end{document}
"""


def document(trace: Trace, focus: int = 0, blank: bool = False) -> str:
    """The whole document; `blank`, to be filled in by hand."""
    nodes = drawn_nodes(trace, focus)
    if len(nodes) > MOST_NODES:
        raise UsageError(
            f"This tree has {len(nodes):,} nodes, too many for LaTeX (at most {MOST_NODES})."
            " Give focus= to draw a part, or a smaller depth=."
        )
    chosen = {node.index for node in nodes}
    gallery = Gallery(trace, blank=blank)
    # forest sees neither the words at the edges nor what stands beside a node: both get their room from the gap between nodes.
    longest = max(len(node.action) + (0 if node.probability is None else 2 + len(number(node.probability))) for node in nodes)
    gap = 3 + 1.4 * max(0, longest - 3)
    beside = _room_beside(nodes, gallery)
    lines: list[str] = []
    # A node's bracket is closed after its children: a None on the stack says so.
    waiting: list[tuple[int, Node | None]] = [(1, trace.nodes[focus])]
    while waiting:
        level, node = waiting.pop()
        if node is None:
            lines.append("  " * level + "]")
            continue
        room = f", s sep={gap + beside[node.index]:.3g}mm" if beside[node.index] else ""
        lines.append("  " * level + "[" + _node(trace, node, gallery, focus) + room)
        waiting.append((level, None))
        waiting.extend((level + 1, trace.nodes[child]) for child in reversed(node.children) if child in chosen)
    opening = PREAMBLE.replace("{summary}", " ".join(gallery.caption().split())).replace("{gap}", f"{gap:.3g}")
    return opening + "\n".join(lines) + CLOSING


def _room_beside(nodes: list[Node], gallery: Gallery) -> dict[int, float]:
    """For each node, the millimetres that the widest words beside a node below it take."""
    room: dict[int, float] = {}
    for node in reversed(nodes):  # children come after their parents
        room[node.index] = max(
            (max(room[child], _beside(gallery.look(gallery.trace.nodes[child]))) for child in node.children if child in room), default=0.0
        )
    return room


def _beside(look: Look) -> float:
    """How wide the bounds to the right of a node are, in millimetres."""
    return max(
        (
            6.0 + sum(1.2 + sum(2.0 if sign in "−+∞…" else 1.3 for sign in one) for one in values)
            for values in (look.alphas, look.betas)
            if values
        ),
        default=0.0,
    )


def _node(trace: Trace, node: Node, gallery: Gallery, focus: int) -> str:
    look = gallery.look(node)
    kind = "player" if trace.is_monte_carlo else "leaf" if node.leaf or node.kind == "end" else node.kind
    options = [f"{kind} node"]
    skipped = look.status == "skipped"
    if skipped:
        options += ["skipped node", "edge={faint, dashed}"]
    elif look.on_line:
        options += ["best node", "edge={line width=1.6pt}"]
    on_edge = ""
    if skipped and node.parent is not None and not trace.nodes[node.parent].skipped:
        on_edge += r"node[pos=0.5, text=black, font=\small\bfseries, inner sep=0pt]{//}"
    if node.index != focus and node.action:
        odds = "" if node.probability is None else f": {mathematical(number(node.probability))}"
        on_edge += f"node[move{', text=faint' if skipped else ''}]{{{escaped(node.action)}{odds}}}"
    if on_edge:
        options.append(f"edge label={{{on_edge}}}")
    if look.alphas:
        options.append(f"label={{[bounds]right:{{{_bound('alpha', look.alphas)}\\\\{_bound('beta', look.betas)}}}}}")
    if node.name and not PATH.fullmatch(node.name):
        options.append(f"label={{[named]left:{{{escaped(node.name)}}}}}")
    who = f"\\textsubscript{{{node.player + 1}}}\\," if node.kind == "player" and node.player is not None and not node.leaf else ""
    note = f"\\\\{{\\tiny {mathematical(look.note)}}}" if look.note else ""
    return f"{{{who}{mathematical(look.value)}{note}}}, {', '.join(options)}"


def _bound(name: str, values: tuple[str, ...]) -> str:
    old = "".join(f"\\old{{{_mathematical(value)}}} " for value in values[:-1])
    return f"$\\{name}$ {old}${_mathematical(values[-1])}$"


def mathematical(value: str) -> str:
    """A value in TeX's mathematics."""
    return f"${_mathematical(value)}$" if value else ""


def _mathematical(value: str) -> str:
    for sign, command in (
        ("−", "-"),
        ("∞", "\\infty "),
        ("½", "\\tfrac12 "),
        ("…", "\\ldots "),
        ("≤", "{\\le}"),
        ("≥", "{\\ge}"),
        ("_", "\\_"),
    ):
        value = value.replace(sign, command)
    return value.replace(",", "{,}") if "(" not in value else value


_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "$&#_%"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "\n": " ",
}


def escaped(text: str) -> str:
    """A name that means nothing to TeX but itself. What pdflatex has no letter for becomes a question mark."""
    return "".join(_SPECIAL.get(sign) or (sign if sign.isprintable() and ord(sign) < 0x250 else "?") for sign in text)
