"""A priority queue for kernels: a binary heap of numbered states in two buffers (Williams 1964). The first word says how many there are."""

from __future__ import annotations

from ..kernels import kernel


@kernel
def put_in(queue, costs, number, cost):
    """Add a number; False if there is no room."""
    at = queue[0] + 1
    if at >= len(queue):
        return False
    queue[0] = at
    while at > 1 and cost < costs[at // 2]:
        queue[at] = queue[at // 2]
        costs[at] = costs[at // 2]
        at //= 2
    queue[at] = number
    costs[at] = cost
    return True


@kernel
def take_out(queue, costs):
    """Remove the number that costs least, and return it."""
    first = queue[1]
    length = queue[0] - 1
    queue[0] = length
    number, cost = queue[length + 1], costs[length + 1]
    at = 1
    while 2 * at <= length:
        child = 2 * at
        if child < length and costs[child + 1] < costs[child]:
            child += 1
        if costs[child] >= cost:
            break
        queue[at] = queue[child]
        costs[at] = costs[child]
        at = child
    queue[at] = number
    costs[at] = cost
    return first
