"""Plays as people write them: `8/5 6/5`, `bar/22*`, `13/7*/5`, `6/off(2)`."""

from __future__ import annotations

import re


def written(hops: list[tuple[int, int, bool]]) -> str:
    """A play from its steps, each from, to (25 is the bar, 0 is off) and whether it hits; one checker's steps are written together."""
    chains: list[list[tuple[int, bool]]] = []
    for source, target, hits in hops:
        ended = next((chain for chain in chains if chain[-1][0] == source), None)
        begun = next((chain for chain in chains if chain[0][0] == target and not hits), None)
        if ended:
            ended.append((target, hits))
        elif begun:  # the checker that was there went on before
            begun.insert(0, (source, False))
        else:
            chains.append([(source, False), (target, hits)])
    names = []
    for chain in sorted(chains, reverse=True):
        shown = [chain[0], *(stop for stop in chain[1:-1] if stop[1]), chain[-1]]
        names.append("/".join(_point(point) + ("*" if hits else "") for point, hits in shown))
    counts = {name: names.count(name) for name in names}
    return " ".join(name if count == 1 else f"{name}({count})" for name, count in counts.items())


def normal(text: str) -> list[str]:
    """A play without what people may leave out: in any order, no asterisks, every part as often as it is made."""
    tokens: list[str] = []
    for token in text.lower().replace("*", "").replace(",", " ").split():
        match = re.fullmatch(r"([^()]*)(?:\((\d)\))?", token)
        tokens += [match[1]] * int(match[2] or 1) if match else [token]
    return sorted(tokens)


def direct(parts: list[str]) -> list[str]:
    """The same without the points on the way, where nothing is hit: `24/21/20` is `24/20`."""
    return sorted("/".join(part.split("/")[:: max(part.count("/"), 1)]) for part in parts)


def _point(point: int) -> str:
    return {0: "off", 25: "bar"}.get(point, str(point))
