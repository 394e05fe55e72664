"""Tasks, places, routines and the planned day, as people see and type them."""

import re

import pytest

from support.chromium import DESKTOP, PHONE, Tab

LOOKS = [("en", PHONE, "light"), ("ar", PHONE, "dark"), ("ar", DESKTOP, "light"), ("en", DESKTOP, "dark")]
LINES = {"en": "gym 1 hour three times a week after Asr", "ar": "النادي ساعة ٣ مرات بالأسبوع بعد العصر"}


@pytest.fixture
def open_tab(chromium, server):
    tabs = []

    def make(**options):
        tabs.append(Tab(chromium, server, **options))
        return tabs[-1]

    yield make
    for tab in tabs:
        tab.close()


def fill_from_line(tab, line):
    page = tab.page
    tab.go("/tasks/new")
    page.fill("#line", line)
    page.click(".line-form button")
    page.wait_for_url("**/tasks/new?q=*")


@pytest.mark.parametrize("language, size, scheme", LOOKS, ids=lambda value: str(value))
def test_every_page_of_planning(server, open_tab, language, size, scheme):
    tab = open_tab(language=language, size=size, scheme=scheme)
    page = tab.page
    tab.sign_in()
    tab.go("/settings/places")
    page.fill("#name", "Tokyo")
    page.fill("#where", "139.69, 35.68")
    page.click("button.primary")
    page.wait_for_selector("#where-problem")
    tab.check("places-swapped")
    page.click("button[name=point]")
    page.wait_for_url("**/settings/places?added=*")
    tab.check("places")
    tab.go("/settings/planning")
    tab.check("plan-settings")
    page.fill("#buffer", "x")
    page.click("button.primary")
    page.wait_for_selector("#buffer-problem")
    tab.check("plan-settings-problems")
    fill_from_line(tab, LINES[language])
    assert page.input_value("#takes") in ("60", "٦٠")
    assert page.is_checked("input[name=often][value=week]")
    tab.check("task-line")
    page.fill("#takes", "0")
    page.click("main form.card button.primary")
    page.wait_for_selector("#takes-problem")
    tab.check("task-problems")
    tab.go("/routines")
    page.click("button[value=gym]")
    page.wait_for_url("**/routines?done=added*")
    tab.check("routines")
    tab.go("/today")
    tab.check("today-planned")


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_task_is_typed_in_one_line_previewed_and_saved(server, open_tab, script):
    tab = open_tab(script=script)
    page = tab.page
    tab.sign_in()
    fill_from_line(tab, LINES["en"])
    page.click("main form.card button[value=preview]")
    page.wait_for_selector(".preview a[href='/settings/prayer/place']")
    assert page.locator(".preview li").count() == 0, "without a city no time is after a prayer"
    tab.go("/settings/prayer?city=108410")
    page.click("button[form=own]")
    page.wait_for_url("**/settings/prayer?done=saved")
    fill_from_line(tab, LINES["en"])
    page.click("main form.card button[value=preview]")
    page.wait_for_selector(".preview li")
    assert page.locator(".preview li").count() >= 3, "three times a week"
    page.click("main form.card button.primary")
    page.wait_for_url("**/tasks?done=added*")
    assert "gym" in page.inner_text("main")
    tab.go("/routines")
    assert re.search("3 times a week", page.inner_text("main"))


def test_the_form_of_a_task_is_filled_and_sent_by_keyboard(server, open_tab):
    tab = open_tab()
    page = tab.page
    tab.sign_in()
    tab.go("/tasks/new")
    page.focus("#line")
    page.keyboard.type("read 20 min every day")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tasks/new?q=*")
    page.focus("#title")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tasks?done=added*")
    assert "read" in page.inner_text("main")
