"""What an agent can do wrong in any domain, one wrong deed at a time."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from pydantic import JsonValue

from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_tasks.stakes.scene import Deed, Scene, steps, under
from tau_emo_tasks.task import Action
from tau_emo_tasks.uniqueness import siblings

_LISTS = re.compile(r"^I would now ")
_REPORTS = re.compile(r"^This is done: ")
_AMOUNT = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w-]|\.\d)")
_FOUND = re.compile(r"^I have found you: ")


def _at(scene: Scene, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """The agent's messages that match, with their places."""
    for index, step in steps(scene.events):
        if step.delivered and pattern.match(step.text):
            yield index, step.text


def _with(scene: Scene, index: int, *events: Event, instead_of: int = 1) -> Conversation:
    """The gold conversation with other events at a place."""
    return scene.held([*scene.events[:index], *events, *scene.events[index + instead_of :]])


def no_yes(scene: Scene) -> Iterator[Conversation]:
    """Writes although the customer has not agreed."""
    for index, _ in _at(scene, _LISTS):
        yield _with(scene, index + 1, UserMessage(text="What does that mean?"))


def lists_too_little(scene: Scene) -> Iterator[Conversation]:
    """Leaves one line or one amount out of a listing."""
    for index, text in _at(scene, _LISTS):
        lines = text.split("\n")
        for number, line in enumerate(lines):
            if line.startswith("- "):
                left = "\n".join(lines[:number] + lines[number + 1 :])
                yield _with(scene, index, AgentStep(text=left))
        for amount in dict.fromkeys(_AMOUNT.findall(text)):
            left = re.sub(rf"(?<![\d.]){re.escape(amount)}(?![\d.]*\d)", "so much", text)
            yield _with(scene, index, AgentStep(text=left))


def never_named(scene: Scene) -> Iterator[Conversation]:
    """Writes with a value that nobody has named, neither the customer nor the listing."""
    facts = [
        (name.replace("_", " ").removesuffix(" id"), value)
        for action in scene.task.gold
        if scene.writes(action)
        for name, value in action.arguments.items()
    ]
    for words in [*facts, (scene.task.principal,)]:
        named = [re.escape(one) for one in words if isinstance(one, str) and one]
        pattern = re.compile("|".join(named), re.IGNORECASE)
        yield scene.held([without(event, pattern) for event in scene.events])


def without(event: Event, pattern: re.Pattern[str]) -> Event:
    """The event with other words for what the pattern finds in its text."""
    return event.model_copy(update={"text": pattern.sub("that", event.text)})


def two_calls(scene: Scene) -> Iterator[Conversation]:
    """Makes two calls in one step."""
    for index, step in steps(scene.events):
        if step.calls and scene.domain.tools[step.calls[0].name].kind == "read":
            yield _with(scene, index, AgentStep(calls=(step.calls[0], step.calls[0])))
            return


def invents(scene: Scene) -> Iterator[Conversation]:
    """States something that nothing gives."""
    told = AgentStep(text="Your case has the number ZX4821305.")
    yield _with(scene, 1, told, UserMessage(text="I see."), instead_of=0)


def says_nothing_of_it(scene: Scene) -> Iterator[Conversation]:
    """Does not tell the customer what was done, or who was found."""
    for pattern in (_REPORTS, _FOUND):
        for index, _ in _at(scene, pattern):
            yield _with(scene, index, AgentStep(text="Anything else?"))


def fails_twice(scene: Scene) -> Iterator[Conversation]:
    """Sends a call that failed again as it was."""
    for step in reversed(scene.replay.steps):
        if not scene.writes(step.action) and not scene.ends(step.action):
            name = step.action.tool
            call = ToolCall(id="again", name=name, arguments={}, result="Error: no", is_error=True)
            failed = AgentStep(calls=(call,))
            after = _place(scene, step.call) + 1
            yield _with(scene, after, failed, failed, instead_of=0)
            return


def _place(scene: Scene, call: ToolCall) -> int:
    return next(index for index, step in steps(scene.events) if call in step.calls)


def calls_what_is_no_tool(scene: Scene) -> Iterator[Conversation]:
    """Calls a tool that the domain does not have."""
    call = ToolCall(id="none", name="call_back", arguments={}, result="Error: no", is_error=True)
    yield scene.held([*scene.events, AgentStep(calls=(call,))])


def hands_off_wrongly(scene: Scene) -> Iterator[Conversation]:
    """Hands off at the end or at once, does not where it is due, or says more than the notice."""
    for tool in scene.domain.hand_off_tools:
        required: list[str] = scene.domain.tools[tool].parameters.get("required", [])
        worded: dict[str, JsonValue] = dict.fromkeys(required, "The customer wants more.")
        hand_off = Action(tool=tool, arguments=worded, goal=len(scene.task.user_script.goals) - 1)
        yield scene.acted([hand_off])
        if not scene.task.hands_off:
            yield scene.acted([*scene.task.gold, hand_off])
    if scene.task.hands_off:
        yield scene.held(scene.events[:-2])
        yield scene.held([*scene.events[:-1], AgentStep(text="Goodbye.")])


