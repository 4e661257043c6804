"""What several foreign formats have in common."""

from collections.abc import Sequence

from tau_emo_db.foreign.node import Node

ADDRESS = ("address1", "address2", "city", "country", "state", "zip")
"""The fields of an address in most formats, in our order."""


def listed_by(owners: Sequence[Node], name: str, records: Sequence[Node]) -> list[Node]:
    """The records in the order in which their owners list them.

    With us a record names its owner, and no owner lists records; where the order of a list is
    shown, it is that of the rows.

    Args:
        owners: records that list the keys of others.
        name: the field that holds the list.
        records: the others; each must be listed exactly once.

    Raises:
        Misfit: one is listed twice or not at all, or a key names none.
    """
    known = {record.key: record for record in records}
    places: dict[str, str] = {}
    found: list[Node] = []
    for owner in owners:
        for item in owner.at(name).items():
            key = item.as_text()
            if key not in known:
                raise item.misfit(f"names {key!r}, which is not there")
            if key in places:
                raise item.misfit(f"names {key!r}, which stands already at {places[key]}")
            places[key] = item.place
            found.append(known[key])
    for key, record in known.items():
        if key not in places:
            raise record.misfit(f"is in no list of {name}")
    return found


def owned(owners: Sequence[Node], name: str, records: Sequence[Node], field: str) -> list[Node]:
    """As `listed_by`; each record must also name the owner that lists it.

    Args:
        owners: records that list the keys of others.
        name: the field that holds the list.
        records: the others.
        field: the field of a record that names its owner.

    Raises:
        Misfit: as above, or a record names another owner.
    """
    found = listed_by(owners, name, records)
    keys = [owner.key for owner in owners for _ in owner.at(name).items()]
    for record, owner in zip(found, keys, strict=True):
        if record.text(field) != owner:
            raise record.misfit(f"is of {record.text(field)!r}, but {owner!r} lists it")
    return found
