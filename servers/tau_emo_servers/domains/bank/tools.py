"""The tools of the bank's desk.

Every tool looks up, checks in the documented order, changes, and returns what it shows.
A rejected call changes nothing. What the desk may do but should not (show or freeze what
belongs to another client, verify a suspended beneficiary, lift a freeze unasked) is a
matter of the policy, not of the tools.
"""

from itertools import islice

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.address import Address
from tau_emo_db.domains.bank.clock import NOW, instant
from tau_emo_db.domains.bank.tables import (
    Account,
    Beneficiary,
    BeneficiaryAllowedAccount,
    Client,
    LoanRepayment,
    email_key,
)
from tau_emo_servers.checks import check_filled, check_listed, check_once
from tau_emo_servers.common_tools import calculate, think, transfer_to_human_agents
from tau_emo_servers.domains.bank.desk import (
    any_method,
    beneficiary_type_of,
    book,
    check_active,
    check_available,
    check_currency,
    check_limits,
    check_names,
    check_new_beneficiary,
    check_no_credit,
    check_not_closed,
    check_payable,
    check_transfer_limits,
    check_two_accounts,
    check_usable,
    find_account,
    find_beneficiary,
    find_card,
    find_client,
    find_loan,
    find_own_account,
    find_own_beneficiary,
    find_own_loan,
    new_transaction_ids,
    or_none,
    outgoing_method,
    positive_amount,
    verification_method_of,
)
from tau_emo_servers.domains.bank.searches import Filters, newest
from tau_emo_servers.domains.bank.views import (
    account_line,
    account_view,
    beneficiary_name,
    beneficiary_view,
    card_view,
    client_view,
    loan_view,
    transaction_view,
)
from tau_emo_servers.queries import first_found, keys_by, rows_of
from tau_emo_servers.toolkit import Rejection, View, read, write

_CLIENT_ID_BY_EMAIL = keys_by(Client.client_id, email=email_key)


@read(title="Find a client by email")
def find_client_id_by_email(db: Session, email: str) -> str:
    """Find the id of the client with this email; upper and lower case make no difference.

    Args:
        email: email of the client, such as nora.quist8812@example.com, without blanks.
    """
    found = _CLIENT_ID_BY_EMAIL.all(db, email=email.lower())
    return first_found(found, "client", f"with the email {email}; check it with the client")


@read(title="Show a client's profile")
def get_client_details(db: Session, client_id: str) -> View:
    """Show a client's profile: name, contact, address, accounts with balances, cards, and the
    ids of loans and beneficiaries. Amounts are in the currency of the account.

    Args:
        client_id: client id, such as CL82K4QD.
    """
    return client_view(db, find_client(db, client_id))


@read(title="Show an account")
def get_account_details(db: Session, account_id: str) -> View:
    """Show an account: its type, currency, status and balances. Only the available balance can
    be spent; of a credit account it is the unused line, and the current balance is minus the
    debt.

    Args:
        account_id: account id, such as AC31K9QD.
    """
    return account_view(find_account(db, account_id))


@read(title="Show a card")
def get_card_details(db: Session, card_id: str) -> View:
    """Show a card: its type, status, brand, last four digits and the account it belongs to.

    Args:
        card_id: card id, such as CD47M2XR.
    """
    return card_view(find_card(db, card_id))


@read(title="Show a loan")
def get_loan_details(db: Session, loan_id: str) -> View:
    """Show a loan: its terms, the installments before and after today, and what was repaid. An
    installment keeps its status when a payment is made.

    Args:
        loan_id: loan id, such as LN58T6BW.
    """
    return loan_view(db, find_loan(db, loan_id))


@read(title="Show a beneficiary")
def get_beneficiary_details(db: Session, beneficiary_id: str) -> View:
    """Show a beneficiary: names, bank details, status, verification, limits per transfer and per
    day, and the accounts it may be paid from.

    Args:
        beneficiary_id: beneficiary id, such as bnf_0451.
    """
    return beneficiary_view(db, find_beneficiary(db, beneficiary_id))


@read(title="List a client's accounts")
def list_client_accounts(db: Session, client_id: str) -> View:
    """List a client's accounts: a map from account id to type, status, masked number and
    currency, sorted by id. Balances are not shown.

    Args:
        client_id: client id, such as CL82K4QD.
    """
    client = find_client(db, client_id)
    accounts = rows_of(db, Account, client_id=client.client_id)
    return {
        one.account_id: account_line(one)
        for one in sorted(accounts, key=lambda one: one.account_id)
    }


