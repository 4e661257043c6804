"""What the university teaches: twelve departments, their courses and what classes are about."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Subject:
    """A course before it is offered in a term."""

    department: str
    code: str
    title: str
    credits: int


@dataclass(frozen=True)
class Department:
    """A department with its courses."""

    name: str
    prefix: str
    school: str
    degrees: tuple[str, ...]
    """The undergraduate degree of its majors, then the graduate ones."""
    courses: tuple[tuple[int, str, int], ...]
    """Number, title and credits."""
    topics: tuple[str, ...]

    @property
    def subjects(self) -> list[Subject]:
        """The courses with their whole codes."""
        return [
            Subject(self.name, f"{self.prefix}-{number}", title, points)
            for number, title, points in self.courses
        ]


_ARTS = "College of Arts and Sciences"
_ENGINEERING = "School of Engineering"
_BUSINESS = "School of Business"
_HEALTH = "School of Health"

DEPARTMENTS = (
    Department(
        "Art History",
        "ART",
        _ARTS,
        ("BA", "MA"),
        (
            (1120, "Art of the Ancient World", 3),
            (1130, "Drawing Studio", 2),
            (2210, "Renaissance and Baroque", 3),
            (2260, "Photography and Society", 3),
            (3340, "Museums and Collections", 3),
        ),
        ("reading of a picture", "museum visit", "critique of drafts", "discussion"),
    ),
    Department(
        "Biology",
        "BIO",
        _ARTS,
        ("BS", "MS"),
        (
            (1101, "Cell Biology", 4),
            (1150, "Ecology of Rivers", 3),
            (2205, "Genetics", 4),
            (2240, "Human Anatomy", 5),
            (3310, "Marine Biology", 4),
            (3360, "Plant Physiology", 3),
        ),
        ("microscopy", "field excursion", "laboratory report", "discussion of a paper"),
    ),
    Department(
        "Business Administration",
        "BUS",
        _BUSINESS,
        ("BBA", "MBA"),
        (
            (1110, "Principles of Accounting", 3),
            (1140, "Business Communication", 2),
            (2220, "Marketing Basics", 3),
            (2275, "Operations and Supply", 3),
            (3330, "Corporate Finance", 4),
            (3380, "Negotiation", 2),
        ),
        ("case study", "guest from industry", "role play", "group work"),
    ),
    Department(
        "Chemistry",
        "CHEM",
        _ARTS,
        ("BS", "MS"),
        (
            (1105, "General Chemistry", 4),
            (1160, "Chemistry of Food", 3),
            (2215, "Organic Chemistry with Laboratory", 5),
            (2250, "Analytical Methods", 4),
            (3320, "Polymers", 3),
        ),
        ("safety in the laboratory", "demonstration", "laboratory report", "problem session"),
    ),
    Department(
        "Computer Science",
        "CS",
        _ENGINEERING,
        ("BS", "MS"),
        (
            (1115, "Introduction to Programming", 4),
            (1180, "Web Design", 3),
            (2230, "Data Structures", 4),
            (2290, "Databases", 3),
            (3345, "Operating Systems", 4),
            (3370, "Machine Learning", 4),
            (3395, "Computer Networks", 3),
        ),
        ("code review", "lab exercise", "project pitch", "exam preparation"),
    ),
    Department(
        "Economics",
        "ECON",
        _BUSINESS,
        ("BA", "MA"),
        (
            (1125, "Microeconomics", 3),
            (1126, "Macroeconomics", 3),
            (2235, "Labor Economics", 3),
            (2280, "Economics of Climate", 3),
            (3350, "Econometrics", 4),
        ),
        ("case study", "discussion of a paper", "reading of data", "review session"),
    ),
    Department(
        "English",
        "ENG",
        _ARTS,
        ("BA", "MA"),
        (
            (1101, "Academic Writing", 2),
            (1145, "Modern Poetry", 3),
            (2225, "Shakespeare", 3),
            (2270, "Creative Nonfiction", 3),
            (3315, "The Postcolonial Novel", 3),
        ),
        ("close reading", "peer review", "revision of drafts", "discussion"),
    ),
    Department(
        "History",
        "HIST",
        _ARTS,
        ("BA", "MA"),
        (
            (1135, "World History", 3),
            (1170, "History of Medicine", 3),
            (2245, "The Silk Road", 3),
            (2285, "Oral History Workshop", 2),
            (3355, "Revolutions", 4),
        ),
        ("sources", "archive visit", "maps", "debate"),
    ),
    Department(
        "Mathematics",
        "MATH",
        _ARTS,
        ("BS", "MS"),
        (
            (1110, "Calculus I", 4),
            (1120, "Calculus II", 4),
            (1190, "Statistics for Everyone", 3),
            (2255, "Linear Algebra", 4),
            (2295, "Discrete Mathematics", 3),
            (3325, "Probability", 4),
        ),
        ("worked examples", "problem session", "review session", "mock exam"),
    ),
    Department(
        "Nursing",
        "NURS",
        _HEALTH,
        ("BSN", "MSN"),
        (
            (1155, "Foundations of Nursing", 5),
            (1185, "First Aid", 2),
            (2265, "Pharmacology", 4),
            (2298, "Nutrition and Health", 3),
            (3365, "Community Health", 4),
        ),
        ("patient safety", "skills practice", "case discussion", "mock exam"),
    ),
    Department(
        "Physics",
        "PHYS",
        _ENGINEERING,
        ("BS", "MS"),
        (
            (1165, "Mechanics with Laboratory", 5),
            (1175, "Astronomy", 3),
            (2260, "Electricity and Magnetism", 4),
            (2299, "Physics of Music", 2),
            (3375, "Quantum Physics", 4),
        ),
        ("demonstration", "measurement", "problem session", "review session"),
    ),
    Department(
        "Psychology",
        "PSY",
        _HEALTH,
        ("BA", "MA"),
        (
            (1100, "Introduction to Psychology", 3),
            (1195, "Psychology of Learning", 3),
            (2212, "Social Psychology", 3),
            (2268, "Sleep and Memory", 2),
            (3385, "Clinical Interviewing", 4),
        ),
        ("classic experiments", "ethics", "discussion of a paper", "review session"),
    ),
)

DEPARTMENT_BY_NAME = {department.name: department for department in DEPARTMENTS}
SUBJECTS = [subject for department in DEPARTMENTS for subject in department.subjects]
