"""The Lab's work: from an exercise to traces of its searches. What is drawn, told and asked comes from `tracing`."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from functools import cache
from itertools import accumulate
from math import copysign
from typing import Any, NamedTuple

from ..errors import UsageError
from ..game import CHANCE, Game
from ..games.tree import Tree
from ..kernels import Progress
from ..points import evaluated
from ..search import ALGORITHMS
from ..tracing import Trace, trace
from ..tracing.arranging import arranged
from ..tracing.counted import told_in_points
from ..tracing.counting import count_nodes
from ..tracing.exercises import lecture_tree, random_tree
from ..tracing.files import written
from ..tracing.looks import summary
from ..tracing.model import WON
from ..tracing.moving import MOST_CHARACTERS, MOST_GROWN, moving_picture
from ..tracing.unfolding import as_tree
from . import bounds
from .lab_models import Example, Exercise, Export, LabView, RandomTree, Search, Traced, TreeCounts, WrittenTree
from .models import Line
from .pool import Job
from .refusals import Refusal, rules_of
from .views import position_of


class Root(NamedTuple):
    """Where the searches of an exercise start."""

    game: Game[Any, Any]
    state: Any
    depth: int | None
    title: str
    position: str | None


def root_of(exercise: Exercise, game_of: Any) -> Root:
    """The tree of an exercise. `game_of(line)` makes the game that a request names."""
    source = exercise.source
    if isinstance(source, Line):
        game = game_of(source)
        position = position_of(game, source.start, tuple(source.moves))
        with rules_of(game):
            if position.over:
                raise Refusal(422, "The game is over in this position: there is nothing to search. Take back a move.")
            depth = exercise.depth or deepest(game, position.state)
            return Root(game, position.state, depth, game.title, game.format_state(position.state))
    if isinstance(source, RandomTree):
        tree = random_tree(
            source.branching, source.levels, source.seed, least=source.least, most=source.most, most_leaves=bounds.LAB_LEAVES
        )
        return Root(tree, 0, exercise.depth, "A random tree", None)
    tree = read_tree(source.text)
    return Root(tree, 0, exercise.depth, "A tree", None)


def read_tree(text: str) -> Tree:
    """A tree as people type it: blanks may stand for commas, parentheses hold the payoffs of several players."""
    plain = text.strip()
    if '"' not in plain:
        plain = re.sub(r"\(([^()\[\]{}]*)\)", r'{"payoffs":[\1]}', plain)
        plain = re.sub(r"(?<=[\d\]}])\s+(?=[-\d\[{])", ",", plain).replace("−", "-")
    if plain[:1] not in ("[", "{"):
        raise UsageError("A tree begins with [, like [[3, 12, 8], [2, 4, 6], [14, 5, 2]].")
    # Counted before it is read: while searches run, Python's own limit of nesting is off.
    if max(accumulate((sign in "[{") - (sign in "]}") for sign in plain)) > 2 * bounds.LAB_DEPTH + 4:
        raise UsageError(f"This tree is nested too deeply: at most {bounds.LAB_DEPTH} levels can be shown.")
    try:
        tree = Tree.from_json(plain)
    except UsageError as error:
        raise UsageError(_slip(text) or str(error)) from error
    if len(tree.nodes) > bounds.LAB_NODES or tree.depth > bounds.LAB_DEPTH:
        raise UsageError(
            f"This tree has {len(tree.nodes):,} nodes on {tree.depth} levels;"
            f" at most {bounds.LAB_NODES:,} on {bounds.LAB_DEPTH} can be shown."
        )
    return tree


def _slip(text: str) -> str:
    """What the fingers did wrong in a tree of nested lists, in words; empty where that is not known."""
    if '"' in text:
        return ""
    waiting: list[str] = []
    for place, sign in enumerate(text, 1):
        if sign in "[({":
            waiting.append({"[": "]", "(": ")", "{": "}"}[sign])
        elif sign in "])}" and (not waiting or waiting.pop() != sign):
            return f"The {sign} at character {place} closes nothing: {text[:place][-30:]}"
    if waiting:
        missing, one = "".join(reversed(waiting)), len(waiting) == 1
        return f"{len(waiting)} {'bracket is' if one else 'brackets are'} not closed: write {missing} at {'its' if one else 'their'} end."
    if strange := re.search(r"[^\s\d\[\](){},.+−-]", text):
        return f"“{strange[0]}” at character {strange.start() + 1}: a tree is made of numbers, commas and brackets, like [[3, 12], [2, 4]]."
    if lonely := re.search(r",\s*[,\])]|[\[(]\s*,", text):
        return f"A number is missing at character {lonely.end()}: {text[: lonely.end()][-30:]}"
    return ""


def tree_text(tree: Tree) -> str:
    """A tree as people type it: nested lists where that says everything, JSON otherwise."""
    if tree.names is not None:
        return json.dumps({"tree": tree.tree, "names": tree.names}, ensure_ascii=False)
    text = str(tree.tree)
    return text if "{" not in text else json.dumps(tree.tree, ensure_ascii=False)


def deepest(game: Game[Any, Any], state: Any) -> int:
    """The number of plies that still make a tree one can look at."""
    level, nodes, depth = [state], 1, 0
    while level:
        below: list[Any] = []
        for one in level:
            if game.is_terminal(one):
                continue
            chance = game.to_move(one) == CHANCE
            for action in (outcome for outcome, _ in game.chances(one)) if chance else game.actions(one):
                below.append(game.result(one, action))
                if nodes + len(below) > bounds.LAB_READABLE and depth:
                    return depth
                if len(below) > bounds.LAB_NODES:
                    return 1
        nodes, level, depth = nodes + len(below), below, depth + bool(below)
    return max(depth, 1)


def traced(root: Root, search: Search, job: Job) -> Trace:
    """Run one search with the recorder looking on. Its values are those of the search; people see them `told_in_points`."""
    settings: dict[str, Any] = {}
    game = root.game
    samples = ALGORITHMS[search.algorithm].samples
    if samples:
        settings = {"simulations": search.simulations, "seed": search.seed}
        settings |= {"exploration": search.exploration} if search.algorithm == "mcts" else {}
    elif root.depth is not None:
        settings = {"depth": root.depth}
    if search.algorithm == "alphabeta":
        window = (("alpha", search.alpha), ("beta", search.beta))
        settings |= {name: _asked(game, value) for name, value in window if value is not None}
        settings["hard"] = search.hard

    def look(progress: Progress) -> None:
        job(progress)
        if not samples and progress.nodes > bounds.LAB_NODES:  # every node is drawn: why search on?
            raise _too_large()

    limits: dict[str, Any] = {"most_steps": bounds.LAB_STEPS}
    with rules_of(game):
        swaps = [(swap.path, swap.first) for swap in search.swaps]
        depth = {} if root.depth is None else {"depth": root.depth}
        order = "written" if samples else search.order
        ordered = arranged(game, root.state, order, swaps, progress=job, **depth, **limits)
        return _with_boards(trace(search.algorithm, ordered, root.state, progress=look, **settings, **limits), job)


def _asked(game: Game[Any, Any], bound: float) -> float:
    """A bound that people ask for, as the search counts it."""
    if game.counts_in is None:
        return bound
    return copysign(1.0, bound) if abs(bound) >= WON else evaluated(bound, game.counts_in[1])


def _too_large() -> Refusal:
    return Refusal(
        422,
        f"This search looks at more than {bounds.LAB_NODES:,} nodes, too many to draw: take a smaller depth.",
    )


def _with_boards(found: Trace, job: Job) -> Trace:
    """The trace as it is drawn here: boards take most of the time, so whoever left stops that; and where they would be left out in the end
    because the drawing is too long with them, they are not drawn at all."""
    drawn = min(len(found.nodes), MOST_GROWN) if found.is_monte_carlo else len(found.nodes)
    if drawn * len(found.picture(0) or "") > MOST_CHARACTERS:
        return replace(found, picture=lambda node: None)

    def picture(node: int) -> str | None:
        job()
        return found.picture(node)

    return replace(found, picture=picture)


def view(exercise: Exercise, root: Root, job: Job) -> LabView:
    """Everything there is to see of an exercise."""
    return LabView(
        title=root.title,
        depth=root.depth,
        position=root.position,
        tree=tree_text(root.game) if isinstance(root.game, Tree) else None,
        searches=[_shown(traced(root, search, job), search, root.game.counts_in) for search in exercise.searches],
    )


def _shown(raw: Trace, search: Search, counts_in: tuple[str, float] | None) -> Traced:
    found = told_in_points(raw, counts_in)
    try:
        picture = moving_picture(found)
    except UsageError as error:  # so many branches were cut that they alone are too many
        raise _too_large() if len(found.nodes) > bounds.LAB_NODES else error from error
    counts = None if found.is_monte_carlo else count_nodes(found)
    return Traced(
        algorithm=search.algorithm,
        summary=summary(found),
        value=found.found,
        svg=picture.svg,
        overview=picture.overview,
        points=None if counts_in is None or found is raw else counts_in[0],
        counts=None if counts is None else TreeCounts(**asdict(counts), full=counts.full, half=counts.half, fewest=counts.fewest),
        data=picture.data,
    )


def unfolded(exercise: Exercise, root: Root, job: Job) -> str:
    """The tree of an exercise as text, also where it is a position's; in the order of its first search."""
    search = exercise.searches[0]
    if ALGORITHMS[search.algorithm].samples:
        raise UsageError(f"{search.algorithm} grows a tree of its own. Choose another search to have the position's tree.")
    arguments = as_tree(told_in_points(traced(root, search, job), root.game.counts_in))
    return json.dumps(arguments if "names" in arguments else arguments["tree"], ensure_ascii=False)


