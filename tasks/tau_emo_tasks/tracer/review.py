"""A sheet on which people read the tasks of a domain: expectation first, gold behind a fold."""

from collections.abc import Sequence

from jinja2 import Environment

from tau_emo_tasks.gold import replay_gold
from tau_emo_tasks.task import Task

_SHEET = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Tasks of {{ domain }}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 2px solid #888; padding: 1rem 0; }
pre { white-space: pre-wrap; background: #f4f4f4; padding: .5rem; overflow-wrap: anywhere; }
dt { font-weight: 600; }
</style>
<h1>Tasks of {{ domain }}</h1>
<p>Read the instruction, write down which writes, outputs, refusal or hand-off you expect, then open
the gold.</p>
{% for task, steps in tasks %}
<article id="{{ task.id }}">
<h2>{{ task.id }}</h2>
<p>{{ task.instruction }}</p>
<p><em>{{ task.feeling }}</em></p>
<details><summary>What the customer says</summary>
<dl>
{% for slot in task.user_script.knows %}<dt>{{ slot.name }}</dt><dd>{{ slot.say }}</dd>{% endfor %}
{% for goal in task.user_script.goals %}
<dt>{{ goal.act }} ({{ goal.outcome }})</dt><dd>{{ goal.say }}
{% for slot in goal.knows %}<br>{{ slot.name }}: {{ slot.say }}{% endfor %}
{% for field in goal.fields %}<br>{{ field.name }}: {{ field.say }}
  (right: {{ field.accept | join(", ") }}{% if field.reject %}; wrong:
  {{ field.reject | join(", ") }}{% endif %}){% endfor %}
{% for wish in goal.hears %}<br>wants to hear: {{ wish.ask }}{% endfor %}
{% if goal.if_refused %}<br>if refused: {{ goal.if_refused }}{% endif %}</dd>
{% endfor %}
</dl></details>
<details><summary>Gold</summary>
{% for step, sources in steps %}<pre>{{ step.action.tool }}({{ step.action.arguments }})
{% for name, source in sources.items() %}{{ name }} from: {{ source }}
{% endfor %}{{ step.call.result }}</pre>{% endfor %}
{% for output in task.outputs %}<p>Told: {{ output.name }}: {{ output.value }}</p>{% endfor %}
{% if task.refuses %}<p>Refuses by {{ task.refuses | join(", ") }}</p>{% endif %}
{% if task.hands_off %}<p>Hands off</p>{% endif %}
<pre>{{ task.gold_diff }}</pre></details>
<details><summary>Emotion</summary>
<p>{{ task.condition.emotion }} ({{ task.condition.family }}); {{ task.condition.politeness }},
urgency {{ task.condition.urgency }}, {{ task.condition.trust_in_agent }}</p>
<p>{{ task.persona }}</p></details>
</article>
{% endfor %}
</html>
"""


def review_sheet(tasks: Sequence[Task]) -> str:
    """An HTML page with all tasks of one domain, for people to read.

    Args:
        tasks: at least one.
    """
    page = Environment(autoescape=True, trim_blocks=True).from_string(_SHEET)
    return page.render(
        domain=tasks[0].domain,
        tasks=[
            (task, zip(replay_gold(task).steps, task.provenance.path, strict=True))
            for task in tasks
        ],
    )
