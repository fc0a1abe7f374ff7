"""Benchmarks: each prints a table that anyone can reproduce with one command, a peer's numbers beside ours."""