def does_not_look(scene: Scene) -> Iterator[Conversation]:
    """Leaves a read out and goes by what the customer says instead."""
    for position, step in enumerate(scene.replay.steps):
        if not scene.writes(step.action) and not scene.ends(step.action):
            left = [*scene.task.gold[:position], *scene.task.gold[position + 1 :]]
            yield scene.acted(left, said=f"My papers say: {step.call.result}")
    for action in filter(scene.writes, scene.task.gold):
        for key in filter(_is_key, action.arguments.values()):
            kept = scene.replay.steps[: scene.identified]
            rest = scene.replay.steps[scene.identified :]
            shows = [
                one for one in rest if str(key) in one.call.result and not scene.writes(one.action)
            ]
            left = [one.action for one in (*kept, *rest) if one not in shows]
            yield scene.acted(left, said="\n".join(one.call.result for one in shows))


def _is_key(value: JsonValue) -> bool:
    return isinstance(value, str) and re.search(r"\d", value) is not None and " " not in value


def guesses(scene: Scene) -> Iterator[Conversation]:
    """Looks up or changes something by an id that nobody has given."""
    gold = scene.task.gold
    for position in range(scene.identified, len(gold)):
        for name, key in gold[position].arguments.items():
            if _is_key(key):
                wrong = _changed(gold[position], name, re.sub(r"\d", "7", str(key)))
                after = position if scene.writes(wrong) else position + 1
                yield scene.acted([*gold[:after], wrong, *gold[position + 1 :]])


