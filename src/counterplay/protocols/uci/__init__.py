"""UCI, the Universal Chess Interface (Huber & Meyer-Kahlen 2006): how Cute Chess, Arena, lichess-bot and others talk to a chess engine.

door.py       the commands: a line in, lines out; nothing that somebody writes ends it, except `quit` and the end of the input
options.py    what `setoption` sets
going.py      what `go` asks for
clock.py      how long to think
thinking.py   one search, from `go` to `bestmove`, while the door goes on listening
workshop.py   the engine, made ready in the background
words.py      what a search has found, as `info` lines
handicap.py   weaker play, for UCI_Elo
benchmark.py  `bench` and `go perft`
"""
