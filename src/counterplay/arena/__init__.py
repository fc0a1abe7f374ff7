"""Many games: matches between two players, what they prove, and where they are kept."""

from .files import MatchFile
from .match import Match, Report, play_match
from .playing import Record
from .sprt import Sprt
from .standing import Standing

__all__ = ["Match", "MatchFile", "Record", "Report", "Sprt", "Standing", "play_match"]
