"""Steady: a killed server loses no confirmed move, two servers never share a database, whoever leaves stops the search, nothing fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.web.serving import ROOT, Server, until
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

PEOPLE = [{"kind": "human"}, {"kind": "human"}]


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    first = Server(database)
    visitor = first.client()
    confirmed: dict[str, list[str]] = {}
    for number in range(5):
        session = visitor.post("/api/sessions", json={"game": "othello", "sides": PEOPLE}).json()
        confirmed[session["id"]] = []
        view = visitor.post("/api/position", json={"game": "othello"}).json()
        for node in range(6 + number):
            move = view["moves"][(number + node) % len(view["moves"])]["move"]
            moved = visitor.post(f"/api/sessions/{session['id']}/moves", json={"node": node, "move": move}).json()
            confirmed[session["id"]].append(moved["node"]["move"])
            view = moved["view"]
    first.kill()
    second = Server(database)
    try:
        for name, moves in confirmed.items():
            session = httpx.get(f"{second.url}/api/sessions/{name}", cookies=visitor.cookies).json()
            assert [node["move"] for node in session["nodes"][1:]] == moves and session["current"] == len(moves)
    finally:
        second.stop()
        visitor.close()


def test_a_second_server_on_the_same_database_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    first = Server(database)
    try:
        command = [sys.executable, "-m", "counterplay", "serve", "--port", "0", "--no-browser", "--database", str(database)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        second = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
        assert second.returncode == 2 and "Another counterplay serve has the games" in second.stderr
        with first.client() as visitor:
            assert visitor.post("/api/sessions", json={"game": "nim", "sides": PEOPLE}).status_code == 201
    finally:
        first.stop()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    database.write_bytes(b"these are no games" * 100)
    command = [sys.executable, "-m", "counterplay", "serve", "--port", "0", "--no-browser", "--database", str(database), "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
    assert done.returncode == 2 and "is no database of games" in json.loads(done.stdout)["error"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["no_such_game"], "There is no game 'no_such_game'"),
        (["nowhere.py:Game"], "nowhere.py cannot be read"),
        (["--host", "256.1.1.1"], "Nothing can listen at 256.1.1.1"),
        (["--database", "/"], "--database"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(tmp_path: Path, words: list[str], sentence: str) -> None:
    command = [
        sys.executable,
        "-m",
        "counterplay",
        "serve",
        "--port",
        "0",
        "--no-browser",
        "--database",
        str(tmp_path / "g.sqlite"),
        *words,
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment, cwd=tmp_path)
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr


# ── Searches ──
def test_a_search_stops_when_its_visitor_leaves(server: Server) -> None:
    with server.client() as watcher:
        assert until(lambda: watcher.get("/api/status").json()["running"] == 0)
        with server.client() as visitor:
            sides = [{"kind": "engine", "level": "full", "seconds": 30}] * 2
            session = visitor.post("/api/sessions", json={"game": "othello", "sides": sides}).json()
            body = {"game": "othello", "seconds": 30}
            for path, wanted in (("/api/hint", body), (f"/api/sessions/{session['id']}/engine", {"node": 0})):
                with suppress(httpx.ReadTimeout):
                    visitor.post(path, json=wanted, timeout=0.7)
        assert until(lambda: watcher.get("/api/status").json()["running"] == 0, seconds=5)


def test_analysis_streams_and_a_new_question_ends_the_one_before(server: Server) -> None:
    with connect(server.url.replace("http", "ws") + "/api/analysis", origin=Origin(server.url)) as socket:
        socket.send(json.dumps({"want": 1, "line": {"game": "othello"}, "lines": 2, "seconds": 30}))
        while "analysis" not in (heard := json.loads(socket.recv(20))):
            assert heard["want"] == 1
        assert len(heard["analysis"]["lines"]) == 2
        socket.send(json.dumps({"want": 2, "line": {"game": "tic_tac_toe", "moves": ["b2", "a1"]}, "lines": 9, "seconds": 20}))
        heard = {}
        last = {}
        while heard.get("state") != "done":
            heard = json.loads(socket.recv(30))
            if heard["want"] == 2 and "analysis" in heard:
                last = heard["analysis"]
        assert last["exact"] and {line["move"]: line["value"] for line in last["lines"]}["c3"] == 0
        socket.send("no JSON")
        assert json.loads(socket.recv(5)) == {"error": "This is not JSON."}
        socket.send(json.dumps({"want": 3, "line": {"game": "tic_tac_toe", "moves": ["b2", "b2"]}}))
        assert "is not a move here" in json.loads(socket.recv(5))["error"]


def test_no_other_site_gets_a_socket(server: Server) -> None:
    address = server.url.replace("http", "ws") + "/api/analysis"
    with pytest.raises(InvalidStatus) as refusal, connect(address, origin=Origin("https://evil.example")):
        pass
    assert refusal.value.response.status_code == 403


def test_pages_answer_while_everybody_searches(server: Server) -> None:
    with ExitStack() as open_sockets:
        for _ in range(6):
            socket = open_sockets.enter_context(connect(server.url.replace("http", "ws") + "/api/analysis"))
            socket.send(json.dumps({"want": 1, "line": {"game": "connect_four"}, "seconds": 20}))
        visitor = open_sockets.enter_context(server.client())
        assert until(lambda: visitor.get("/api/status").json()["running"] > 0)
        waits = []
        for _ in range(20):
            before = time.monotonic()
            assert visitor.get("/").status_code == 200
            waits.append(time.monotonic() - before)
        assert sorted(waits)[10] < 2, "pages do not wait for searches, which take 20 s"
        # An analysis gives way: the hint comes although more analyses run than there are cores.
        assert visitor.post("/api/hint", json={"game": "tic_tac_toe", "moves": ["a1", "b2", "c3"], "seconds": 1}).status_code == 200


# ── Whatever is asked, the server does not fail ──
def test_no_request_makes_the_server_fail(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    names = [game["name"] for game in httpx.get(f"{server.url}/api/games").json()["games"]]
    visitor = server.client()
    session = visitor.post("/api/sessions", json={"game": "tic_tac_toe", "sides": [{}, {"kind": "engine", "level": "easy"}]}).json()
    operations: list[Any] = list(schema.get_all_operations())
    for found in operations:
        operation = found.ok()

        @settings(max_examples=25, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(), choice=st.integers(0, 2 * len(names) - 1))
        def no_failure(case: Any, choice: int) -> None:
            # Half of the requests name a game (or a session) that there is: behind that door the bugs would be.
            if isinstance(case.body, dict):
                if "game" in case.body and choice < len(names):
                    case.body["game"] = names[choice]
                if isinstance(case.body.get("seconds"), int | float):
                    case.body["seconds"] = min(case.body["seconds"], 0.05)
            if "name" in case.path_parameters and choice < len(names):
                case.path_parameters["name"] = session["id"] if "sessions" in case.path else names[choice]
            answer = case.call(cookies=dict(visitor.cookies), timeout=600)
            assert answer.status_code < 500, f"{case.as_curl_command()}\n{answer.text}"
            assert answer.status_code < 400 or list(answer.json()) == ["error"], answer.text

        if operation.method != "delete":
            no_failure()
    visitor.close()
