"""A patron with a wallet of instruments and a list of tabs."""

import unicodedata
from dataclasses import dataclass, field

from tau_emo_db import kit
from tau_emo_db.domains.restaurant.tab import Tab
from tau_emo_db.domains.restaurant.tables import Instrument, Patron
from tau_emo_db.draw import Draw

MOST_TICKETS = 4
ACCENTED_SHARE = 0.2
"""How many patrons have a name that plain letters cannot write."""
CAPITALS_SHARE = 0.15
"""How many patrons gave an e-mail address with capitals."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_GIVEN = _words(
    """
    Zoë José Søren Łukasz Renée Björn Chloé Mónica Jürgen Íñigo Hélène Ragnhildur Åsa François
    Željka Çağla João Inés Loïc Núria Şebnem Ødegaard Małgorzata Théo Anaïs
    """
)
_FAMILY = (
    *_words("Núñez Gonçalves Müller Çelik Žižek Åkesson Gärtner Lefèvre Peña Sørensen Błaszczyk"),
    *_words("Ibáñez Öztürk Muñoz Jäger Ståhl Rådberg Bélanger Sjöström"),
    *("van der Berg", "de la Cruz", "Ní Dhomhnaill", "O'Rourke", "El Amrani"),
)
_PLAIN = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "ı": "i", "ğ": "g", " ": "", "'": ""}
)


@dataclass(eq=False)
class Regular:
    """One patron row and everything that hangs on it."""

    patron: Patron
    instruments: list[Instrument] = field(default_factory=list[Instrument])
    tabs: list[Tab] = field(default_factory=list[Tab])
    settled: bool = False
    """The situation is complete: no ordinary ticket is added."""

    def eaten(self) -> set[str]:
        """The references of all dishes on all tickets."""
        return {line.dish_ref for tab in self.tabs for line in tab.lines}


def person(draw: Draw) -> kit.Person:
    """Somebody from anywhere, now and then with a name beyond plain letters."""
    someone = kit.person(draw)
    if not draw.chance(ACCENTED_SHARE):
        return someone
    return kit.Person(draw.pick(_GIVEN), draw.pick(_FAMILY))


def email(draw: Draw, someone: kit.Person) -> str:
    """An address in plain letters, now and then with capitals."""
    plain = kit.Person(_in_plain_letters(someone.first_name), _in_plain_letters(someone.last_name))
    address = kit.email(draw, plain)
    if not draw.chance(CAPITALS_SHARE):
        return address
    return ".".join(part[:1].upper() + part[1:] for part in address.split(".", 1))


def _in_plain_letters(name: str) -> str:
    apart = unicodedata.normalize("NFD", name.translate(_PLAIN))
    return "".join(letter for letter in apart if letter.isascii() and letter.isalpha())
