"""The Lab's part of the API. Its models and its work belong into `lab*.py` beside this file, its page into `static/lab*`."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter(prefix="/lab", tags=["lab"])
