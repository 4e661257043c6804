"""The viewer in Chromium: keys, themes, narrow windows, no JavaScript, attacks, accessibility."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from chromium import chromium, faults
from loopback import Loopback
from playwright.sync_api import Browser, BrowserContext, Page, expect
from shown_runs import ATTACK

from tau_emo_client.run.store import read_records
from tau_emo_client.viewer.app import viewer_app
from tau_emo_client.viewer.library import Library

pytestmark = [pytest.mark.full, pytest.mark.timeout(180)]

EPISODE = "/episode/curt/retail-1.0"
COMPARISON = "/compare?left=curt/retail-1.0&right=random/retail-1.0"
LIST = "/"
SIDES = ("left", "right")
OPEN = "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def url(played: list[Path], hostile: Path) -> Iterator[str]:
    """The address of a viewer of all runs, the hostile one among them."""
    library = Library([*played, hostile])
    with Loopback(viewer_app(library)) as server:
        yield server.url.removesuffix("/v1")
    library.close()


@pytest.fixture
def context(browser: Browser, url: str) -> Iterator[BrowserContext]:
    with browser.new_context(base_url=url, viewport={"width": 1280, "height": 900}) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page; whatever goes wrong in it fails the test."""
    faults: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
    yield page
    assert faults == []


def focused(page: Page) -> str:
    return page.evaluate(
        "() => document.activeElement.id || document.activeElement.textContent.trim()"
    )


def rows(page: Page) -> list[str]:
    return page.locator("tr[data-row] th a").all_inner_texts()


# -- lists and conversations --------------------------------------------------------------


def test_a_filter_is_chosen_and_its_address_leads_there_again(page: Page) -> None:
    page.goto(LIST)
    page.get_by_label("Domain").select_option("airline")
    page.get_by_label("Result").select_option("failed")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url(re.compile(r"\?.*domain=airline"))
    found = rows(page)
    assert found
    assert all(one.startswith("airline-") for one in found)
    page.goto(page.url)
    assert rows(page) == found
    expect(page.get_by_label("Domain")).to_have_value("airline")
    page.get_by_role("link", name="Messages").click()
    cells = page.locator("tr[data-row] td:nth-child(8)").all_inner_texts()
    figures = [int(one) for one in cells]
    assert figures == sorted(figures)
    page.get_by_role("link", name="Show all").click()
    assert len(rows(page)) > len(found)


def test_a_conversation_is_found_by_its_words(page: Page, played: list[Path]) -> None:
    record = next(one for one in read_records(played[0]) if one.domain == "retail")
    opening = record.conversation.events[0].text
    page.goto(EPISODE)
    page.get_by_label("Search conversations").fill(f'"{" ".join(opening.split()[:6])}"')
    page.get_by_role("button", name="Search").click()
    assert record.id in rows(page)
    page.get_by_role("link", name=record.id, exact=True).first.click()
    expect(page.locator("#e0 .said")).to_have_text(opening)


def test_calls_are_folded_and_unfold(page: Page) -> None:
    page.goto(EPISODE)
    call = page.locator("details.call").first
    expect(call.locator("pre").first).to_be_hidden()
    call.locator("summary").click()
    expect(call.locator("pre").first).to_be_visible()
    expect(call.locator("pre").first).to_contain_text("{")
    button = page.locator("#unfold")
    expect(button).to_have_text("Unfold all")
    button.click()
    assert page.locator("main details:not([open])").count() == 0
    expect(button).to_have_text("Fold all")
    button.click()
    assert page.locator("main details[open]").count() == 0


def test_an_event_can_be_linked_to(page: Page) -> None:
    page.goto(f"{EPISODE}#e3")
    expect(page.locator("#e3")).to_be_in_viewport()
    page.locator("#e1 .who a").click()
    assert page.url.endswith("#e1")


def test_two_plays_are_compared(page: Page) -> None:
    page.goto(EPISODE)
    page.get_by_label("With another play of").select_option("random/retail-1.0")
    page.get_by_role("button", name="Compare").click()
    page.wait_for_url("**/compare?**")
    expect(page.locator("tr.differs").first).to_be_visible()
    boxes = [page.locator(f"#{side}e0").bounding_box() for side in "lr"]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] < boxes[1]["x"]
    page.get_by_role("link", name="Change sides").click()
    expect(page.get_by_label("Left", exact=True)).to_have_value("random/retail-1.0")


