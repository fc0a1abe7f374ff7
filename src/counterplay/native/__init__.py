"""How rules and kernels become machine code. Nothing here imports Numba until something is compiled."""