@read(title="List a client's beneficiaries")
def list_client_beneficiaries(db: Session, client_id: str) -> View:
    """List a client's beneficiaries: a map from beneficiary id to name, sorted by id.

    Args:
        client_id: client id, such as CL82K4QD.
    """
    client = find_client(db, client_id)
    held = rows_of(db, Beneficiary, client_id=client.client_id)
    return {
        one.beneficiary_id: beneficiary_name(one)
        for one in sorted(held, key=lambda one: one.beneficiary_id)
    }


@read(title="Show the newest transactions")
def get_recent_transactions(db: Session, account_id: str, limit: int = 10) -> list[JsonValue]:
    """Show the newest transactions of an account that are posted or pending, the newest first.
    Reversed ones are left out; search_transactions finds them.

    Args:
        account_id: account id, such as AC31K9QD.
        limit: how many at most; below 0 counts as 0.
    """
    account = find_account(db, account_id)
    found = (one for one in newest(db, account.account_id) if one.status != "reversed")
    return [transaction_view(one) for one in islice(found, max(0, limit))]


@read(title="Search transactions")
def search_transactions(
    db: Session,
    client_id: str,
    account_id: str,
    start_date: str | None = None,
    end_date: str | None = None,
    min_amount: float | None = None,
    max_amount: float | None = None,
    transaction_type: str | None = None,
    status: str | None = None,
    merchant_name_contains: str | None = None,
) -> list[JsonValue]:
    """Find the transactions of an account that pass every filter given, the newest first, those
    that are reversed included. Bounds are inclusive.

    Args:
        client_id: client id, such as CL82K4QD.
        account_id: account id, such as AC31K9QD.
        start_date: the first day or instant in UTC, such as 2025-09-01 or 2025-09-01T18:00:00Z.
        end_date: the last day or instant in UTC; a day counts to its last second.
        min_amount: the least amount, without regard to the direction.
        max_amount: the highest amount, without regard to the direction.
        transaction_type: deposit, withdrawal, transfer, payment, fee or interest.
        status: pending, posted or reversed.
        merchant_name_contains: a part of the merchant's name; case makes no difference, and
            transactions without a merchant never match.
    """
    filters = Filters.of(
        start_date,
        end_date,
        min_amount,
        max_amount,
        transaction_type,
        status,
        merchant_name_contains,
    )
    client = find_client(db, client_id)
    account = find_own_account(db, client, account_id)
    return [transaction_view(one) for one in newest(db, account.account_id) if filters.fit(one)]


@write(title="Transfer between own accounts", destructive=False)
def initiate_internal_transfer(
    db: Session,
    client_id: str,
    from_account_id: str,
    to_account_id: str,
    amount: float,
    description: str | None = None,
) -> list[JsonValue]:
    """Move money between two active accounts of one client in one currency, at once and without
    a charge. The source must not be a credit account; a credit account as target has its debt
    lowered. Returns the debit and the credit.

    Args:
        client_id: client id, such as CL82K4QD.
        from_account_id: the account that pays, such as AC31K9QD.
        to_account_id: the account that receives.
        amount: how much, above 0 and with at most two decimals.
        description: a memo, only if the client wants one.
    """
    cents = positive_amount(amount)
    client = find_client(db, client_id)
    source = find_own_account(db, client, from_account_id)
    target = find_own_account(db, client, to_account_id)
    check_two_accounts(source, target)
    check_active(source, "source")
    check_active(target, "target")
    check_no_credit(source)
    check_currency(source, f"account {target.account_id}", target.currency)
    check_available(source, cents)

    debit_id, credit_id = islice(new_transaction_ids(db), 2)
    sides = [
        book(source, debit_id, "transfer", "debit", cents, "Internal", description),
        book(target, credit_id, "transfer", "credit", cents, "Internal", description),
    ]
    sides[0].related_transaction_id, sides[1].related_transaction_id = credit_id, debit_id
    db.add_all(sides)
    return [transaction_view(one) for one in sides]


