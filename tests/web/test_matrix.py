"""Matrix games over the wire and in a real browser: pasted, answered, stepped through, shared by address."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.web.serving import Server, Visit

from counterplay.errors import UsageError
from counterplay.strategic import CLASSICS, classic
from counterplay.strategic.pasting import as_pasted, read_pasted

SEXES = "\tFootball\tOpera\nFootball\t3,2\t0,0\nOpera\t0,0\t2,3"


# ── Tables as people paste them ──
@pytest.mark.parametrize(
    "text",
    [
        "\tL\tR\nU\t3,2\t0,0\nD\t0,0\t2,3",
        "corner\tL\tR\nU\t3,2\t0,0\nD\t0,0\t2,3\n",
        "L R\nU 3,2 0,0\nD 0,0 2,3",
        "| L | R |\n| U | 3, 2 | (0,0) |\n| D | 0,0 | 2,3 |",
        "; L; R\r\nU; 3,2; 0,0\r\nD; 0,0; 2,3",
        "L R\nU (3, 2) (0, 0)\nD (0, 0) (2, 3)",
    ],
)
def test_many_ways_to_paste_the_same(text: str) -> None:
    game = read_pasted(text)
    assert [list(map(int, cell)) for cell in game.cells] == [[3, 2], [0, 0], [0, 0], [2, 3]]
    assert game.strategies == (("U", "D"), ("L", "R"))


@pytest.mark.parametrize("name", [name for name in CLASSICS if name != "public_goods"])
def test_a_classic_survives_pasting(name: str) -> None:
    game = classic(name)
    assert read_pasted(as_pasted(game)).cells == game.cells


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "empty"), ("1 2\n3", "ragged"), ("1 x\n2 3", "no number"), ("a b", "list of rows"), ("/etc/x.nfg", "list of rows")],
)
def test_what_is_no_table(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read_pasted(text)


# ── Over the wire ──
def asked(client: httpx.Client, text: str, **more: Any) -> httpx.Response:
    return client.post("/api/matrix", json={"text": text, **more})


def test_an_answer(client: httpx.Client) -> None:
    view = asked(client, SEXES).json()
    assert len(view["equilibria"]) == 3
    assert view["value"] is None
    assert view["diagram"].startswith("<svg")
    view = asked(client, "prisoners_dilemma").json()
    assert [len(each["sentences"]) for each in view["rounds"]] == [2]
    assert "round 1" in view["rounds"][0]["svg"]
    assert view["text"].startswith("\tSilent\tBetray")
    assert asked(client, "1 -1\n-1 1").json()["value"] == "0"
    assert asked(client, "public_goods").json()["text"] is None
    assert "chicken" in client.get("/api/matrix/examples").json()["names"]


@pytest.mark.parametrize(
    ("text", "words"),
    [("1 2\n3", "ragged"), ("1 nan", "no number"), ("\n".join(["1 " * 11] * 11), "100 cells"), ("pd.nfg", "list of rows"), ("", "empty")],
)
def test_refusals(client: httpx.Client, text: str, words: str) -> None:
    answer = asked(client, text)
    assert answer.status_code == 422
    assert words in answer.json()["error"]


# ── In a browser ──
def test_the_page(browser: Any, server: Server) -> None:
    visit = Visit(browser, server, width=1200, height=900).open("/matrix")
    page = visit.page
    visit.wait("document.querySelectorAll('#equilibria li').length === 1")
    page.click("#main h1")
    page.keyboard.press("ArrowRight")
    visit.wait("document.querySelector('#round').textContent === 'Round 1 of 1'")
    assert page.locator("#sentences li").count() == 2
    page.fill("#text", SEXES)
    page.click("text=Answer")
    visit.wait("document.querySelectorAll('#equilibria li').length === 3")
    assert page.locator("#diagram svg circle").count() == 3
    page.reload()
    visit.wait("document.querySelectorAll('#equilibria li').length === 3")
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.fill("#text", "1 x\n2 3")
    page.click("text=Answer")
    visit.wait("document.querySelector('#problem').textContent.includes('no number')")
    assert visit.problems == []
    visit.context.close()
