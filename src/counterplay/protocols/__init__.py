"""Doors for other programs: the Go Text Protocol (`gtp.py`), the files that Go programs exchange (`sgf.py`), UCI for chess (`uci/`)."""
