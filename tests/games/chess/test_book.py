"""The book of openings: legal lines, by python-chess's word, of which none throws a piece away."""

from __future__ import annotations

import chess

from counterplay.games.chess import Chess
from counterplay.games.chess.book import FILE, book_moves
from counterplay.games.chess.evaluation import worth


def test_every_line_of_the_book_is_legal_and_level() -> None:
    game = Chess()
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert len(lines) > 100 and len(set(lines)) == len(lines)
    for line in lines:
        board, state = chess.Board(), game.initial()
        for word in line.split():
            moves = {game.format_action(state, move) for move in book_moves(game, state)}
            assert word in moves
            board.push_san(word)
            state = game.result(state, game.parse_action(state, word))
        assert game.format_state(state).split()[0] == board.board_fen()
        assert abs(worth(state)) < 200


def test_the_book_ends() -> None:
    game = Chess()
    assert len(book_moves(game, game.initial())) > 2
    assert book_moves(game, game.parse_state("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")) == ()
    other = Chess(chess960=True, number=0)
    assert book_moves(other, other.initial()) == ()
    assert book_moves(Chess(chess960=True), game.initial()) == book_moves(game, game.initial())