def test_changes_rules_and_patience_stand_beside_their_turn(page: Page, played: list[Path]) -> None:
    for folder in played:
        for record in read_records(folder):
            if not record.violations:
                continue
            page.goto(f"/episode/{folder.name}/{record.id}")
            for violation in record.violations:
                event = page.locator(f"#e{violation.event}")
                expect(event.locator(".breach", has_text=violation.rule).first).to_be_visible()
            return
    pytest.fail("no rule was broken")


# -- keys ---------------------------------------------------------------------------------


def shown(page: Page, heading: str) -> None:
    """Wait until the next page is there, with the program that hears keys."""
    expect(page.locator("h1")).to_contain_text(heading)
    page.wait_for_load_state()


def test_keys_step_through_the_list_and_open_an_episode(page: Page) -> None:
    page.goto(LIST)
    names = rows(page)
    for key, at in (("j", 0), ("j", 1), ("j", 2), ("k", 1)):
        page.keyboard.press(key)
        assert focused(page) == names[at]
    page.keyboard.press("Enter")
    shown(page, names[1])
    page.keyboard.press("u")
    shown(page, "Episodes")


def test_keys_step_through_a_conversation_and_on_to_the_next(page: Page) -> None:
    page.goto(LIST)
    names = rows(page)
    page.get_by_role("link", name=names[0], exact=True).first.click()
    shown(page, names[0])
    for key, at in (("j", "e0"), ("j", "e1"), ("j", "e2"), ("k", "e1")):
        page.keyboard.press(key)
        assert focused(page) == at
    page.keyboard.press("ArrowRight")
    shown(page, names[1])
    page.keyboard.press("ArrowLeft")
    shown(page, names[0])
    page.goto(f"{EPISODE}#e4")
    page.keyboard.press("j")
    assert focused(page) == "e5"
    page.keyboard.press("o")
    assert page.locator("main details:not([open])").count() == 0


def test_keys_do_nothing_where_text_is_typed(page: Page) -> None:
    page.goto(EPISODE)
    page.keyboard.press("/")
    assert focused(page) == "search"
    page.keyboard.type("jok?u/")
    expect(page.locator("#search")).to_have_value("jok?u/")
    expect(page.locator("#keys")).to_be_hidden()
    page.goto(LIST)
    page.keyboard.press("/")
    assert focused(page) == "search"


def test_keys_are_explained_and_can_be_switched_off(page: Page) -> None:
    page.goto(EPISODE)
    page.keyboard.press("?")
    dialog = page.locator("#keys")
    expect(dialog).to_be_visible()
    page.get_by_label("Keys of one letter").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("j")
    assert focused(page) != "e0"
    page.reload()
    page.keyboard.press("?")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Keys of one letter").check()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("j")
    assert focused(page) == "e0"