@write(title="Add a beneficiary", destructive=False)
def add_beneficiary(
    db: Session,
    client_id: str,
    beneficiary_id: str,
    beneficiary_type: str,
    display_name: str | None,
    first_name: str | None,
    last_name: str | None,
    business_name: str | None,
    bank_name: str,
    account_number_masked: str,
    routing_number: str | None,
    iban: str | None,
    swift_bic: str | None,
    address1: str,
    address2: str | None,
    city: str,
    state: str,
    zip: str,  # noqa: A002
    country: str,
    allowed_from_account_ids: list[str],
    per_transfer_limit: float,
    daily_limit: float,
    verification_method: str = "document",
) -> View:
    """Add a beneficiary to a client. It is active, but it can be paid only after
    verify_beneficiary. All data come from the client, the new id too.

    Args:
        client_id: client id, such as CL82K4QD.
        beneficiary_id: an id that the client chooses and that no beneficiary has, such as
            bnf_0451.
        beneficiary_type: individual or business.
        display_name: what the client calls the beneficiary; empty if nothing.
        first_name: first name; an individual needs it.
        last_name: last name; an individual needs it.
        business_name: name of the business; a business needs it.
        bank_name: the beneficiary's bank.
        account_number_masked: the beneficiary's account number, such as ****4410.
        routing_number: routing number of the bank; empty if there is none.
        iban: IBAN; empty if there is none.
        swift_bic: SWIFT or BIC code; empty if there is none.
        address1: first line of the beneficiary's address, such as 14 Harbor Lane.
        address2: second line, such as Unit 3; empty if there is none.
        city: city.
        state: state, such as AZ.
        zip: zip code, such as 85719.
        country: country, such as USA.
        allowed_from_account_ids: ids of the client's accounts from which it may be paid.
        per_transfer_limit: the most that one transfer may send, above 0.
        daily_limit: the most that one day's transfers may send; not below the other limit.
        verification_method: micro_deposits, document or instant; only if the client names one.
    """
    kind = beneficiary_type_of(beneficiary_type)
    method = verification_method_of(verification_method, "verification_method")
    check_names(kind, first_name, last_name, business_name)
    needed = {
        "beneficiary_id": beneficiary_id,
        "bank_name": bank_name,
        "account_number_masked": account_number_masked,
        "address1": address1,
        "city": city,
        "state": state,
        "zip": zip,
        "country": country,
    }
    check_filled(needed, "data_missing", "ask the client for it")
    check_listed(allowed_from_account_ids, "account")
    check_once(allowed_from_account_ids, "account")
    per, daily = check_limits(per_transfer_limit, daily_limit)
    client = find_client(db, client_id)
    check_new_beneficiary(db, beneficiary_id)
    accounts = [find_own_account(db, client, one) for one in allowed_from_account_ids]

    beneficiary = Beneficiary(
        beneficiary_id=beneficiary_id,
        client_id=client.client_id,
        type=kind,
        display_name=or_none(display_name),
        first_name=or_none(first_name),
        last_name=or_none(last_name),
        business_name=or_none(business_name),
        bank_name=bank_name,
        account_number_masked=account_number_masked,
        routing_number=or_none(routing_number),
        iban=or_none(iban),
        swift_bic=or_none(swift_bic),
        address=Address(
            address1=address1,
            address2=address2 or "",
            city=city,
            state=state,
            zip=zip,
            country=country,
        ),
        per_transfer_limit=per,
        daily_limit=daily,
        verification_status="pending",
        verification_method=method,
        status="active",
        created_at=instant(NOW),
    )
    db.add(beneficiary)
    db.flush()
    db.add_all(
        BeneficiaryAllowedAccount(
            beneficiary_id=beneficiary_id, position=position, account_id=account.account_id
        )
        for position, account in enumerate(accounts)
    )
    return beneficiary_view(db, beneficiary)


@write(title="Verify a beneficiary", destructive=False, idempotent=True)
def verify_beneficiary(
    db: Session, client_id: str, beneficiary_id: str, method: str = "document"
) -> View:
    """Mark a client's beneficiary as verified, now and by the method. Its status stays as it is.

    Args:
        client_id: client id, such as CL82K4QD.
        beneficiary_id: beneficiary id, such as bnf_0451.
        method: micro_deposits, document or instant; only if the client names one.
    """
    known = verification_method_of(method, "method")
    client = find_client(db, client_id)
    beneficiary = find_own_beneficiary(db, client, beneficiary_id)
    beneficiary.verification_status = "verified"
    beneficiary.verification_method = known
    beneficiary.verified_at = instant(NOW)
    return beneficiary_view(db, beneficiary)


