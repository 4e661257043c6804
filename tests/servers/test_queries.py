"""How tools of several domains find rows and new keys."""

from itertools import islice

import pytest

from tau_emo_db import EpisodeState, domain_data
from tau_emo_db.domains.retail.tables import Order, PaymentMethod, User, email_key
from tau_emo_servers.queries import (
    find_by_email,
    find_owned,
    first_found,
    free_keys,
    keys_by,
    numbered,
    only_found,
    rows_of,
)
from tau_emo_servers.toolkit import Rejection

BY_EMAIL = keys_by(User.user_id, email=email_key)


@pytest.fixture
def retail() -> EpisodeState:
    return EpisodeState.open(domain_data("retail"))


def test_an_email_finds_its_owner_whatever_its_case(retail: EpisodeState) -> None:
    with retail.session() as db:
        user = rows_of(db, User)[3]
        sent = f"  {user.email.upper()} "
        assert find_by_email(db, BY_EMAIL, sent, "user", "check it") == user.user_id


def test_an_unknown_email_is_told_without_blanks(retail: EpisodeState) -> None:
    with retail.session() as db, pytest.raises(Rejection) as refused:
        find_by_email(db, BY_EMAIL, " nobody@example.com ", "user", "check it")
    assert refused.value.code == "user_not_found"
    assert refused.value.message == "there is no user with the email nobody@example.com; check it."


def test_a_row_is_found_for_its_owner_only(retail: EpisodeState) -> None:
    with retail.session() as db:
        method = rows_of(db, PaymentMethod)[0]
        other = next(one.user_id for one in rows_of(db, User) if one.user_id != method.user_id)

        def found(key: str, user_id: str) -> PaymentMethod:
            return find_owned(
                db,
                PaymentMethod,
                key,
                what=f"method {key}",
                place=f"of {user_id}",
                shown_by="get_user_details",
                user_id=user_id,
            )

        assert found(method.id, method.user_id) is method
        for key, owner in ((method.id, other), ("paypal_0", method.user_id)):
            with pytest.raises(Rejection) as refused:
                found(key, owner)
            assert refused.value.message == (
                f"method {key} is not of {owner}; get_user_details shows those that are."
            )


def test_the_first_that_was_found() -> None:
    assert first_found(["a", "b"], "user", "called Nora") == "a"
    with pytest.raises(Rejection, match=r"^there is no user called Nora; check it\.$"):
        first_found([], "user", "called Nora; check it")


def test_the_only_one_that_was_found() -> None:
    assert only_found(["a"], "user", "called Nora", several="are called Nora") == "a"
    with pytest.raises(Rejection, match=r"^there is no user called Nora\.$"):
        only_found([], "user", "called Nora", several="are called Nora")
    with pytest.raises(Rejection) as refused:
        only_found(["a", "b"], "user", "called Nora", several="are called Nora")
    assert refused.value.code == "not_unique"
    assert refused.value.message == "several users are called Nora; find the user by email."


def test_keys_in_use_are_left_out_of_a_series(retail: EpisodeState) -> None:
    with retail.session() as db:
        used = rows_of(db, Order)[0].order_id
        assert list(free_keys(db, Order, ["A", used, "B"])) == ["A", "B"]


def test_a_numbered_series_has_no_end() -> None:
    assert list(islice(numbered("REG{:03d}"), 2)) == ["REG001", "REG002"]
    assert list(islice(numbered("REG{:03d}", 999), 2)) == ["REG999", "REG1000"]
