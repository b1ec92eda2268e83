"""What docs/classroom.md promises a teacher and is not held by another test."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from scripts.browser import settle
from tests.browser.access import luminance, walk
from tests.browser.reading import (
    cell,
    cells,
    expect_link,
    expect_matrix,
    parameters,
    present,
    preset,
    uncover,
    view,
)
from tests.walk import MATRICES
from ui.questions import OPTIONS
from ui.stages import CHAIN
from ui.teacher import ROUTES
from ui.text import prose, translate

LANGUAGES = ("zh", "en")
PROJECTOR = {"width": 1280, "height": 720, "reduced_motion": True}

# Letters before the class that are smaller than 20 pixels. Raised and lowered signs may be.
SMALL_LETTERS = """
() => {
  const found = [];
  const own = (node) => [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)
    .map(({ data }) => data.trim()).join('');
  const read = (root) => root.querySelectorAll('*').forEach((node) => {
    if (node.shadowRoot) read(node.shadowRoot);
    if (!own(node) || node.closest('.spoken, style, sub, sup, .katex, [aria-hidden=true].plate'))
      return;
    const box = node.getBoundingClientRect();
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
    if (box.width < 2 || node.closest('[data-testid=stIconMaterial]')) return;
    const svg = node.ownerSVGElement;
    const zoom = svg?.viewBox.baseVal?.width ? svg.clientWidth / svg.viewBox.baseVal.width : 1;
    const size = parseFloat(getComputedStyle(node).fontSize) * zoom;
    if (size < 20) found.push(`${own(node)} ${size}`);
  });
  read(document.querySelector('.stMain'));
  return found;
}
"""
CELL_SIZES = "nodes => nodes.map((node) => parseFloat(getComputedStyle(node).fontSize))"


def open_teachers_panel(page: Page, language: str = "en") -> None:
    page.get_by_text(translate(language, "teacher.panel"), exact=True).click()
    expect(page.get_by_text(translate(language, "teacher.answers"), exact=True)).to_be_visible()


def choose_answers(page: Page, name: str) -> None:
    label = translate("en", f"teacher.answers_{name}")
    page.locator('[class*="st-key-answers-"]').get_by_text(label, exact=True).click()
    settle(page)


@pytest.mark.parametrize(
    "look", [{"language": each, **PROJECTOR} for each in LANGUAGES], indirect=True, ids=str
)
def test_it_is_read_from_the_back_row(visit: Callable[..., Page], look):
    page = visit("/scores")
    present(page, look.language, sidebar=True)
    for stage in MATRICES:
        name = translate(look.language, f"stage.{stage}")
        page.get_by_test_id("stSidebar").get_by_role("link", name=name).last.click()
        title = page.get_by_role("heading", level=1)
        expect(title).to_have_text(prose(look.language, stage)["question"])
        settle(page)
        # Before a class the overview begins with X.
        for _ in CHAIN[1:] if stage == "overview" else ():
            page.keyboard.press("PageDown")
            settle(page)
        assert page.evaluate(SMALL_LETTERS) == [], stage
        for key in MATRICES[stage]:
            assert min(cells(page, key).evaluate_all(CELL_SIZES)) >= 24, (stage, key)


@pytest.mark.parametrize(
    "look", [{"language": each, **PROJECTOR} for each in LANGUAGES], indirect=True, ids=str
)
def test_q_kᵀ_the_map_and_its_sentence_fit_on_one_screen(visit: Callable[..., Page], look):
    page = visit("/scores")
    present(page, look.language, sidebar=True)
    assert page.get_by_test_id("stMain").evaluate("e => e.scrollTop") == 0
    strip = page.locator(".strip").bounding_box()
    for part in (page.get_by_role("heading", level=1), page.locator(".finding")):
        assert part.bounding_box()["y"] >= 40
    for key in ("q", "k_t", "scores"):
        box = page.locator(f'.body[data-key="{key}"]').bounding_box()
        assert box["y"] + box["height"] <= strip["y"], key
    assert strip["y"] + strip["height"] <= 720


def shades(row: Locator, haze: bool) -> list[tuple[float, float]]:
    """Of each cell of a row: the luminance of its fill, and the contrast of its number."""
    found = []
    for one in row.locator("> .cell:not(.sum)").all():
        inner = luminance(one.screenshot(), haze=haze)[6:-6, 6:-6]
        fill = float(np.median(inner))
        ratios = (np.maximum(inner, fill) + 0.05) / (np.minimum(inner, fill) + 0.05)
        found.append((fill, float(ratios.max())))
    return found


def test_weights_are_ranked_and_signs_told_without_colour_or_contrast(visit: Callable[..., Page]):
    scenario = preset()
    weights = scenario.trace().weights[2].tolist()
    page = visit("/softmax")
    signs = {"−": -1, "+": 1, "0": 0}
    told = [signs[text[0]] for text in cells(page, "scores").all_text_contents()]
    assert told == np.sign(scenario.trace().scores).ravel().tolist()
    page.mouse.move(640, 5)
    row = page.locator('.body[data-key="weights"] .row:not(.sums)').nth(2)
    session = page.context.new_cdp_session(page)
    for seen_as in ("none", "achromatopsia", "protanopia", "deuteranopia", "tritanopia"):
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": seen_as})
        for haze, least in ((False, 3.0), (True, 2.0)):
            seen = shades(row, haze)
            darkest_first = sorted(range(4), key=lambda place, seen=seen: seen[place][0])
            assert darkest_first == sorted(range(4), key=lambda place: -weights[place]), seen
            assert min(contrast for _, contrast in seen) >= least, (seen_as, haze)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    session.detach()


def test_the_page_is_reset_in_one_click_and_in_the_readers_language(visit: Callable[..., Page]):
    page = visit("/scores", lang="zh", d_k=3, pin="scores.0.1", query=0)
    page.locator(".st-key-guess-a button").click()
    expect(page.locator(".st-key-guess-again button")).to_be_visible()
    open_teachers_panel(page, "zh")
    page.get_by_role("button", name=translate("zh", "teacher.reset_page")).click()
    link = expect_link(page, query=2, pin="scores.2.3", d_k=3, lang="zh")
    assert link["lang"] == "zh"
    expect(page.locator(".st-key-guess-a button")).to_be_visible()


def test_a_scenario_is_one_click_and_one_link_in_either_language(
    visit: Callable[..., Page], new_tab: Callable[..., Page]
):
    name = "random"
    page = visit("/output")
    label = translate("en", f"scenario.{name}")
    page.locator('[class*="st-key-scenario-"]').get_by_text(label, exact=True).click()
    settle(page)
    shown = {key: cells(page, key).all_text_contents() for key in MATRICES["output"]}
    link = {**parameters(page.url), "lang": "zh"}
    other = visit("/output", tab=new_tab(language="zh"), **link)
    for key, texts in shown.items():
        expect(cells(other, key)).to_have_text(
            [translate("zh", "matrix.masked") if text == "masked" else text for text in texts]
        )


@pytest.mark.parametrize("look", [{"language": each} for each in LANGUAGES], indirect=True, ids=str)
def test_every_page_asks_one_question_one_prediction_and_names_its_numbers(
    visit: Callable[..., Page], look
):
    page = visit("/")
    for stage in walk(page, look.language):
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        question = page.get_by_role("heading", level=1).inner_text()
        assert re.search("[?？]$", question.strip()), question
        expect(page.locator(".st-key-prediction")).to_have_count(1)
        expect(page.locator('[class*="st-key-guess-"] button')).to_have_count(
            len(OPTIONS[stage]) + 1
        )
        hand_set = translate(look.language, "chip.hand_set")
        expect(page.locator(".st-key-pipeline .stMarkdownBadge").first).to_have_text(hand_set)
        expect(page.get_by_text(translate(look.language, "frame.caveats"))).to_be_visible()
        expect_figure_named(page, look.language)


def expect_figure_named(page: Page, language: str) -> None:
    """The view has a name, a sentence that describes it, named grids, and a table of each."""
    whole = view(page)
    assert whole.get_attribute("aria-label")
    described = whole.get_attribute("aria-describedby")
    assert page.locator(f".view #{described}").inner_text().strip()
    for grid in page.get_by_role("grid").all():
        assert grid.get_attribute("aria-label")
    expect(page.get_by_text(translate(language, "frame.tables"), exact=True)).to_be_visible()


def test_the_teacher_hides_all_answers_and_reveals_them(visit: Callable[..., Page]):
    page = visit("/scores")
    open_teachers_panel(page)
    choose_answers(page, "shown")
    expect_matrix(page, "scores", preset())
    choose_answers(page, "hidden")
    expect(cell(page, "scores", 2, 0)).to_have_text("?")
    page.locator(".st-key-guess-a button").click()
    settle(page)
    expect(cell(page, "scores", 2, 0)).to_have_text("?")
    choose_answers(page, "guessed")
    expect_matrix(page, "scores", preset())
    expect(page.locator(".st-key-prediction")).to_contain_text(translate("en", "predict.yours"))


@pytest.mark.parametrize("name", ["hidden", "shown"])
def test_what_the_teacher_chose_for_all_answers_outlasts_a_reload(
    visit: Callable[..., Page], name: str
):
    page = visit("/scores")
    open_teachers_panel(page)
    choose_answers(page, name)
    page.reload()
    settle(page)
    if name == "shown":
        return expect_matrix(page, "scores", preset())
    page.locator(".st-key-guess-a button").click()
    noted = translate("en", "predict.noted", option="A").replace("**", "")
    expect(page.locator(".st-key-prediction")).to_contain_text(noted)
    expect(cell(page, "scores", 2, 0)).to_have_text("?")


@pytest.mark.parametrize("look", [{"language": each} for each in LANGUAGES], indirect=True, ids=str)
def test_the_questions_of_a_route_are_read_to_their_end(visit: Callable[..., Page], look):
    page = visit("/scores")
    open_teachers_panel(page, look.language)
    told = translate(look.language, "teacher.routes_how")
    expect(page.locator(".st-key-teacher").get_by_text(told)).to_be_visible()
    links = page.locator(".st-key-teacher").get_by_test_id("stPageLink-NavLink")
    expect(links).to_have_count(sum(map(len, ROUTES.values())))
    for link in links.all():
        cut = "link => link.scrollWidth > link.clientWidth || [...link.querySelectorAll('*')]"
        assert not link.evaluate(f"{cut}.some((e) => e.scrollWidth > e.clientWidth)")


@pytest.mark.parametrize("look", [{"language": each} for each in LANGUAGES], indirect=True, ids=str)
def test_rows_ask_columns_are_asked_and_limits_and_shapes_are_shown(
    visit: Callable[..., Page], look
):
    page = visit("/scores", d_k=3)
    uncover(page)
    titles = page.locator(".axis:visible").all_inner_texts()
    for key in ("axis.asks", "axis.asked"):
        wanted = translate(look.language, key)
        assert any(title.startswith(wanted) for title in map(plain, titles)), titles
    trace = preset(d_k=3).trace()
    limit = max(abs(trace.scores).max(), abs(trace.scaled).max())
    legend = page.locator(".legend").inner_text()
    assert f"{limit:.2f}".rstrip("0").rstrip(".") in legend
    strip = page.locator(".st-key-pipeline").inner_text()
    assert "4×3 · 4×3 · 4×3" in strip.replace("\n", " ")
    page = visit("/softmax", d_k=3)
    weights = page.locator(".legend").inner_text()
    assert re.search(r"A\s*0\s*1", weights), weights
    assert f"{limit:.2f}".rstrip("0").rstrip(".") in page.locator(".legend").inner_text()
    sums = page.locator('.body[data-key="weights"] .row:not(.sums) > .sum')
    expect(sums).to_have_text(["1.00"] * 4)


def plain(text: str) -> str:
    """Without what only says where a line may break."""
    return text.translate({0x0A: " ", 0xA0: " ", 0x200B: None}).strip()


def test_letters_tell_q_k_and_v_apart(visit: Callable[..., Page]):
    page = visit("/projections")
    for key, letter in (("q", "Q"), ("k", "K"), ("v", "V")):
        symbols = page.locator(f'.head[data-owner="{key}"] .symbol')
        expect(symbols.get_by_text(letter, exact=True).last).to_be_visible()
