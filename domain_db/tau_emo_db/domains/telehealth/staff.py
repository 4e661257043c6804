"""The providers of the centre and their weekly timetables."""

from collections import defaultdict
from dataclasses import dataclass

from tau_emo_db import kit
from tau_emo_db.domains.telehealth.clock import WEEKDAYS
from tau_emo_db.domains.telehealth.tables import Provider, ProviderSlot
from tau_emo_db.draw import Draw


@dataclass(frozen=True)
class Specialty:
    """A field, its providers and the visits they give."""

    name: str
    providers: int
    titles: tuple[str | None, ...]
    fees: tuple[int, int]
    """The lowest and the highest fee of a consultation, in whole dollars."""
    visits: tuple[str, ...]
    """The types of visit, the most usual first."""
    children: bool = False
    """True if children are seen too."""


_DOCTOR = ("MD", "MD", "DO")
_SPECIAL = ("specialist_consultation", "follow_up", "consultation")

SPECIALTIES: tuple[Specialty, ...] = (
    Specialty("Primary Care", 16, ("MD", "DO", "NP"), (90, 180),
              ("routine_checkup", "follow_up", "sick_visit", "medication_review"), children=True),
    Specialty("Pediatrics", 11, ("MD", "DO", "NP"), (100, 190),
              ("routine_checkup", "sick_visit", "follow_up"), children=True),
    Specialty("Cardiology", 8, _DOCTOR, (200, 350), _SPECIAL),
    Specialty("Psychiatry", 7, ("MD", "DO", "PhD"), (170, 320),
              ("therapy_session", "follow_up", "medication_review"), children=True),
    Specialty("Dermatology", 6, _DOCTOR, (150, 260), _SPECIAL, children=True),
    Specialty("Neurology", 6, _DOCTOR, (200, 350), _SPECIAL, children=True),
    Specialty("Endocrinology", 6, _DOCTOR, (180, 300), _SPECIAL),
    Specialty("Gastroenterology", 5, _DOCTOR, (180, 300), _SPECIAL),
    Specialty("Pulmonology", 5, _DOCTOR, (180, 300), _SPECIAL, children=True),
    Specialty("Orthopedics", 5, _DOCTOR, (190, 330), _SPECIAL, children=True),
    Specialty("Nutrition", 5, ("RD", "RD", None), (90, 140), ("consultation", "follow_up")),
    Specialty("Physical Therapy", 5, ("DPT", "PT"), (95, 160), ("therapy_session", "follow_up")),
    Specialty("Device Coaching", 5, ("RN", "RN", None), (90, 130),
              ("device_coaching", "follow_up")),
    Specialty("Rheumatology", 4, _DOCTOR, (190, 310), _SPECIAL),
    Specialty("Nephrology", 4, _DOCTOR, (190, 310), _SPECIAL),
    Specialty("Oncology", 4, _DOCTOR, (220, 350), _SPECIAL),
    Specialty("Allergy and Immunology", 4, _DOCTOR, (160, 270), _SPECIAL, children=True),
    Specialty("Sleep Medicine", 4, ("MD", "NP"), (150, 260), _SPECIAL),
    Specialty("Care Coordination", 3, ("RN", None, "NP"), (90, 120),
              ("care_coordination", "family_consultation")),
    Specialty("Genetic Counseling", 1, ("MS",), (140, 140), ("consultation", "follow_up")),
)  # fmt: skip

BY_NAME = {specialty.name: specialty for specialty in SPECIALTIES}

LANGUAGES = (
    "Spanish", "Mandarin", "Hindi", "Arabic", "French", "Portuguese", "Vietnamese", "Tagalog",
    "Korean", "Russian", "Yoruba", "Polish",
)  # fmt: skip
_PREFIX = {"MD": "dr", "DO": "dr", "PhD": "dr", "DPT": "dr", None: "coach"}
_LICENSED = {"MD", "DO", "NP", "RN", "PhD", "DPT", "PT", "RD"}
_TIMES = tuple(f"{hour:02d}:00" for hour in range(8, 18))
_HALVES = tuple(f"{hour:02d}:{minute}" for hour in range(8, 18) for minute in ("00", "30"))


