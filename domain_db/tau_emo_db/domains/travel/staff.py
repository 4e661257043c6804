"""The agents: human travel consultants, what they manage and when they can be met."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tau_emo_db import kit
from tau_emo_db.domains.travel.clock import days_until, in_days
from tau_emo_db.domains.travel.ids import Ids
from tau_emo_db.domains.travel.packages import Tour
from tau_emo_db.domains.travel.tables import (
    Agent,
    AgentBooking,
    AgentDay,
    AgentSlot,
    AgentTraveler,
    Office,
    PackageAgent,
)
from tau_emo_db.domains.travel.world import COUNTRIES, OFFICES
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

AGENTS = 87
WITH_THREE_DAYS = 26
"""So many agents have three days, the others two: 200 days in all."""
SLOTS_OF_A_DAY = {1: 50, 2: 115, 3: 35}
"""How many days have so many open slots: 385 slots in all."""
FIRST_DAY, LAST_DAY = "24-05-16", "24-08-31"
RANGES = (
    *("08:00-09:00", "08:30-09:30", "09:00-10:00", "10:00-11:00", "10:30-12:00", "11:00-12:00"),
    *("13:00-14:00", "13:30-14:30", "14:00-15:00", "15:00-16:30", "16:00-17:00", "17:30-18:30"),
    *("19:00-20:00", "20:00-21:30"),
)
CERTIFICATIONS = (
    "Certified Travel Associate",
    "Certified Travel Counselor",
    "Adventure Travel Specialist",
    "Accessible Travel Advocate",
    "Luxury Travel Specialist",
    "Group Travel Planner",
)
MANAGERS = {1: 8, 2: 6, 3: 3}
"""How many agents manage a package, against how often that is so."""


@dataclass(eq=False)
class Consultant:
    """One agent row and everything that hangs on it."""

    agent: Agent
    days: list[AgentDay] = field(default_factory=list[AgentDay])
    slots: list[AgentSlot] = field(default_factory=list[AgentSlot])
    travelers: list[AgentTraveler] = field(default_factory=list[AgentTraveler])
    bookings: list[AgentBooking] = field(default_factory=list[AgentBooking])

    def takes_on(self, traveler_id: str, booking_id: str) -> None:
        """A booking to handle; its traveler is looked after from then on."""
        agent_id = self.agent.agent_id
        if traveler_id not in {one.traveler_id for one in self.travelers}:
            place = len(self.travelers)
            self.travelers.append(
                AgentTraveler(agent_id=agent_id, position=place, traveler_id=traveler_id)
            )
        place = len(self.bookings)
        self.bookings.append(AgentBooking(agent_id=agent_id, position=place, booking_id=booking_id))

    def availability(self) -> Iterator[Table]:
        """The days, each with its slots."""
        for day in self.days:
            yield day
            yield from (slot for slot in self.slots if slot.date == day.date)


def make_staff(draw: Draw, ids: Ids) -> list[Consultant]:
    """All agents with their open days; zones are dealt out in turn."""
    numbers = [count for count, days in SLOTS_OF_A_DAY.items() for _ in range(days)]
    slots_left = draw.shuffled(numbers)
    busy = set(draw.sample(range(AGENTS), WITH_THREE_DAYS))
    staff: list[Consultant] = []
    for number in range(AGENTS):
        each = draw.fork(str(number))
        consultant = _consultant(each, ids, number)
        zone = OFFICES[number % len(OFFICES)][2]
        days = each.sample(range(days_until(FIRST_DAY), days_until(LAST_DAY) + 1), 2)
        if number in busy:
            days.append(next(day for day in (7, 8, 9) if day not in days))
        for day in sorted(days):
            date = in_days(day)
            agent_id = consultant.agent.agent_id
            consultant.days.append(AgentDay(agent_id=agent_id, date=date, timezone=zone))
            consultant.slots += [
                AgentSlot(agent_id=agent_id, date=date, time_range=hours)
                for hours in _hours(each, slots_left.pop())
            ]
        staff.append(consultant)
    return staff


def _hours(draw: Draw, count: int) -> list[str]:
    """So many ranges of one day that do not overlap."""
    found: list[str] = []
    for hours in draw.shuffled(RANGES):
        start, end = hours.split("-")
        if all(end <= other[:5] or other[6:] <= start for other in found):
            found.append(hours)
        if len(found) == count:
            break
    return sorted(found)


def _consultant(draw: Draw, ids: Ids, number: int) -> Consultant:
    someone = kit.person(draw)
    office, address, _ = OFFICES[number % len(OFFICES)]
    home = draw.sample(COUNTRIES, 2)
    return Consultant(
        Agent(
            agent_id=ids.agent(draw),
            first_name=someone.first_name,
            last_name=someone.last_name,
            email=kit.email(draw, someone),
            phone=kit.phone(draw),
            agency=Office(name=office, address=address),
            certifications=draw.sample(CERTIFICATIONS, draw.integer(1, 3)),
            languages=["English", *dict.fromkeys(country.language for country in home)],
            regions_of_expertise=list(dict.fromkeys(country.region for country in home)),
            commission_percent=draw.integer(6, 15),
            employment_status=draw.weighted({"full_time": 3, "contractor": 1}),
            notes="Prefers to be met by video call." if draw.chance(0.2) else None,
        )
    )


def assign(draw: Draw, staff: list[Consultant], tours: list[Tour]) -> None:
    """Gives every package its agents, those who know the region first; all get about as many."""
    load = {consultant.agent.agent_id: 0 for consultant in staff}
    for tour in draw.shuffled(tours):
        fitting = draw.shuffled(staff)
        fitting.sort(
            key=lambda one: (
                load[one.agent.agent_id],
                tour.country.region not in one.agent.regions_of_expertise,
            )
        )
        for place, consultant in enumerate(fitting[: draw.weighted(MANAGERS)]):
            agent_id = consultant.agent.agent_id
            load[agent_id] += 1
            tour.agents.append(
                PackageAgent(package_id=tour.package.package_id, position=place, agent_id=agent_id)
            )
