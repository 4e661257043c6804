"""Breaks rules in clean conversations, by edits whose effect is known without any checker.

What each edit breaks follows from the edit and the text of the policy: who writes beside a call
writes beside a call. The head of a policy pairs the shared rules with the ids of its domain.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import JsonValue

import tau_emo_servers
from tau_emo_client.record import EpisodeRecord
from tau_emo_db import EpisodeState
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_servers.rules import TaskLabel, check_rules
from tau_emo_tasks.task import Task

HAND_OFFS = ("transfer_to_human_agents", "transfer_to_human_support")
IDENTIFYING = ("find_client", "find_patron", "find_player", "find_user", "find_customer",
               "find_patient", "get_student_details", "get_traveler_details")  # fmt: skip
"""How the names of tools begin that find out who the customer is; in the airline the profile."""
PROFILES = {
    "airline": ("get_user_details", "user_id"),
    "bank": ("get_client_details", "client_id"),
    "restaurant": ("get_patron_details", "guest_ref"),
    "retail": ("get_user_details", "user_id"),
    "school": ("get_student_details", "student_id"),
    "telecom": ("get_customer_details", "customer_id"),
    "telehealth": ("get_patient_details", "patient_id"),
    "travel": ("get_traveler_details", "traveler_id"),
}
"""What shows the profile of a customer; it is never public."""
MAKING = ("book_", "create_", "add_", "register_", "schedule_", "initiate_", "record_", "manage_")
"""How the names of writes begin that make something new, so that there is nothing to look at."""
NO_YES = ("Hm, let me think.", "What exactly would that change?", "ok", "Thanks.", "I see.",
          "Yes, if it costs nothing.", "No, wait.", "Whatever.")  # fmt: skip
NO_REPORT = ("Is there anything else I can help you with?", "Thank you for your patience.")
INVENTED = (
    "Your file is QZ7741083.",
    "There is a fee of $48,213.77.",
    "Ask for number 5550142377.",
)
NO_NOTICE = ("Goodbye.", "I have passed you on. Somebody will be with you soon.")


@dataclass(frozen=True)
class Planted:
    """A conversation in which one rule is broken by an edit."""

    rule: str
    """The id of a rule that the edit breaks; it may break others with it."""
    edit: str
    task: Task
    conversation: Conversation

    @property
    def name(self) -> str:
        return f"{self.rule} by {self.edit} in {self.task.id}"

    def found(self) -> bool:
        """True if the programs notice that this rule is broken."""
        label = TaskLabel(refuses=self.task.refuses, hands_off=self.task.hands_off)
        domain = served_domain(self.task.domain)
        broken = check_rules(domain, self.conversation, label, just_played=True)
        return self.rule in {one.rule for one in broken}


@dataclass(frozen=True)
class Clean:
    """A conversation of the reference agent, with its task and somebody else's."""

    task: Task
    record: EpisodeRecord
    other: str
    """The key of another customer of the domain."""

    @property
    def events(self) -> list[Event]:
        return list(self.record.conversation.events)

    def writes(self) -> Iterator[tuple[int, ToolCall]]:
        tools = served_domain(self.task.domain).tools
        for index, call in self.calls():
            if call.name in tools and tools[call.name].kind == "write" and not call.is_error:
                yield index, call

    def calls(self) -> Iterator[tuple[int, ToolCall]]:
        for index, event in enumerate(self.events):
            if isinstance(event, AgentStep):
                yield from ((index, call) for call in event.calls)

    def identified(self) -> int | None:
        """Where the customer was found."""
        for index, call in self.calls():
            starts = ("get_user_details",) if self.task.domain == "airline" else IDENTIFYING
            if call.name.startswith(starts) and not call.is_error:
                return index
        return None

    def handed_off(self) -> int | None:
        return next((index for index, call in self.calls() if call.name in HAND_OFFS), None)

    def made(self, tool: str, **arguments: JsonValue) -> ToolCall:
        """A call with the result that it has on the base."""
        domain = served_domain(self.task.domain)
        with closing(Episode(domain, EpisodeState.open(domain.data))) as episode:
            return episode.call(tool, arguments, "planted")

    def with_events(self, rule: str, edit: str, events: Sequence[Event]) -> Planted:
        talk = Conversation(domain=self.task.domain, events=tuple(events))
        return Planted(rule, edit, self.task, talk)


Edit = Callable[[Clean], Iterator[Sequence[Event]]]


@cache
def shared_ids(domain: str) -> Mapping[str, tuple[str, ...]]:
    """The ids that the shared rules have in a domain, by the head of its policy."""
    folder = Path(tau_emo_servers.__file__).parent / "domains" / domain
    head = (folder / "policy.md").read_text("utf-8").split("---")[1]
    pairs = re.findall(r"^(COM-\d\d): (.+)$", head, re.MULTILINE)
    ids = {shared: tuple(own.split(", ")) for shared, own in pairs}
    policy = served_domain(domain).policy
    return {
        f"COM-{n:02d}": (f"COM-{n:02d}",) for n in range(1, 15) if f"COM-{n:02d}" in policy
    } | ids


