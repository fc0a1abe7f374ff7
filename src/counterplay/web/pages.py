"""The pages: one shell with the navigation, and in it the content of each page, which is a file of its own in `static/`.

A page `name` is `static/name.html` (what stands in <main>), `static/name.js` (its module) and `static/name.css`. The shell links them.
"""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from typing import Final, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

STATIC: Final = files(__package__) / "static"
TREES: Final = files("counterplay.tracing") / "page"
"""The scripts and colours of drawn trees: the page that `trace` writes as a file has the same."""
TYPES: Final = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
}
SHARED_MODULES: Final = ("address.js", "api.js", "dom.js", "keys.js")
router = APIRouter(include_in_schema=False)


class Page(NamedTuple):
    """A page; one that the navigation does not name stands `below` one that it does."""

    name: str
    title: str
    address: str
    below: str = ""


PAGES: Final = (
    Page("games", "Games", "/"),
    Page("play", "Play", "/play"),
    Page("lab", "Lab", "/lab"),
    Page("matches", "Matches", "/matches"),
    Page("learning", "Learning", "/learning"),
    Page("matrix", "Matrix", "/matrix"),
    Page("extensive", "Trees", "/extensive"),
)
HORIZON: Final = Page("horizon", "Quiescence and the horizon", "", below="lab")
HIDDEN: Final = Page("hidden", "Hidden information", "", below="play")
NOT_FOUND: Final = Page("missing", "Not found", "")


@cache
def text_of(name: str) -> str:
    """A file of `static/`, or one that shows trees."""
    return ((TREES if name.startswith("tree") else STATIC) / name).read_text(encoding="utf-8")


@cache
def shell(page: Page) -> str:
    """The whole page: navigation around, content within."""
    navigation = "".join(
        f'<a href="{one.address}"{" aria-current=page" if one == page else " aria-current=true" if one.name == page.below else ""}>'
        f"{escape(one.title)}</a>"
        for one in PAGES
    )
    modules = sorted(
        name for name in _static_names() if name in SHARED_MODULES or (name.startswith(f"{page.name}-") and name.endswith(".js"))
    )
    preload = "\n".join(f'<link rel="modulepreload" href="/static/{name}">' for name in modules)
    words = {
        "preload": preload,
        "title": escape(page.title),
        "name": page.name,
        "navigation": navigation,
        "content": text_of(f"{page.name}.html"),
    }
    html = text_of("shell.html")
    for word, value in words.items():
        html = html.replace("{{" + word + "}}", value)
    return html


def not_found_page(status: int = 404) -> Response:
    """A friendly page for an address where nothing is."""
    return HTMLResponse(shell(NOT_FOUND), status)


@router.get("/")
def games_page() -> Response:
    """The gallery."""
    return HTMLResponse(shell(PAGES[0]))


@router.get("/play")
@router.get("/play/{game}")
def play_page(request: Request, game: str = "") -> Response:
    """A board; which game and which position the page reads from its own address. Hidden information has a page of its own."""
    known = request.app.state.services.catalogue.games.get(game)
    if known is not None and known.properties.hidden_information:
        return RedirectResponse(f"/hidden/{game}{f'?{request.url.query}' if request.url.query else ''}")
    return HTMLResponse(shell(PAGES[1]))


@router.get("/hidden/{game}")
def hidden_page(game: str) -> Response:
    """A table at which the cards stay on the server; which game, the page reads from its own address."""
    return HTMLResponse(shell(HIDDEN))


@router.get("/lab")
def lab_page() -> Response:
    """Looking inside searches."""
    return HTMLResponse(shell(PAGES[2]))


@router.get("/horizon")
def horizon_page() -> Response:
    """What a search to a depth does not see, and two remedies."""
    return HTMLResponse(shell(HORIZON))


@router.get("/matches")
def matches_page() -> Response:
    """Tables, ratings, replays."""
    return HTMLResponse(shell(PAGES[3]))


@router.get("/learning")
def learning_page() -> Response:
    """Runs that learn, with their curves."""
    return HTMLResponse(shell(PAGES[4]))


@router.get("/matrix")
def matrix_page() -> Response:
    """Dominance and equilibria of a table."""
    return HTMLResponse(shell(PAGES[5]))


@router.get("/extensive")
def extensive_page() -> Response:
    """Trees with information sets."""
    return HTMLResponse(shell(PAGES[6]))


@router.get("/static/{name}")
def static_file(name: str) -> Response:
    """A module, a style sheet or a picture. Only names that are in the folder are served: a request never makes a path."""
    kind = name.rpartition(".")[2]
    if kind not in TYPES or name not in _static_names():
        return not_found_page()
    return Response(text_of(name), media_type=TYPES[kind])


@router.get("/favicon.ico")
def favicon() -> Response:
    """The little picture of the tab."""
    return Response(text_of("icon.svg"), media_type=TYPES["svg"])


@cache
def _static_names() -> frozenset[str]:
    trees = {file.name for file in TREES.iterdir() if file.name.startswith("tree")}
    return frozenset(trees | {file.name for file in STATIC.iterdir() if file.is_file()})
