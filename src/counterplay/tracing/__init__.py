"""Looking inside a search: record it with the kernel itself, step through it, draw it, be quizzed on it."""

from __future__ import annotations

from .model import Cut, Known, Node, Step
from .quiz import Mark, Question, Quiz
from .record import trace
from .value import Moment, Trace

__all__ = ["Cut", "Known", "Mark", "Moment", "Node", "Question", "Quiz", "Step", "Trace", "trace"]