def two_calls(clean: Clean) -> Iterator[Sequence[Event]]:
    events = clean.events
    for index in range(len(events) - 1):
        one, two = events[index : index + 2]
        if isinstance(one, AgentStep) and isinstance(two, AgentStep) and one.calls and two.calls:
            both = one.model_copy(update={"calls": (*one.calls, *two.calls)})
            yield [*events[:index], both, *events[index + 2 :]]


def text_beside(clean: Clean) -> Iterator[Sequence[Event]]:
    events = clean.events
    for index, _ in clean.calls():
        told = events[index].model_copy(update={"text": "One moment, I am looking into it."})
        yield [*events[:index], told, *events[index + 1 :]]


def invented(clean: Clean) -> Iterator[Sequence[Event]]:
    yield from _told(clean, INVENTED)


def invented_date(clean: Clean) -> Iterator[Sequence[Event]]:
    yield from _told(clean, ("It will all be settled by 23 November.",))


def _told(clean: Clean, sentences: Sequence[str]) -> Iterator[Sequence[Event]]:
    """The first message says something more."""
    events = clean.events
    first = next(
        index
        for index, event in enumerate(events)
        if isinstance(event, AgentStep) and event.delivered
    )
    for words in sentences:
        told = AgentStep(text=f"{events[first].text} {words}")
        yield [*events[:first], told, *events[first + 1 :]]


def no_yes(clean: Clean) -> Iterator[Sequence[Event]]:
    events = clean.events
    for index, _ in clean.writes():
        if isinstance(events[index - 1], UserMessage):
            for words in NO_YES:
                yield [*events[: index - 1], UserMessage(text=words), *events[index:]]


def no_listing(clean: Clean) -> Iterator[Sequence[Event]]:
    events, last = clean.events, 0
    for index, _ in clean.writes():
        before, listed = events[index - 2], "Shall I go ahead"
        again = any(listed in event.text for event in events[last : index - 2])
        last = index
        if again:
            # The same was listed before, and who has listed it may ask once more.
            continue
        if isinstance(events[index - 1], UserMessage) and isinstance(before, AgentStep):
            for words in ("Shall I go ahead, yes or no?", "May I do as you wish? Please say yes."):
                asked = AgentStep(text=words)
                yield [*events[: index - 2], asked, *events[index - 1 :]]


def not_identified(clean: Clean) -> Iterator[Sequence[Event]]:
    events, place = clean.events, clean.identified()
    starts = ("get_user_details",) if clean.task.domain == "airline" else IDENTIFYING
    others = [at for at, call in clean.calls() if at != place and call.name.startswith(starts)]
    if place is not None and any(clean.writes()) and not others:
        yield [*events[:place], *events[place + 1 :]]


def another_profile(clean: Clean) -> Iterator[Sequence[Event]]:
    events, place = clean.events, clean.identified()
    if place is not None and clean.task.domain in PROFILES:
        tool, parameter = PROFILES[clean.task.domain]
        look = clean.made(tool, **{parameter: clean.other})
        assert not look.is_error, look
        yield [*events[: place + 1], AgentStep(calls=(look,)), *events[place + 1 :]]


def needless_hand_off(clean: Clean) -> Iterator[Sequence[Event]]:
    (name,) = served_domain(clean.task.domain).hand_off_tools or (None,)
    if name and not clean.task.hands_off:
        events, required = clean.events, served_domain(clean.task.domain).tools[name]
        words = dict.fromkeys(required.parameters["required"], "The customer wants more.")
        call = ToolCall(id="planted", name=name, arguments=words, result="ok", is_error=False)
        notice = AgentStep(text=NOTICE)
        yield [*events, AgentStep(calls=(call,)), notice]
        yield [events[0], AgentStep(calls=(call,)), notice]


def refusal_handed_off(clean: Clean) -> Iterator[Sequence[Event]]:
    if clean.task.refuses:
        yield from needless_hand_off(clean)


def no_hand_off(clean: Clean) -> Iterator[Sequence[Event]]:
    place = clean.handed_off()
    if clean.task.hands_off and place is not None:
        yield clean.events[:place]
        yield [*clean.events[:place], AgentStep(text="I am sorry, I cannot do that.")]


def no_notice(clean: Clean) -> Iterator[Sequence[Event]]:
    place, events = clean.handed_off(), clean.events
    if place is not None:
        yield events[: place + 1]
        for words in (*NO_NOTICE, f"{NOTICE} Have a good day!", f"Dear customer,\n\n{NOTICE}"):
            yield [*events[: place + 1], AgentStep(text=words)]
        yield [*events[: place + 2], AgentStep(text="And goodbye.")]