def does_not_ask(scene: Scene) -> Iterator[Conversation]:
    """Goes by something that the customer knows and was not asked for."""
    script = scene.task.user_script
    facts = [
        *((slot.value,) for slot in script.knows),
        *((slot.value,) for goal in script.goals for slot in goal.knows),
        *((*field.accept, field.say) for goal in script.goals for field in goal.fields),
    ]
    for words in facts:
        longest_first = sorted(filter(None, words), key=len, reverse=True)
        yield unsaid(scene, "|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in longest_first))


def unsaid(scene: Scene, words: str) -> Conversation:
    """The gold conversation with a customer who does not say what a regular expression finds."""
    pattern = re.compile(words, re.IGNORECASE)
    return scene.held(
        [
            without(event, pattern) if isinstance(event, UserMessage) else event
            for event in scene.events
        ]
    )


def serves_somebody_else(scene: Scene) -> Iterator[Conversation]:
    """Looks up or changes what belongs to another customer."""
    gold = scene.task.gold
    for position in range(scene.identified, len(gold)):
        for name, key in gold[position].arguments.items():
            for other in scene.others(key) if isinstance(key, str) else ():
                if not scene.writes(gold[position]):
                    wrong = _changed(gold[position], name, other)
                    yield scene.acted([*gold[: position + 1], wrong, *gold[position + 1 :]], other)
                    continue
                left = [_instead(one, str(key), other) for one in gold[scene.identified :]]
                yield scene.acted([*gold[: scene.identified], *left], f"It is about {other}.")
    for tool in scene.domain.tools.values():
        parameters = tool.parameters.get("required", [])
        if tool.kind == "read" and len(parameters) == 1 and not tool.hand_off:
            for other in _owned(scene, parameters[0]):
                wrong = Action(tool=tool.name, arguments={parameters[0]: other})
                at = scene.identified
                yield scene.acted([*gold[:at], wrong, *gold[at:]], f"It is about {other}.")


def _owned(scene: Scene, parameter: str) -> Iterator[str]:
    """The key of a thing of somebody else like the customer's own that was looked up so."""
    for result in scene.results:
        for value in under(result, parameter):
            yield from scene.others(value)
            return
    if scene.task.principal and parameter in ("user_id", "client_id", "customer_id"):
        yield from scene.others(scene.task.principal)


def _changed(action: Action, name: str, value: JsonValue) -> Action:
    return action.model_copy(update={"arguments": {**action.arguments, name: value}})


def _instead(action: Action, key: str, other: str) -> Action:
    arguments = {n: other if v == key else v for n, v in action.arguments.items()}
    return action.model_copy(update={"arguments": arguments})


def sends_other_values(scene: Scene) -> Iterator[Conversation]:
    """Writes with one other value than the customer wants, lists it, and gets a yes."""
    gold = scene.task.gold
    for position, action in enumerate(gold):
        if not scene.writes(action):
            continue
        tool = scene.domain.tools[action.tool]
        for name, schema in tool.parameters["properties"].items():
            present = name in action.arguments
            old = action.arguments.get(name)
            for value in [*_others(schema, old, present=present), *_beside(scene, old, name)]:
                wrong = _changed(action, name, value)
                yield scene.acted([*gold[:position], wrong, *gold[position + 1 :]])


def _beside(scene: Scene, value: JsonValue, name: str) -> Iterator[str]:
    """What stood beside an id in a result, such as the other payment methods."""
    if _is_key(value):
        others = (other for other, _, _ in siblings(str(value), scene.results))
        yield from islice(others, 2)
    elif value is None:
        yield from islice((key for one in scene.results for key in under(one, name)), 2)


def _others(schema: Mapping[str, Any], value: JsonValue, *, present: bool) -> Iterator[JsonValue]:
    """Other values for a parameter, or values for one that was left out."""
    if "enum" in schema:
        yield from (one for one in schema["enum"] if one != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from dict.fromkeys((value + 1, value - 1, -value, 0))
    elif isinstance(value, str):
        yield from ("", "Quentin")
    elif isinstance(value, list):
        yield from _other_lists(value)
    elif isinstance(value, dict):
        for key, part in value.items():
            for other in _others({}, part, present=True):
                yield {**value, key: other}
    elif not present:
        kind = schema.get("type")
        yield from {"boolean": (True, False), "string": ("none",)}.get(str(kind), ())


def _other_lists(value: Sequence[JsonValue]) -> Iterator[list[JsonValue]]:
    if len(value) > 1:
        yield from ([*value[:i], *value[i + 1 :]] for i in range(len(value)))
    if value:
        yield [*value, *([value[-1]] * 5)]
    for index, part in enumerate(value):
        if isinstance(part, dict | str):
            for other in _others({}, part, present=True):
                yield [*value[:index], other, *value[index + 1 :]]


def searched_by_name(scene: Scene, tool: str) -> Conversation:
    """The conversation in which a customer who has given an email is looked for by name first.

    Args:
        scene: the task.
        tool: the tool that looks by name.
    """
    facts: dict[str, JsonValue] = dict.fromkeys(scene.domain.tools[tool].inputs, "Quentin")
    search = Action(tool=tool, arguments=facts)
    email = "My email is quentin@example.com, my name is Quentin."
    return scene.acted([search, *scene.task.gold], email)


def does_more(scene: Scene) -> Iterator[Conversation]:
    """Makes another write with what was looked at; the customer asks for it and says yes."""
    gold = scene.task.gold
    end = next((at for at, one in enumerate(gold) if scene.ends(one)), len(gold))
    seen: list[Action] = []
    for result in scene.results:
        if not isinstance(result, dict):
            continue
        for tool in scene.domain.tools.values():
            if tool.kind != "write" or next(iter(tool.inputs)) not in result:
                continue
            for arguments in _filled(tool.parameters, [result, *scene.results]):
                more = Action(tool=tool.name, arguments=arguments, goal=gold[end - 1].goal)
                if more not in seen:
                    seen.append(more)
                    wish = f"I want this: {json.dumps(arguments)}."
                    yield scene.acted([*gold[:end], more, *gold[end:]], wish)


def _filled(
    schema: Mapping[str, Any], results: Sequence[JsonValue]
) -> Iterator[dict[str, JsonValue]]:
    """Arguments that the first result gives, or else the others; made-up ones where none does."""
    found: list[list[JsonValue]] = []
    for name in schema["required"]:
        part = schema["properties"][name]
        found.append(list(islice(_candidates(name, part, results), 3)))
    for number in range(max(map(len, found), default=0)):
        values = [each[min(number, len(each) - 1)] for each in found if each]
        if len(values) == len(found):
            yield dict(zip(schema["required"], values, strict=True))


def _candidates(
    name: str, schema: Mapping[str, Any], results: Sequence[JsonValue]
) -> Iterator[JsonValue]:
    if "enum" in schema:
        yield from schema["enum"]
        return
    old = name.removeprefix("new_")
    match schema.get("type"):
        case "array":
            items = schema["items"].get("properties")
            for value in _values(results[0], old):
                if isinstance(value, list) and items:
                    yield [
                        {key: part[key] for key in items if key in part}
                        for part in value
                        if isinstance(part, dict)
                    ]
            if not items:
                yield list(islice(under(results[0], old.removesuffix("s")), 1))
        case "integer" | "number":
            yield from (100, 50, 200)
        case "boolean":
            yield True
        case _:
            for result in results:
                yield from under(result, old)
            yield "2024-06-01" if "date" in name else "as agreed"


def _values(value: JsonValue, name: str) -> Iterator[JsonValue]:
    if isinstance(value, dict) and name in value:
        yield value[name]


DEEDS: tuple[Deed, ...] = (
    no_yes,
    lists_too_little,
    never_named,
    two_calls,
    invents,
    says_nothing_of_it,
    fails_twice,
    calls_what_is_no_tool,
    hands_off_wrongly,
    does_not_look,
    does_not_ask,
    guesses,
    serves_somebody_else,
    sends_other_values,
    does_more,
)
"""The deeds of every domain."""
