"""Knowing whole games."""

from __future__ import annotations

from .whole import Solution, solve

__all__ = ["Solution", "solve"]
