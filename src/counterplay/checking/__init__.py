"""A linter for rules. One small named function for each thing that can be wrong (see `examination.CHECKS`)."""

from __future__ import annotations

from .linter import check
from .report import KINDS, Examined, Problem, Property, Report, explain

__all__ = ["KINDS", "Examined", "Problem", "Property", "Report", "check", "explain"]
