"""Where a search ends that does not end by depth: after so many nodes, or when its time is up."""

from __future__ import annotations

from typing import Final

from ...kernels import kernel
from ...watch import STOPPED
from .room import MOST_NODES

CLOCK_MASK: Final = 255
"""The clock is looked at whenever so many nodes more have been entered."""


@kernel
def keep_limits(room, watch):
    """After entering a node: tell the watcher to stop if that was one too many, or one too late."""
    entered = watch.entered()
    if entered >= room[MOST_NODES] or (entered & CLOCK_MASK == 0 and watch.out_of_time()):
        watch.halt(STOPPED)
