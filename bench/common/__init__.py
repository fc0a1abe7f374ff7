"""What the benchmarks share: the clock, the table, the peers, the games and programs measured."""