class Staff:
    """All providers.

    Args:
        draw: where names, fees and timetables come from.
    """

    def __init__(self, draw: Draw) -> None:
        self.providers: list[Provider] = []
        self.slots: dict[str, list[ProviderSlot]] = defaultdict(list)
        self._ids = kit.Unique()
        shared = kit.person(draw).last_name
        for specialty in SPECIALTIES:
            for number in range(specialty.providers):
                each = draw.fork(f"{specialty.name}/{number}")
                # One last name occurs in three fields.
                namesake = number == 1 and specialty.name in ("Cardiology", "Primary Care")
                namesake |= number == 2 and specialty.name == "Dermatology"
                self._employ(each, specialty, number, shared if namesake else None)

    def _employ(self, draw: Draw, specialty: Specialty, number: int, last_name: str | None) -> None:
        person = kit.person(draw)
        last = last_name or person.last_name
        title = specialty.titles[number % len(specialty.titles)]
        field = specialty.name.lower().replace(" ", "_")
        prefix = _PREFIX.get(title, (title or "").lower())
        base = f"{prefix}_{last.lower()}_{field}"
        tries = iter([base, f"{prefix}_{person.first_name.lower()}_{last.lower()}_{field}"])
        provider = Provider(
            provider_id=self._ids.fresh(lambda: next(tries)),
            first_name=person.first_name,
            last_name=last,
            title=title,
            specialty=specialty.name,
            license_number=(
                f"{title}{draw.digits(5)}" if title in _LICENSED and draw.chance(0.93) else None
            ),
            credentials=_credentials(draw, specialty.name, title),
            languages=["English", *draw.sample(LANGUAGES, draw.integer(0, 2))],
            years_experience=draw.integer(2, 34),
            phone=kit.phone(draw),
            email=f"{person.first_name}.{last}@healthcenter.example.com".lower(),
            consultation_fee=_fee(draw, specialty),
        )
        self.providers.append(provider)
        self._timetable(draw, provider, number)

    def _timetable(self, draw: Draw, provider: Provider, number: int) -> None:
        """Three to five weekdays, now and then a weekend day; some see patients every half hour."""
        days = draw.sample(range(5), draw.weighted({3: 2, 4: 5, 5: 4}))
        if draw.chance(0.18):
            days.append(draw.pick((5, 6)))
        times = _HALVES if draw.chance(0.25) else _TIMES
        single = draw.pick(days) if number % 4 == 1 else None
        for day in sorted(days):
            count = 1 if day == single else draw.weighted({4: 5, 5: 4, 6: 3})
            for time in sorted(draw.sample(times, count)):
                self.slots[provider.provider_id].append(
                    ProviderSlot(provider_id=provider.provider_id, weekday=WEEKDAYS[day], time=time)
                )

    def times(self, provider: Provider, day: str) -> list[str]:
        """The times at which the provider sees patients on the day `YYYY-MM-DD`."""
        weekday = WEEKDAYS[kit.weekday(day)]
        return [s.time for s in self.slots[provider.provider_id] if s.weekday == weekday]

    def of(self, specialty: str) -> list[Provider]:
        """The providers of a specialty."""
        return [one for one in self.providers if one.specialty == specialty]


def _fee(draw: Draw, specialty: Specialty) -> int:
    low, high = specialty.fees
    return draw.integer(low // 5, high // 5) * 5_00


def _credentials(draw: Draw, specialty: str, title: str | None) -> list[str]:
    if title in ("MD", "DO"):
        return [f"Board Certified in {specialty}", *(["FACP"] if draw.chance(0.2) else [])]
    return [f"Certified in {specialty}"] if title else [f"{specialty} training"]
