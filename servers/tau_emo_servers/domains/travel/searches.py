"""Searching the packages: by place, category and date, and where they go."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Text, bindparam, exists
from sqlmodel import Session, col, or_, select

from tau_emo_db import Prepared
from tau_emo_db.domains.travel.tables import Package, PackageDeparture, PackageDestination
from tau_emo_servers.queries import insertion_order


def _wanted(column: str, name: str) -> ColumnElement[bool]:
    """True where the column has the value of the parameter, or that is empty."""
    value = bindparam(name, type_=Text())
    return or_(value == "", col(column) == value)


_OPEN_PACKAGES = Prepared(
    select(Package)
    .where(
        _wanted(Package.category, "category"),
        exists().where(
            col(PackageDestination.package_id) == Package.package_id,
            _wanted(PackageDestination.city, "city"),
            _wanted(PackageDestination.country, "country"),
        ),
        exists().where(
            col(PackageDeparture.package_id) == Package.package_id,
            col(PackageDeparture.status) == "available",
            col(PackageDeparture.available_slots) > 0,
        ),
        or_(
            bindparam("date", type_=Text()) == "",
            exists().where(
                col(PackageDeparture.package_id) == Package.package_id,
                col(PackageDeparture.date) == bindparam("date", type_=Text()),
            ),
        ),
    )
    .order_by(insertion_order(Package))
)
_DESTINATIONS = Prepared(
    select(PackageDestination.city, PackageDestination.country)
    .join(Package)
    .order_by(insertion_order(Package), col(PackageDestination.position))
)


def open_packages(
    db: Session, city: str | None, country: str | None, category: str | None, date: str | None
) -> list[Package]:
    """The packages that fit and can still be booked on some date, in the order of the catalogue.

    Args:
        db: the session.
        city: where one place of the tour is, in the country if that is given too.
        country: where one place of the tour is.
        category: what kind of tour it is.
        date: a date on which it starts, open or not. What is None or empty leaves a filter out.
    """
    return _OPEN_PACKAGES.all(
        db, city=city or "", country=country or "", category=category or "", date=date or ""
    )


def destinations(db: Session) -> Iterable[tuple[str, str]]:
    """Every city with its country that a package goes to, once, in the order of the catalogue."""
    return dict.fromkeys(_DESTINATIONS.all(db))
