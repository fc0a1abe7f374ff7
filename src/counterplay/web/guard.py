"""The guard at the door: whose requests are answered at all, and what a browser may do with the answers.

A server on 127.0.0.1 is within reach of every page that its user has open. So a request must name this server as its host (no page of
another name that was pointed here), must come from its own pages if it changes something, and no answer may be framed or run foreign code.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import bounds
from .refusals import answer

VISITOR = "counterplay_visitor"
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self';"
        " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Stands in front of the application."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = ()):
        self.app = app
        self.hosts = {"localhost", socket.gethostname().lower(), *(host.lower() for host in hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on with the visitor's name in `scope["visitor"]`."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await self._refuse(scope, receive, send, *refusal)
            return
        visitor, is_new = _visitor(headers)
        scope["visitor"] = visitor
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    more.setdefault(name, value)
                more.setdefault("cache-control", "no-store" if scope["path"].startswith("/api/") else "no-cache")
                if is_new and scope["path"].startswith("/api/"):
                    more.append("set-cookie", f"{VISITOR}={visitor}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict")
            await send(message)

        await self.app(scope, _Bounded(receive, send_with_headers).receive, send_with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 403, f"This server does not answer to the name {host[:80]!r}. Open it by its address, or start it with --allow-host."
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        foreign = origin is not None and origin.partition("://")[2] != host
        if changes and (foreign or headers.get("sec-fetch-site") in ("cross-site", "same-site")):
            return 403, "This request comes from another site's page; only this server's own pages may ask for that."
        length = headers.get("content-length", "0")
        if not re.fullmatch(r"\d{1,12}", length):
            return 400, "The content-length is no number."
        if int(length) > bounds.BODY_BYTES:
            return 413, f"A request may have {bounds.BODY_BYTES:,} bytes."
        return None

    def _is_ours(self, host: str) -> bool:
        name = re.sub(r":\d{1,5}$", "", host).lower()
        if name in self.hosts:
            return True
        try:  # a page of another name cannot pretend to be an address
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": sentence[:100]})
            return
        await answer(status, sentence)(scope, receive, send)


class _Bounded:
    """Counts the bytes of a body that does not say how long it is, and its brackets: what nests too deeply reaches no reader of JSON."""

    def __init__(self, receive: Receive, send: Send):
        self._receive, self._send, self._bytes, self._open = receive, send, 0, 0

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            body = message.get("body", b"")
            self._bytes += len(body)
            if self._bytes > bounds.BODY_BYTES:  # read no more of it: the connection ends here
                return {"type": "http.disconnect"}
            self._open += bounds.brackets(body)
            if self._open > bounds.BRACKETS:
                return {"type": "http.request", "body": b"[", "more_body": False}  # answered as what it is: no JSON to be read
        return message


def _visitor(headers: Headers) -> tuple[str, bool]:
    """Who asks: the name in the cookie, or a new one. It is a secret, long enough not to be guessed."""
    try:
        found: Any = SimpleCookie(headers.get("cookie", "")).get(VISITOR)
    except CookieError:
        found = None
    if found is not None and re.fullmatch(r"[0-9a-f]{32}", found.value):
        return found.value, False
    return secrets.token_hex(16), True
