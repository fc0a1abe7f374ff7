"""Games as trees."""

from .efg import read_efg, write_efg
from .form import ExtensiveForm

__all__ = ["ExtensiveForm", "read_efg", "write_efg"]