@write(title="Transfer to a beneficiary", destructive=False)
def initiate_transfer_to_beneficiary(
    db: Session,
    client_id: str,
    from_account_id: str,
    beneficiary_id: str,
    amount: float,
    method: str = "ACH",
    description: str | None = None,
) -> View:
    """Send money from an active account that is not a credit account to an active, verified
    beneficiary that may be paid from it, at once and without a charge. The limits of the
    beneficiary for one transfer and for the UTC day hold. It cannot be undone. Returns the debit.

    Args:
        client_id: client id, such as CL82K4QD.
        from_account_id: the account that pays, such as AC31K9QD.
        beneficiary_id: beneficiary id, such as bnf_0451.
        amount: how much, above 0 and with at most two decimals, in the account's currency.
        method: ACH or Wire; only if the client names one.
        description: a memo, only if the client wants one.
    """
    way = outgoing_method(method)
    cents = positive_amount(amount)
    client = find_client(db, client_id)
    source = find_own_account(db, client, from_account_id)
    check_active(source, "source")
    check_no_credit(source)
    beneficiary = find_own_beneficiary(db, client, beneficiary_id)
    check_payable(db, beneficiary, source)
    check_transfer_limits(db, beneficiary, cents)
    check_available(source, cents)

    [key] = islice(new_transaction_ids(db), 1)
    debit = book(
        source, key, "transfer", "debit", cents, way, description, beneficiary_id=beneficiary_id
    )
    db.add(debit)
    return transaction_view(debit)


@write(title="Freeze a card", destructive=True, idempotent=True)
def freeze_card(db: Session, card_id: str, reason: str) -> View:
    """Block a card at once, so that it cannot be used until it is unfrozen. Its account is not
    touched.

    Args:
        card_id: card id, such as CD47M2XR.
        reason: why the client wants it, in a few words.
    """
    card = check_usable(find_card(db, card_id))
    card.status = "blocked"
    return card_view(card)


@write(title="Unfreeze a card", destructive=True, idempotent=True)
def unfreeze_card(db: Session, card_id: str) -> View:
    """Let a blocked card be used again.

    Args:
        card_id: card id, such as CD47M2XR.
    """
    card = check_usable(find_card(db, card_id))
    card.status = "active"
    return card_view(card)


@write(title="Freeze an account", destructive=True, idempotent=True)
def freeze_account(db: Session, account_id: str, reason: str) -> View:
    """Freeze an account at once: it can neither pay nor receive until it is unfrozen. Its cards
    and balances are not touched.

    Args:
        account_id: account id, such as AC31K9QD.
        reason: why the client wants it, in a few words.
    """
    account = check_not_closed(find_account(db, account_id))
    account.status = "frozen"
    return account_view(account)


@write(title="Unfreeze an account", destructive=True, idempotent=True)
def unfreeze_account(db: Session, account_id: str) -> View:
    """Make a frozen account active again.

    Args:
        account_id: account id, such as AC31K9QD.
    """
    account = check_not_closed(find_account(db, account_id))
    account.status = "active"
    return account_view(account)


@write(title="Pay a loan", destructive=False)
def make_loan_payment(
    db: Session,
    client_id: str,
    loan_id: str,
    from_account_id: str,
    amount: float,
    method: str = "Internal",
    description: str | None = None,
) -> View:
    """Pay an amount on a loan that is not closed, from an active account of the client in the
    loan's currency that is not a credit account. The whole amount counts towards the principal;
    the installments keep their status. Returns the debit.

    Args:
        client_id: client id, such as CL82K4QD.
        loan_id: loan id, such as LN58T6BW.
        from_account_id: the account that pays, such as AC31K9QD.
        amount: how much, above 0 and with at most two decimals.
        method: ACH, Wire, Card, ATM or Internal; only if the client names one.
        description: a memo, only if the client wants one.
    """
    way = any_method(method)
    cents = positive_amount(amount)
    client = find_client(db, client_id)
    source = find_own_account(db, client, from_account_id)
    loan = find_own_loan(db, client, loan_id)
    if loan.status == "closed":
        raise Rejection("loan_closed", f"loan {loan_id} is closed; nothing can be paid on it.")
    check_active(source, "source")
    check_no_credit(source)
    check_currency(source, f"loan {loan_id}", loan.currency)
    check_available(source, cents)

    [key] = islice(new_transaction_ids(db), 1)
    debit = book(source, key, "payment", "debit", cents, way, description)
    db.add(debit)
    db.flush()
    db.add(
        LoanRepayment(
            transaction_id=key,
            loan_id=loan_id,
            posted_at=debit.timestamp,
            amount=cents,
            currency=debit.currency,
            method=way,
            principal_component=cents,
            interest_component=0,
            fees_component=0,
        )
    )
    return transaction_view(debit)


TOOLS = (
    find_client_id_by_email,
    get_client_details,
    get_account_details,
    get_card_details,
    get_loan_details,
    get_beneficiary_details,
    list_client_accounts,
    list_client_beneficiaries,
    get_recent_transactions,
    search_transactions,
    initiate_internal_transfer,
    add_beneficiary,
    verify_beneficiary,
    initiate_transfer_to_beneficiary,
    freeze_card,
    unfreeze_card,
    freeze_account,
    unfreeze_account,
    make_loan_payment,
    calculate,
    think,
    transfer_to_human_agents,
)