def not_reported(clean: Clean) -> Iterator[Sequence[Event]]:
    events = clean.events
    for index, _ in clean.writes():
        after = events[index + 1] if index + 1 < len(events) else None
        if isinstance(after, AgentStep) and after.delivered:
            for words in NO_REPORT:
                yield [*events[: index + 1], AgentStep(text=words), *events[index + 2 :]]


def failed_twice(clean: Clean) -> Iterator[Sequence[Event]]:
    events, place = clean.events, clean.identified() or 0
    failed = AgentStep(calls=(clean.made("calculate", expression="1 / 0"),))
    assert failed.calls[0].is_error
    yield [*events[: place + 1], failed, failed, *events[place + 1 :]]


def not_looked_at(clean: Clean) -> Iterator[Sequence[Event]]:
    """All results that show what is written to are taken out; the customer says them instead."""
    events, place = clean.events, clean.identified() or 0
    for index, call in clean.writes():
        if call.name.startswith(MAKING) or not isinstance(call.arguments, dict):
            continue
        key = next(iter(call.arguments.values()))
        reads = [
            at
            for at, read in clean.calls()
            if place < at < index and str(key) in f"{read.arguments} {read.result}"
        ]
        shown = "".join(read.result for at, read in clean.calls() if at <= place)
        if reads and str(key) not in shown:
            said = "\n".join(read.result for at, read in clean.calls() if at in reads)
            told = UserMessage(text=f"{events[0].text}\nMy papers say: {said}")
            yield [told, *(e for at, e in enumerate(events) if at and at not in reads)]
            return


def amounts_without_cents(clean: Clean) -> Iterator[Sequence[Event]]:
    """Telecom writes every amount with a dollar sign and two decimals."""
    yield from _amounts(clean, r"$\1")


def amounts_in_words(clean: Clean) -> Iterator[Sequence[Event]]:
    yield from _amounts(clean, r"\1 dollars")


def _amounts(clean: Clean, form: str) -> Iterator[Sequence[Event]]:
    events = clean.events
    for index, event in enumerate(events):
        if isinstance(event, AgentStep) and event.delivered:
            text = re.sub(r"\$(\d+)\.\d\d\b", form, event.text)
            if text != event.text:
                yield [*events[:index], AgentStep(text=text), *events[index + 1 :]]


def not_read_back(clean: Clean) -> Iterator[Sequence[Event]]:
    """Telecom reads the customer id back."""
    key = clean.task.principal
    yield [
        event.model_copy(update={"text": event.text.replace(key, "what you know")})
        for event in clean.events
    ]


def no_such_tool(clean: Clean) -> Iterator[Sequence[Event]]:
    """Telecom knows no transfer and no callback."""
    for name in ("transfer_to_human_agents", "schedule_callback"):
        call = clean.made(name, summary="The customer wants a person.")
        assert call.is_error
        yield [*clean.events[:-1], AgentStep(calls=(call,)), clean.events[-1]]


SHARED: Mapping[str, tuple[Edit, ...]] = {
    "COM-01": (not_identified,),
    "COM-02": (another_profile,),
    "COM-03": (no_yes, no_listing),
    "COM-04": (two_calls, text_beside),
    "COM-05": (invented, invented_date),
    "COM-07": (refusal_handed_off,),
    "COM-08": (needless_hand_off, no_hand_off),
    "COM-09": (no_notice,),
    "COM-11": (not_looked_at,),
    "COM-12": (not_reported,),
    "COM-14": (failed_twice,),
}
OWN: Mapping[str, tuple[Edit, ...]] = {
    "TELC-02": (not_read_back,),
    "TELC-08": (no_such_tool,),
    "TELC-13": (amounts_without_cents, amounts_in_words),
}
NOTICE = (
    "I am passing you on to a member of our staff. Please stay in this chat; "
    "they will take it from here."
)


def plants(clean: Clean, most: int) -> Iterator[Planted]:
    """What can be broken in a conversation.

    Args:
        clean: the conversation.
        most: at most so many by each edit, spread over all that it can do.
    """
    domain = clean.task.domain
    edits = [
        (own, edit)
        for shared, made in SHARED.items()
        for own in shared_ids(domain).get(shared, ())
        for edit in made
        if not (domain == "movie" and shared in ("COM-01", "COM-02"))
    ]
    edits += [(rule, edit) for rule, made in OWN.items() for edit in made if domain == "telecom"]
    for rule, edit in edits:
        made = list(edit(clean))
        step = max(1, len(made) // most)
        start = int.from_bytes(clean.task.id.encode()) % step
        for events in made[start::step][:most]:
            yield clean.with_events(rule, edit.__name__, events)
