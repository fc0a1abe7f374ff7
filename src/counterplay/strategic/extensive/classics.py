"""The trees that every course draws, by name; written as `.efg` files are."""

from __future__ import annotations

from typing import Final

from .efg import read_efg
from .form import ExtensiveForm

_TEXTS: Final = {
    "stripped_down_poker": """EFG 2 R "Stripped-down poker" { "Alice" "Bob" }
"Alice gets a king or a queen, and bets or folds; Bob, who does not see the card, calls or folds (Reiley, Urbancic & Walker 2008)."
c "" 1 "" { "King" 1/2 "Queen" 1/2 } 0
p "" 1 1 "King" { "Bet" "Fold" } 0
p "" 2 1 "Bet" { "Call" "Fold" } 0
t "" 1 "" { 2 -2 }
t "" 2 "" { 1 -1 }
t "" 3 "" { -1 1 }
p "" 1 2 "Queen" { "Bet" "Fold" } 0
p "" 2 1 0
t "" 4 "" { -2 2 }
t "" 2
t "" 3
""",
    "seltens_horse": """EFG 2 R "Selten's horse" { "Ann" "Bob" "Cleo" }
"Two kinds of equilibria, though there is no subgame but the whole: only one is perfect (Selten 1975)."
p "" 1 1 "" { "Across" "Down" } 0
p "" 2 1 "" { "across" "down" } 0
t "" 1 "" { 1 1 1 }
p "" 3 1 "" { "Left" "Right" } 0
t "" 2 "" { 4 4 0 }
t "" 3 "" { 0 0 1 }
p "" 3 1 0
t "" 4 "" { 3 2 2 }
t "" 5 "" { 0 0 0 }
""",
    "entry_deterrence": """EFG 2 R "Entry deterrence" { "Entrant" "Incumbent" }
"Staying out for fear of a fight is an equilibrium, but the threat is empty: it is not subgame-perfect (Selten 1978)."
p "" 1 1 "" { "Out" "In" } 0
t "" 1 "" { 0 2 }
p "" 2 1 "" { "Fight" "Share" } 0
t "" 2 "" { -1 -1 }
t "" 3 "" { 1 1 }
""",
    "centipede": """EFG 2 R "Centipede" { "Ann" "Bob" }
"Whoever stops gets the larger of two piles, which double with every pass; backward induction stops at once (Rosenthal 1981)."
p "" 1 1 "" { "Take" "Pass" } 0
t "" 1 "" { 4 1 }
p "" 2 1 "" { "take" "pass" } 0
t "" 2 "" { 2 8 }
p "" 1 2 "" { "Take" "Pass" } 0
t "" 3 "" { 16 4 }
p "" 2 2 "" { "take" "pass" } 0
t "" 4 "" { 8 32 }
t "" 5 "" { 64 16 }
""",
    "outside_option": """EFG 2 R "Battle of the sexes with an outside option" { "Ann" "Bob" }
"Ann may stay at home; if she goes out, what does that tell Bob (Kohlberg & Mertens 1986)?"
p "" 1 1 "" { "Home" "Out" } 0
t "" 1 "" { 2 2 }
p "" 1 2 "" { "Football" "Opera" } 0
p "" 2 1 "" { "football" "opera" } 0
t "" 2 "" { 3 1 }
t "" 3 "" { 0 0 }
p "" 2 1 0
t "" 3
t "" 4 "" { 1 3 }
""",
    "beer_quiche": """EFG 2 R "Beer or quiche" { "Guest" "Bully" }
"A strong guest likes beer, a weak one quiche; the bully wants to fight the weak, and sees only the breakfast (Cho & Kreps 1987)."
c "" 1 "" { "Strong" 9/10 "Weak" 1/10 } 0
p "" 1 1 "Strong" { "Beer" "Quiche" } 0
p "" 2 1 "Beer" { "fight" "leave" } 0
t "" 1 "" { 1 0 }
t "" 2 "" { 3 1 }
p "" 2 2 "Quiche" { "fight" "leave" } 0
t "" 3 "" { 0 0 }
t "" 4 "" { 2 1 }
p "" 1 2 "Weak" { "Beer" "Quiche" } 0
p "" 2 1 0
t "" 5 "" { 0 1 }
t "" 6 "" { 2 0 }
p "" 2 2 0
t "" 7 "" { 1 1 }
t "" 8 "" { 3 0 }
""",
    "absent_minded_driver": """EFG 2 R "The absent-minded driver" { "Driver" }
"Two exits look alike, and the driver does not remember having passed one (Piccione & Rubinstein 1997)."
p "" 1 1 "" { "Exit" "On" } 0
t "" 1 "" { 0 }
p "" 1 1 0
t "" 2 "" { 4 }
t "" 3 "" { 1 }
""",
}
CLASSIC_TREES: Final = tuple(_TEXTS)
"""Their names."""


def classic_tree(name: str) -> ExtensiveForm:
    """A tree by its name.

    >>> classic_tree("seltens_horse").normal_form().pure_equilibria()
    [(0, 0, 1), (1, 0, 0)]
    """
    return read_efg(_TEXTS[name])
