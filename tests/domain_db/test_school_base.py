"""The base data of school: counts, references, sums, and every situation for several students."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Any

import pytest

from tau_emo_db.domain import domain_data
from tau_emo_db.domains.school.tables import (
    Course,
    CourseDate,
    PaymentMethod,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
    Student,
)
from tau_emo_db.draw import Draw

DATA = domain_data("school")
SPRING, SUMMER, FALL = "2025-SPRING", "2025-SUMMER", "2025-FALL"
RATES = {"undergraduate": 500, "graduate": 800, "continuing_ed": 400}
WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
NOW = "25-05-15-15-00"


@dataclass
class Base:
    """The rows of the base, looked up the way the tests need them."""

    rows: list[Any]

    def __post_init__(self) -> None:
        self.courses: dict[str, Course] = {one.course_id: one for one in self.of(Course)}
        self.dates: list[CourseDate] = self.of(CourseDate)
        self.students: list[Student] = self.of(Student)
        self.methods: dict[str, PaymentMethod] = {one.id: one for one in self.of(PaymentMethod)}
        self.registrations: list[Registration] = self.of(Registration)
        self.taken: dict[str, list[RegistrationCourse]] = self.by_registration(RegistrationCourse)
        self.paid: dict[str, list[RegistrationPayment]] = self.by_registration(RegistrationPayment)
        self.wallets: dict[str, list[PaymentMethod]] = defaultdict(list)
        for method in self.methods.values():
            self.wallets[method.student_id].append(method)
        self.of_student: dict[str, list[Registration]] = defaultdict(list)
        for registration in self.registrations:
            self.of_student[registration.student_id].append(registration)

    def of(self, table: type[Any]) -> list[Any]:
        return [row for row in self.rows if type(row) is table]

    def by_registration(self, table: type[Any]) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = defaultdict(list)
        for row in self.of(table):
            found[row.registration_id].append(row)
        return found

    def in_term(self, term: str) -> list[Course]:
        return [one for one in self.courses.values() if one.term == term]

    def net(self, registration: Registration) -> Counter[str]:
        """What each method has paid for it in all."""
        net: Counter[str] = Counter()
        for entry in self.paid[registration.registration_id]:
            net[entry.payment_id] += entry.amount
        return net

    def balance(self, registration: Registration) -> int:
        """What is still to be paid; negative if too much was paid. 0 if it was canceled."""
        if self.canceled(registration):
            return 0
        due = sum(one.tuition for one in self.taken[registration.registration_id])
        due += 300 if registration.health_insurance == "yes" else 0
        return due - self.net(registration).total()

    def canceled(self, registration: Registration) -> bool:
        return not self.taken[registration.registration_id] and not any(
            self.net(registration).values()
        )


def rows(scale: int = 1) -> list[Any]:
    return list(DATA.generate(Draw("tau-emo/school"), scale))


@pytest.fixture(scope="module")
def base() -> Base:
    return Base(rows())


def span(course: Course) -> tuple[int, int]:
    """Start and end of a meeting in minutes of the day."""
    pattern = course.meeting_pattern
    start, end = (
        60 * int(time[:2]) + int(time[3:])
        for time in (pattern.start_time_est, pattern.end_time_est)
    )
    return start, end


def shared_days(one: Course, other: Course) -> set[str]:
    return {*one.meeting_pattern.days} & {*other.meeting_pattern.days}


def at_once(one: Course, other: Course) -> bool:
    """True if the hours overlap, whatever the days."""
    return span(one)[0] < span(other)[1] and span(other)[0] < span(one)[1]


def conflict(courses: Iterable[Course]) -> bool:
    return any(shared_days(a, b) and at_once(a, b) for a, b in combinations(courses, 2))


def weekday(day: str) -> str:
    return WEEK[date.fromisoformat(f"20{day[:8]}").weekday()]


# Counts, ids and references


def test_counts(base: Base) -> None:
    assert Counter(one.term for one in base.courses.values()) == {SPRING: 40, SUMMER: 15, FALL: 65}
    assert 340 <= len(base.dates) <= 380
    assert len(base.students) == 120
    assert len(base.registrations) == 120
    assert Counter(len(base.of_student[one.student_id]) for one in base.students) == {
        0: 20,
        1: 80,
        2: 20,
    }


def test_the_scale_multiplies_students_but_not_courses(base: Base) -> None:
    double = Base(rows(scale=2))
    assert len(double.students) == len(double.registrations) == 240
    assert [*double.courses] == [*base.courses]
    assert_seats(double)


def test_ids_have_their_forms_and_are_unique(base: Base) -> None:
    ids = [
        *base.courses,
        *(one.student_id for one in base.students),
        *base.methods,
        *(one.registration_id for one in base.registrations),
    ]
    assert len({key.lower() for key in ids}) == len(ids) == 120 + 120 + len(base.methods) + 120
    assert all(re.fullmatch(r"[A-Z][A-Z0-9]{6}", key) and re.search(r"\d", key) for key in ids)
    assert not any(re.fullmatch(r"REG\d+", key) for key in ids)
    assert len(base.methods) == len(base.of(PaymentMethod))


def test_every_reference_leads_to_its_row(base: Base) -> None:
    students = {one.student_id for one in base.students}
    registrations = {one.registration_id: one for one in base.registrations}
    assert {one.course_id for one in base.dates} <= set(base.courses)
    assert {one.student_id for one in base.methods.values()} == students
    assert {one.student_id for one in base.registrations} <= students
    for line in base.of(RegistrationCourse):
        assert base.courses[line.course_id].term == registrations[line.registration_id].term
    for entry in base.of(RegistrationPayment):
        owner = registrations[entry.registration_id].student_id
        assert base.methods[entry.payment_id].student_id == owner


# Courses


def test_a_campus_and_a_department_have_one_spelling(base: Base) -> None:
    campuses = {one.location.campus for one in base.courses.values()}
    assert campuses == {"Main", "North", "Riverside"}
    departments: dict[str, set[str]] = defaultdict(set)
    for course in base.courses.values():
        departments[course.course_code.split("-")[0]].add(course.department)
        assert re.fullmatch(r"[A-Z]{2,4}-\d{4}", course.course_code)
    assert len(departments) == 12
    assert all(len(names) == 1 for names in departments.values())
    assert len({name for names in departments.values() for name in names}) == 12


def test_a_code_has_one_title_and_one_number_of_credits(base: Base) -> None:
    meanings = defaultdict(set)
    for course in base.courses.values():
        meanings[course.course_code].add((course.title, course.credits))
    assert all(len(found) == 1 for found in meanings.values())
    assert {one.credits for one in base.in_term(FALL)} == {2, 3, 4, 5}


def test_meetings_begin_and_end_on_a_day_and_hour_of_the_pattern(base: Base) -> None:
    for course in base.courses.values():
        pattern = course.meeting_pattern
        assert pattern.days == sorted(pattern.days, key=WEEK.index)
        start, end = span(course)
        assert 8 * 60 <= start < end <= 21 * 60
        first, last = course.scheduled_first_meeting_est, course.scheduled_last_meeting_est
        assert first[:8] < last[:8]
        for moment in (first, last):
            assert weekday(moment) in pattern.days
            assert moment[9:] == pattern.start_time_est
        if course.term == SPRING:
            assert last < NOW
        else:
            assert first > NOW


def test_nobody_teaches_and_no_room_holds_two_courses_at_once(base: Base) -> None:
    for term in (SPRING, SUMMER, FALL):
        for one, other in combinations(base.in_term(term), 2):
            if shared_days(one, other) and at_once(one, other):
                assert one.instructor.email != other.instructor.email
                assert one.location != other.location


def assert_seats(base: Base) -> None:
    held = Counter(line.course_id for line in base.of(RegistrationCourse))
    for course in base.courses.values():
        assert held[course.course_id] <= course.current_enrollment <= course.capacity
        assert 0 <= course.current_waitlist <= course.waitlist_capacity


def test_every_course_holds_those_who_take_it(base: Base) -> None:
    assert_seats(base)


def test_full_courses_and_courses_with_one_seat(base: Base) -> None:
    fall = base.in_term(FALL)
    full = [one for one in fall if one.current_enrollment == one.capacity]
    assert len(full) == 10
    assert sum(one.current_enrollment == one.capacity - 1 for one in fall) == 10
    assert any(one.current_waitlist < one.waitlist_capacity for one in full)
    assert any(one.current_waitlist == one.waitlist_capacity for one in full)


def test_two_sections_of_which_one_is_full_and_one_is_open(base: Base) -> None:
    sections: dict[str, list[Course]] = defaultdict(list)
    for course in base.in_term(FALL):
        sections[course.course_code].append(course)
    pairs = [found for found in sections.values() if len(found) == 2]
    assert len(pairs) == 5
    for pair in pairs:
        assert sorted(one.current_enrollment < one.capacity for one in pair) == [False, True]
        assert pair[0].meeting_pattern != pair[1].meeting_pattern
    assert any(a.current_enrollment == a.capacity for a, _ in pairs)
    assert any(b.current_enrollment == b.capacity for _, b in pairs)


def test_hours_that_meet_touch_or_only_look_alike(base: Base) -> None:
    pairs = [*combinations(base.in_term(FALL), 2)]
    several = [
        (a, b)
        for a, b in pairs
        if max(len(a.meeting_pattern.days), len(b.meeting_pattern.days)) > 1
    ]
    assert sum(len(shared_days(a, b)) == 1 and at_once(a, b) for a, b in several) >= 10
    touching = [
        (a, b)
        for one, other in pairs
        for a, b in ((one, other), (other, one))
        if shared_days(a, b) and span(a)[1] == span(b)[0]
    ]
    assert any(a.meeting_pattern.end_time_est == "10-45" for a, _ in touching)
    assert any(not shared_days(a, b) and span(a) == span(b) for a, b in pairs)


def test_three_courses_of_a_department_at_different_hours(base: Base) -> None:
    starts: dict[str, set[str]] = defaultdict(set)
    for course in base.in_term(FALL):
        starts[course.department].add(course.meeting_pattern.start_time_est)
    assert sum(len(found) >= 3 for found in starts.values()) >= 6


# Records of meetings


def test_records_of_meetings(base: Base) -> None:
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    assert len({(one.course_id, one.date) for one in base.dates}) == len(base.dates)
    for record in base.dates:
        course = base.courses[record.course_id]
        seen[course.term][record.status] += 1
        assert weekday(record.date) in course.meeting_pattern.days
        first, last = course.scheduled_first_meeting_est, course.scheduled_last_meeting_est
        assert first[:8] <= record.date <= last[:8]
        assert record.topic
        times = (record.actual_start_time_est, record.actual_end_time_est)
        if record.status == "canceled":
            assert times == (None, None)
            assert record.notes
            continue
        start, end = map(str, times)
        assert re.fullmatch(r"25-\d\d-\d\d-\d\d-\d\d", start)
        assert start[:8] == end[:8]
        assert start < end
        if record.status == "held":
            assert start[:8] == record.date
            assert end < NOW
        else:
            assert start[:8] > record.date
    assert set(seen[SPRING]) == {"held", "canceled", "rescheduled"}
    assert set(seen[SUMMER]) == set(seen[FALL]) == {"canceled", "rescheduled"}
    assert min(seen[SPRING].values()) >= 10


# Students


def test_names_repeat_but_ids_and_emails_do_not(base: Base) -> None:
    names = Counter((one.first_name, one.last_name) for one in base.students)
    assert sum(count >= 2 for count in names.values()) >= 8
    assert len({one.email.lower() for one in base.students}) == 120
    assert len({one.last_name for one in base.students}) > 80


def test_birth_dates_suit_students_and_their_contacts(base: Base) -> None:
    def year(born: str) -> int:
        short = int(born[:2])
        return (2000 if short <= 25 else 1900) + short

    for student in base.students:
        assert re.fullmatch(r"\d\d-\d\d-\d\d", student.dob)
        assert 17 <= 2025 - year(student.dob) <= 62
        for contact in student.saved_contacts:
            older = year(student.dob) - year(contact.date_of_birth)
            if contact.relationship in ("mother", "father"):
                assert older >= 21
            else:
                assert abs(older) <= 10


def test_payment_methods(base: Base) -> None:
    sizes = Counter(len(found) for found in base.wallets.values())
    assert set(sizes) == {1, 2, 3}
    assert sizes[3] >= 4
    for method in base.methods.values():
        is_card = method.source == "credit_card"
        assert (method.brand is not None) is is_card
        assert (re.fullmatch(r"\d{4}", method.last_four or "") is not None) is is_card
    twins = 0
    for wallet in base.wallets.values():
        assert len({(one.source, one.last_four) for one in wallet}) == len(wallet)
        brands = Counter(one.brand for one in wallet if one.brand)
        twins += max(brands.values(), default=0) > 1
    assert twins >= 4
    assert sum(one.source == "bank_account" for one in base.methods.values()) >= 20


# Registrations


def test_what_a_registration_says_of_itself_adds_up(base: Base) -> None:
    students = {one.student_id: one for one in base.students}
    for registration in base.registrations:
        lines = base.taken[registration.registration_id]
        courses = [base.courses[line.course_id] for line in lines]
        total = sum(line.credits for line in lines)
        assert registration.total_credits == total
        assert registration.overload_credits == (total - 18 if total > 18 else 0)
        assert registration.status == ("full-time" if total >= 12 else "part-time")
        program = students[registration.student_id].program
        assert registration.program == f"{program.degree} {program.major}"
        assert re.fullmatch(r"2[45]-\d\d-\d\d", registration.created_at)
        assert registration.created_at <= "25-05-14"
        for line, course in zip(lines, courses, strict=True):
            assert (line.course_code, line.title, line.credits) == (
                course.course_code,
                course.title,
                course.credits,
            )
            assert line.tuition == line.credits * RATES[registration.study_level]
            assert course.scheduled_last_meeting_est[:8] > registration.created_at
        if courses:
            assert registration.campus == courses[0].location.campus
        assert not conflict(courses)
        assert [line.position for line in lines] == [*range(len(lines))]


def test_nobody_holds_a_course_twice_and_two_registrations_are_of_two_terms(base: Base) -> None:
    for own in base.of_student.values():
        codes = [line.course_code for one in own for line in base.taken[one.registration_id]]
        assert len(set(codes)) == len(codes)
        assert len({one.term for one in own}) == len(own)


def test_a_section_is_the_same_in_every_registration(base: Base) -> None:
    sections = defaultdict(set)
    for line in base.of(RegistrationCourse):
        sections[line.course_id].add(line.section)
    assert all(len(found) == 1 for found in sections.values())
    assert {"001", "002", "003"} == {one for found in sections.values() for one in found}


def test_registrations_come_in_the_order_in_which_they_were_made(base: Base) -> None:
    made = [one.created_at for one in base.registrations]
    assert made == sorted(made)


def test_study_levels_insurance_and_aid(base: Base) -> None:
    levels = Counter(one.study_level for one in base.registrations)
    assert set(levels) == set(RATES)
    assert min(levels.values()) >= 10
    insured = sum(one.health_insurance == "yes" for one in base.registrations)
    assert 30 <= insured <= 80
    assert any(one.financial_aid.scholarships for one in base.registrations)
    assert any(not one.financial_aid.scholarships for one in base.registrations)


@pytest.mark.parametrize("term", [SPRING, SUMMER, FALL])
def test_every_term_has_registrations(base: Base, term: str) -> None:
    assert sum(one.term == term for one in base.registrations) >= 20


def test_credits_at_the_edges(base: Base) -> None:
    totals = Counter(one.total_credits for one in base.registrations)
    assert totals[11] >= 4
    assert totals[12] >= 4
    assert totals[18] >= 3
    assert sum(count for total, count in totals.items() if total > 18) >= 3
    alone = [one for one in base.registrations if len(base.taken[one.registration_id]) == 1]
    assert len(alone) >= 5


def test_grading_options(base: Base) -> None:
    options = [
        {line.grading_option for line in base.taken[one.registration_id]}
        for one in base.registrations
    ]
    assert sum({"letter", "pass/fail"} <= found for found in options) >= 3
    assert sum({"letter", "audit"} <= found for found in options) >= 3
    assert {"letter", "pass/fail", "audit"} in options


def test_balances(base: Base) -> None:
    balances = [base.balance(one) for one in base.registrations]
    assert sum(balance > 0 for balance in balances) == 8
    assert sum(balance < 0 for balance in balances) == 5
    for registration, balance in zip(base.registrations, balances, strict=True):
        if balance:
            assert registration.term in (SUMMER, FALL)
        assert base.net(registration).total() >= 0
    two = [one for one in base.registrations if base.balance(one) < 0 and len(base.net(one)) == 2]
    assert len(two) == 2


def test_canceled_registrations(base: Base) -> None:
    canceled = [one for one in base.registrations if base.canceled(one)]
    assert len(canceled) == 4
    assert all(base.paid[one.registration_id] for one in canceled)


def test_histories(base: Base) -> None:
    histories = [
        base.paid[one.registration_id] for one in base.registrations if not base.canceled(one)
    ]
    assert sum(len(found) == 1 for found in histories) >= 60
    split = [found for found in histories if len(found) == 2 and found[1].amount > 0]
    assert len(split) >= 6
    assert all(first.payment_id != second.payment_id for first, second in split)
    refunded = [found for found in histories if found[-1].amount < 0]
    same = [found[0].payment_id == found[1].payment_id for found in refunded]
    assert sum(same) >= 4
    assert len(same) - sum(same) >= 3
    assert all(entry.amount for found in histories for entry in found)


def test_some_hold_a_course_that_is_full(base: Base) -> None:
    full = {key for key, one in base.courses.items() if one.current_enrollment == one.capacity}
    holders = {
        one.registration_id
        for one in base.registrations
        if {line.course_id for line in base.taken[one.registration_id]} & full
    }
    assert len(holders) >= 3
