"""Whether the persons that a call names are known: travelers, passengers."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from tau_emo_servers.common_rules import said
from tau_emo_servers.rules import Moment
from tau_emo_servers.values import normalised


class Person(Protocol):
    """What the rows with persons have in every domain."""

    @property
    def first_name(self) -> str: ...
    @property
    def last_name(self) -> str: ...
    @property
    def dob(self) -> str: ...


Key = tuple[str, str, str]
"""First name, last name and birth date, as they are compared."""


def unknown_person(
    moment: Moment,
    persons: Iterable[Mapping[str, str]],
    *,
    profile: Iterable[Person],
    listed: Iterable[Person],
) -> str | None:
    """Evidence that nothing gives one of the persons that the call names; None if all are known.

    A person is known who stands in the profile or is on the object already, or whose name and
    birth date the customer has said. A correction says the new part of somebody who is on the
    object, or a new birth date of somebody who is known.

    Args:
        moment: the moment of the call.
        persons: the persons that it names.
        profile: the customer and those saved in the profile.
        listed: the persons on the object that the call changes.
    """

    def heard(text: str) -> bool:
        return said(moment.user_text, text)

    there = {_key(one.first_name, one.last_name, one.dob) for one in listed}
    known = there | {_key(one.first_name, one.last_name, one.dob) for one in profile}
    for person in persons:
        first, last, born = key = _key(person["first_name"], person["last_name"], person["dob"])
        corrected = any(
            one[2] == born and (one[0] == first or heard(first)) and (one[1] == last or heard(last))
            for one in there
        )
        named = (heard(first) and heard(last)) or any(one[:2] == (first, last) for one in known)
        if key in known or corrected or (named and heard(born)):
            continue
        return f"nothing gives {' '.join(key)}"
    return None


def _key(first: str, last: str, born: str) -> Key:
    return normalised(first), normalised(last), born.strip()
