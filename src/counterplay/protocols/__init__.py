"""Doors for other programs: the Go Text Protocol (`gtp.py`) and the files that Go programs exchange (`sgf.py`)."""