def test_everything_is_reached_by_tab_and_the_focus_is_seen(page: Page) -> None:
    page.goto(EPISODE)
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the content"
    expect(page.locator(".skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "main"
    page.goto(EPISODE)
    reachable = page.locator(
        "a[href]:visible, button:visible, select:visible, summary:visible,"
        "input:visible:not([type=hidden]), [tabindex='0']:visible"
    ).count()
    seen: set[str] = set()
    for _ in range(reachable + 5):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement === document.body"):
            break
        seen.add(
            page.evaluate(
                """() => {
                  const all = [...document.querySelectorAll('*')];
                  const style = getComputedStyle(document.activeElement);
                  if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2)
                    throw new Error('no focus is seen: ' + document.activeElement.outerHTML);
                  return String(all.indexOf(document.activeElement));
                }"""
            )
        )
    assert len(seen) >= reachable - 1
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("details").first).to_have_attribute("open", "")


# -- themes and windows -------------------------------------------------------------------


def background(page: Page) -> int:
    """How bright the page is, from 0 to 765."""
    colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    return sum(map(int, re.findall(r"\d+", colour)[:3]))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_light_or_dark_as_the_system_is_until_it_is_switched(
    browser: Browser, url: str, scheme: str
) -> None:
    with browser.new_context(base_url=url, color_scheme=scheme) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(LIST)
        assert (background(page) < 200) == (scheme == "dark")
        button = page.get_by_role("button", name="Dark")
        expect(button).to_have_attribute("aria-pressed", str(scheme == "dark").lower())
        button.click()
        assert (background(page) < 200) == (scheme == "light")
        page.goto(EPISODE)
        assert (background(page) < 200) == (scheme == "light")
        expect(page.get_by_role("button", name="Dark")).to_have_attribute(
            "aria-pressed", str(scheme == "light").lower()
        )


@pytest.mark.parametrize("address", [LIST, EPISODE, COMPARISON, "/nothing"])
@pytest.mark.parametrize("width", [320, 768])
def test_no_page_is_wider_than_a_narrow_window(
    browser: Browser, url: str, address: str, width: int
) -> None:
    with browser.new_context(base_url=url, viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        page.goto(address)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        if address == EPISODE and width == 320:
            side, talk = page.locator(".side").bounding_box(), page.locator(".talk").bounding_box()
            assert side
            assert talk
            assert talk["y"] > side["y"] + side["height"] - 1


def test_without_javascript_it_works_too(browser: Browser, url: str) -> None:
    with browser.new_context(base_url=url, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(LIST)
        for name in ("#theme", "#help", "#keys"):
            expect(page.locator(name)).to_be_hidden()
        page.get_by_label("Run", exact=True).select_option("curt")
        page.get_by_label("Text in the conversation").fill("order")
        page.get_by_role("button", name="Show").click()
        names = rows(page)
        assert names
        page.get_by_role("link", name=names[0], exact=True).click()
        expect(page.locator("h1")).to_contain_text(names[0])
        expect(page.locator("#unfold")).to_be_hidden()
        call = page.locator("details.call").first
        call.locator("summary").click()
        expect(call.locator("pre").first).to_be_visible()
        page.get_by_role("link", name="Next episode").click()
        expect(page.locator("h1")).to_contain_text(names[1])
        page.get_by_role("button", name="Compare").click()
        expect(page.get_by_label("Left", exact=True)).to_be_visible()


# -- attacks ------------------------------------------------------------------------------


def test_nothing_that_was_said_runs_or_loads(
    context: BrowserContext, url: str, hostile: Path
) -> None:
    attack = quote(ATTACK, safe="")
    episode = f"{quote(hostile.name, safe='')}/{quote(f'task {ATTACK}', safe='')}"
    both = "&".join(f"{side}={episode.replace('/', '%2F')}.{n}" for n, side in enumerate(SIDES))
    addresses = [
        LIST,
        f"/episode/{episode}.0",
        f"/compare?{both}",
        f"/?q={attack}&domain={attack}&run={attack}&task={attack}&sort={attack}",
        f"/episode/{attack}/{attack}",
        f"/{attack}#{attack}",
    ]
    page = context.new_page()
    dialogs: list[str] = []
    asked: list[str] = []
    refused: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda told: refused.append(told.text) if "Policy" in told.text else None)
    for address in addresses:
        answer = page.goto(address)
        assert answer
        assert answer.status == (404 if address in addresses[-2:] else 200)
        page.evaluate(OPEN)
        for element in page.locator("main [data-event], main th, main td, main dd").all()[:60]:
            element.dispatch_event("mouseover")
        page.wait_for_timeout(50)
        assert page.evaluate("() => window.pwned") is None, address
        assert page.locator("main").count() == 1
    page.goto(addresses[1])
    expect(page.locator("#e0 .said")).to_contain_text("<script>window.pwned=1</script>")
    assert dialogs == []
    assert refused == []
    assert {one for one in asked if not one.startswith((url, "data:,"))} == set()


def test_even_a_script_that_got_into_a_page_would_not_run(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(EPISODE)
    page.evaluate(
        """() => {
          const script = document.createElement('script');
          script.textContent = 'window.pwned = 1';
          document.querySelector('main').innerHTML += '<img src=x onerror="window.pwned=1">';
          document.body.append(script);
        }"""
    )
    page.wait_for_timeout(100)
    assert page.evaluate("() => window.pwned") is None


def test_text_that_turns_its_order_stays_in_its_place(page: Page, hostile: Path) -> None:
    episode = f"{quote(hostile.name, safe='')}/{quote(f'task {ATTACK}', safe='')}"
    page.goto(f"/episode/{episode}.0")
    expect(page.locator("#e0 .said")).to_contain_text("⟨U+202E⟩dnammoc⟨U+202C⟩")


# -- accessibility ------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", [LIST, EPISODE, COMPARISON, "/nothing", "/?q=no-such-word"])
def test_axe_finds_no_serious_fault(browser: Browser, url: str, scheme: str, address: str) -> None:
    # Axe itself needs to be put into the page, which the page forbids.
    options = {"base_url": url, "color_scheme": scheme, "bypass_csp": True}
    with browser.new_context(**options) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(address)
        page.evaluate(OPEN)
        assert faults(page) == []
        page.keyboard.press("?")
        expect(page.locator("#keys")).to_be_visible()
        assert faults(page) == []