def exported(wanted: Export, root: Root, job: Job) -> str:
    """One search as a file."""
    if wanted.number >= len(wanted.exercise.searches):
        raise Refusal(422, "This exercise has one search: its number is 0.")
    found = traced(root, wanted.exercise.searches[wanted.number], job)
    if wanted.format != "json":  # which is for programs
        found = told_in_points(found, root.game.counts_in)
    if wanted.format == "svg" and not wanted.quiz:
        if wanted.step is not None and wanted.step >= len(found):
            raise Refusal(422, f"This search has {len(found):,} steps; there is no step {wanted.step}.")
        return found.svg(step=wanted.step)
    return written(found, f".{wanted.format}", quiz=wanted.quiz and wanted.format != "json")


# ── Exercises from lectures ──


@cache
def examples() -> tuple[Example, ...]:
    """Ready exercises, each with what there is to see in it."""
    alphabeta, minimax, textbook = Search(), Search(algorithm="minimax"), tree_text(lecture_tree())

    def on(text: str, *searches: Search) -> Exercise:
        return Exercise(source=WrittenTree(text=text), searches=list(searches))

    wikipedia = "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]"
    return (
        Example(
            name="textbook",
            title="The textbook's tree",
            words="Russell & Norvig, fig. 5.2. Why is it enough to see one child of the second Min node?",
            exercise=on(textbook, alphabeta),
        ),
        Example(
            name="minimax",
            title="Minimax, plain",
            words="The same tree, every leaf looked at. Values rise to the root: Min takes the smallest, Max the largest.",
            exercise=on(textbook, minimax),
        ),
        Example(
            name="side-by-side",
            title="Minimax and alpha-beta side by side",
            words="Both find the same value; alpha-beta gets there with fewer leaves. Step until the first cut.",
            exercise=on(wikipedia, minimax, alphabeta),
        ),
        Example(
            name="deep-cut",
            title="A deep cut",
            words="A bound found at the root cuts a node three plies below: alpha is handed down through everything between.",
            exercise=on("[[5,8],[[[4,9],[3,7]],[6,2]],[7,1]]", alphabeta),
        ),
        Example(
            name="order",
            title="How much the order matters",
            words="One tree, searched with the best moves first and with the worst moves first. Compare the counts below.",
            exercise=Exercise(source=RandomTree(branching=2, levels=4, seed=5), searches=[Search(order="best"), Search(order="worst")]),
        ),
        Example(
            name="hard-soft",
            title="Fail-hard and fail-soft",
            words="A window from 4 to 10 at the root: fail-hard answers with a bound, fail-soft says how far below it the value is.",
            exercise=on(textbook, Search(alpha=4, beta=10, hard=True), Search(alpha=4, beta=10)),
        ),
        Example(
            name="chance",
            title="Chance nodes",
            words="Russell & Norvig, fig. 5.13. Where dice decide, values are averages, so their size matters and not only their order.",
            exercise=on(
                '[{"chance":[0.9,0.1],"children":[[2,2],[3,3]]},{"chance":[0.9,0.1],"children":[[1,1],[4,4]]}]',
                Search(algorithm="expectiminimax"),
            ),
        ),
        Example(
            name="three-players",
            title="Three players",
            words="Russell & Norvig, fig. 5.4. Everybody takes what is best for themselves: values are one number for each player.",
            exercise=on(
                "[[[(1,2,6),(4,2,3)],[(6,1,2),(7,4,1)]],[[(5,1,1),(1,5,2)],[(7,7,1),(5,4,5)]]]",
                Search(algorithm="maxn"),
            ),
        ),
        Example(
            name="shallow-cut",
            title="Three players, and a cut",
            words="There are 9 points to share. The first player has 6; as soon as the second one has 4, too little is left for the first.",
            exercise=on("[[[(6,1,2),(5,3,1)],[(1,0,8),(2,7,0)]],[[(1,4,4)],[(7,0,2),(2,5,2)]]]", Search(algorithm="shallow_maxn")),
        ),
        Example(
            name="tic-tac-toe",
            title="The end of a game",
            words="X is to move at tic-tac-toe. Boards stand at the nodes; what alpha-beta never looked at is grey.",
            exercise=Exercise.model_validate(
                {"source": {"kind": "position", "game": "tic_tac_toe", "start": "xox/o.x/.o."}, "searches": [{"algorithm": "alphabeta"}]}
            ),
        ),
        Example(
            name="uct",
            title="A tree that grows",
            words="UCT on Nim: selection, expansion, simulation, back-propagation. Choose a node to see its UCB1.",
            exercise=Exercise.model_validate(
                {
                    "source": {"kind": "position", "game": "nim", "parameters": {"pile_sizes": [1, 2], "is_misere": False}},
                    "searches": [{"algorithm": "mcts", "simulations": 30}],
                }
            ),
        ),
    )
