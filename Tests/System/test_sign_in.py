"""The road of a customer, as a browser without a screen walks it: link, code, settings, the end."""

import concurrent.futures
import io
import json
import time
import uuid
import zipfile

import pytest

from support.browser import Browser, Page, new_address
from support.mail import letters_to, next_letter, sign_in_letter
from support.server import wait_until


@pytest.fixture
def other(server):
    """A second browser: another device, or somebody else."""
    with Browser(server) as opened:
        yield opened


# --- the link ---------------------------------------------------------------------------------

def test_a_visitor_becomes_a_customer(server, browser):
    assert Page(browser.get("/").text).links.count("/login") >= 1
    address = new_address()
    letter = browser.ask_for_link(address)
    assert letter.link.startswith(f"{server.origin}/magic-link?token=")
    assert uuid.UUID(letter.token).version == 4
    answer = browser.redeem(letter)
    assert answer.status_code == 303
    assert address in browser.page("/settings").text
    assert browser.get("/").headers["location"].endswith("/calendar")
    wait_until(lambda: len(letters_to(server, address)) == 2, what="the welcome, beside the link")


def test_the_welcome_comes_once(server, browser):
    address = new_address()
    browser.sign_in(address)
    next_letter(server, address, having=lambda one: "/magic-link?" not in one.text)
    browser.submit_form("/settings", "/logout")
    browser.sign_in(address)
    welcomes = [one for one in letters_to(server, address) if "/magic-link?" not in one.text]
    assert len(welcomes) == 1


def test_opening_the_link_any_number_of_times_spends_nothing(server, browser, other):
    letter = browser.ask_for_link(new_address())
    digest = server.sql("SELECT count(*) FROM session")
    for method in ["GET", "HEAD", "GET", "GET", "HEAD"] * 3:
        answer = other.request(method, letter.link, headers={"Sec-Purpose": "prefetch", "Purpose": "prefetch"})
        assert answer.status_code == 200
        assert not [cookie for cookie in answer.headers.get_list("set-cookie") if "session" in cookie.lower()]
    assert server.sql("SELECT count(*) FROM session") == digest
    assert not other.is_signed_in()
    assert browser.redeem(letter).status_code == 303
    assert browser.is_signed_in()


def test_a_link_works_once(browser, other):
    letter = browser.ask_for_link(new_address())
    assert browser.redeem(letter).status_code == 303
    replay = other.redeem(letter)
    assert replay.status_code == 410
    assert "/login" in [form["action"] for form in Page(replay.text).forms], "a fresh link is offered"
    assert not other.is_signed_in()


@pytest.mark.parametrize("token", [
    "00000000-0000-4000-8000-000000000000", "x", "", "%00", "'; DROP TABLE customer; --", "a" * 5000,
])
def test_a_guessed_token_gets_a_friendly_page(browser, token):
    answer = browser.get("/magic-link", params={"token": token})
    assert answer.status_code < 500
    fields = Page(browser.get("/login").text).form("/login") | {"token": token}
    answer = browser.submit("/magic-link", fields)
    assert 400 <= answer.status_code < 500 or answer.status_code == 200
    assert not browser.is_signed_in()


def test_of_200_parallel_uses_exactly_one_wins(server):
    with Browser(server) as asking:
        letter = asking.ask_for_link(new_address())
    tries, threads = 200, 20

    def use(form):
        with Browser(server, http2=False) as one:
            # Each has the page open already, with a form of its own; now all press the button.
            one.cookies.update(form["cookies"])
            return one.submit("/magic-link", form["fields"]).status_code == 303 and one.is_signed_in()

    forms = []
    for _ in range(tries):
        with Browser(server, http2=False) as one:
            fields = one.page(letter.link).form("/magic-link")
            # The second press, too: these are other browsers than the one that asked.
            forms.append({"fields": fields | {"elsewhere": "yes"}, "cookies": dict(one.cookies)})

    before = int(server.sql("SELECT count(*) FROM session")[0][0])
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        wins = list(pool.map(use, forms))
    assert wins.count(True) == 1
    assert int(server.sql("SELECT count(*) FROM session")[0][0]) == before + 1


def test_a_used_link_revokes_the_others_of_its_address(browser, other):
    address = new_address()
    first, second = browser.ask_for_link(address), browser.ask_for_link(address)
    assert first.token != second.token
    assert browser.redeem(second).status_code == 303
    assert other.redeem(first).status_code == 410
    assert not other.is_signed_in()


def test_at_most_eight_links_are_live(browser, other):
    address = new_address()
    letters = [browser.ask_for_link(address) for _ in range(9)]
    assert other.redeem(letters[0]).status_code == 410
    assert other.redeem(letters[1]).status_code == 303


def test_a_link_for_another_account_asks_before_switching(server, browser, other):
    browser.sign_in()
    letter = other.ask_for_link(new_address("second"))
    asked = browser.redeem(letter)
    assert asked.status_code == 200
    assert browser.address in browser.page("/settings").text, "nothing has changed by being asked"
    answer = browser.submit("/magic-link", Page(asked.text).form("/magic-link"))
    assert answer.status_code == 303
    assert letter.to in browser.page("/settings").text


# --- the code ---------------------------------------------------------------------------------

def test_the_code_signs_in_the_browser_that_asked(browser):
    letter = browser.ask_for_link(new_address())
    assert letter.code and len(letter.code.replace("-", "")) == 8
    answer = browser.submit_form("/login/sent", "/login/code", code=letter.code.lower())
    assert answer.status_code == 303
    assert browser.is_signed_in()


def test_the_code_signs_in_no_other_browser(browser, other):
    letter = browser.ask_for_link(new_address())
    other.ask_for_link(new_address("other"))
    answer = other.submit_form("/login/sent", "/login/code", code=letter.code)
    assert answer.status_code != 303
    assert not other.is_signed_in()


def test_after_five_wrong_codes_the_right_one_is_refused(browser):
    letter = browser.ask_for_link(new_address())
    wrong = "22222222" if letter.code.replace("-", "") != "22222222" else "33333333"
    for _ in range(5):
        answer = browser.submit_form("/login/sent", "/login/code", code=wrong)
        assert answer.status_code == 422
    answer = browser.submit_form("/login/sent", "/login/code", code=letter.code)
    assert answer.status_code != 303
    assert not browser.is_signed_in()


def test_resend_sends_another_letter(server, browser):
    address = new_address()
    first = browser.ask_for_link(address)
    assert browser.submit_form("/login/sent", "/login/resend").status_code == 303
    second = sign_in_letter(server, address, after=1)
    assert second.token != first.token
    assert browser.redeem(second).status_code == 303


# --- addresses --------------------------------------------------------------------------------

@pytest.mark.parametrize("typed", [
    "", "nobody", "@example.org", "a@", "a@b@c.org", "a b@example.org", "a@exa mple.org", "a\r\nBcc: b@example.org",
    "a@example.org\r\nSubject: x", "a" * 250 + "@example.org", "a@-.org", "'; DROP TABLE customer; --",
])
def test_a_wrong_address_keeps_what_was_typed_and_says_so(server, browser, typed):
    before = server.sql("SELECT count(*) FROM job")
    answer = browser.submit_form("/login", "/login", email=typed)
    assert answer.status_code == 422
    page = Page(answer.text)
    assert 'aria-invalid="true"' in answer.text
    if typed and "\r" not in typed:
        assert page.form("/login")["email"] == typed
    assert server.sql("SELECT count(*) FROM job") == before, "no mail is on its way"


@pytest.mark.parametrize("typed, same", [
    ("  {}  ", True), ("{upper}", True), ("x{}", False),
])
def test_one_person_is_one_account_however_the_address_is_typed(server, browser, other, typed, same):
    address = new_address("case")
    browser.sign_in(address)
    typed = typed.format(address, upper=address.upper())
    count = int(server.sql("SELECT count(*) FROM customer")[0][0])
    answer = other.submit_form("/login", "/login", email=typed)
    assert answer.status_code == 303
    grown = 0 if same else 1
    wait_until(lambda: int(server.sql("SELECT count(*) FROM customer")[0][0]) == count + grown)


def test_known_and_unknown_addresses_get_the_same_answer(browser, other):
    known = browser.sign_in().address

    def answer_for(address):
        answer = other.submit_form("/login", "/login", email=address)
        sent = other.get("/login/sent")
        return answer.status_code, answer.headers["location"], sent.text.replace(address, "").replace("-", "")

    for_known, for_unknown = answer_for(known), answer_for(new_address())
    assert for_known[:2] == for_unknown[:2]
    assert len(for_known[2]) == pytest.approx(len(for_unknown[2]), abs=20)


def test_known_and_unknown_addresses_take_the_same_time(browser, other):
    known = browser.sign_in().address
    times = {"known": [], "unknown": []}
    form = other.page("/login").form("/login")
    for number in range(40):
        for kind, address in (("known", known), ("unknown", new_address())):
            started = time.perf_counter()
            assert other.submit("/login", form | {"email": address}).status_code == 303
            times[kind].append(time.perf_counter() - started)
    medians = {kind: sorted(found)[len(found) // 2] for kind, found in times.items()}
    spread = sorted(times["known"])[30] - sorted(times["known"])[10]
    assert abs(medians["known"] - medians["unknown"]) < max(3 * spread, 0.005), medians


# --- forms ------------------------------------------------------------------------------------

@pytest.mark.parametrize("action", ["/login", "/login/code", "/login/resend", "/magic-link", "/logout", "/settings",
                                    "/settings/address", "/settings/sessions/end", "/settings/sessions/end-all",
                                    "/settings/export", "/settings/delete", "/settings/delete/confirm", "/settings/language"])
def test_no_form_is_taken_without_its_token(server, browser, action):
    browser.sign_in()
    page = browser.get("/settings")
    csrf = Page(page.text).form("/logout")["csrf"]
    assert len(csrf) >= 32
    fields = {"email": "a@example.org", "token": "x", "name": "Changed", "typed": browser.address}
    assert browser.submit(action, fields).status_code == 403
    assert browser.submit(action, fields | {"csrf": "x" * len(csrf)}).status_code == 403
    with Browser(server) as stranger:
        theirs = stranger.page("/login").form("/login")["csrf"]
    assert browser.submit(action, fields | {"csrf": theirs}).status_code == 403
    assert browser.is_signed_in()
    assert "Changed" not in browser.page("/settings").text


@pytest.mark.parametrize("headers", [
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://evil.example", "Sec-Fetch-Site": ""},
    {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
])
def test_no_form_is_taken_from_another_site(browser, headers):
    browser.sign_in()
    form = browser.page("/settings").form("/logout")
    assert browser.post("/logout", data=form, headers=headers).status_code == 403
    assert browser.is_signed_in()


# --- sessions ---------------------------------------------------------------------------------

def test_the_session_cookie_is_a_closed_one(browser):
    letter = browser.ask_for_link(new_address())
    answer = browser.redeem(letter)
    cookies = [one for one in answer.headers.get_list("set-cookie") if one.startswith("__Host-") and "Max-Age=0" not in one]
    assert cookies
    for cookie in cookies:
        attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"secure", "httponly", "samesite=lax", "path=/"} <= attributes, cookie
        assert not [one for one in attributes if one.startswith("domain")]


def test_log_out_ends_the_session_for_its_cookie_too(server, browser):
    browser.sign_in()
    stolen = dict(browser.cookies)
    assert browser.submit_form("/settings", "/logout").status_code == 303
    assert not browser.is_signed_in()
    with Browser(server) as thief:
        thief.cookies.update(stolen)
        assert not thief.is_signed_in()


def test_sign_in_gives_a_new_session(browser):
    browser.sign_in()
    before = {name: value for name, value in browser.cookies.items() if "session" in name.lower()}
    browser.redeem(browser.ask_for_link(browser.address))
    after = {name: value for name, value in browser.cookies.items() if "session" in name.lower()}
    assert before and before != after


def test_one_session_can_be_ended_from_another(browser, other):
    address = new_address()
    browser.sign_in(address)
    other.sign_in(address)
    page = browser.page("/settings/sessions")
    ids = [form["fields"]["id"] for form in page.forms if form["action"] == "/settings/sessions/end"]
    assert len(ids) == 2
    csrf = page.form("/settings/sessions/end-all")["csrf"]
    for one in ids:
        browser.submit("/settings/sessions/end", {"csrf": csrf, "id": one})
        if not browser.is_signed_in() or not other.is_signed_in():
            break
    assert browser.is_signed_in() != other.is_signed_in()


def test_nobody_ends_the_session_of_another_customer(browser, other):
    browser.sign_in()
    other.sign_in()
    page = other.page("/settings/sessions")
    theirs = [form["fields"]["id"] for form in page.forms if form["action"] == "/settings/sessions/end"]
    csrf = browser.page("/settings").form("/logout")["csrf"]
    browser.submit("/settings/sessions/end", {"csrf": csrf, "id": theirs[0]})
    assert other.is_signed_in()


def test_sign_out_everywhere_leaves_no_other_session(browser, other):
    address = new_address()
    browser.sign_in(address)
    other.sign_in(address)
    assert browser.submit_form("/settings/sessions", "/settings/sessions/end-all").status_code == 303
    assert not other.is_signed_in()


# --- settings ---------------------------------------------------------------------------------

def test_settings_are_kept_and_arabic_mirrors_the_page(browser):
    browser.sign_in()
    answer = browser.submit_form(
        "/settings/name", "/settings", name="أمّ عليّ <b>&", language="ar", firstDay="7")
    assert answer.status_code in (303, 422), answer.status_code
    if answer.status_code == 422:
        pytest.fail("the settings were refused: " + Page(answer.text).text)
    page = browser.page("/settings")
    assert (page.language, page.direction) == ("ar", "rtl")
    assert browser.page("/settings/name").form("/settings")["name"] == "أمّ عليّ <b>&"


@pytest.mark.parametrize("fields", [
    {"language": "xx"}, {"firstDay": "nine"}, {"firstDay": "8"}, {"language": ""},
    {"name": "x" * 5000}, {"name": "a\r\nb"},
])
def test_wrong_settings_are_refused(browser, fields):
    browser.sign_in()
    form = {"name": "Before", "language": "en", "firstDay": "7"}
    answer = browser.submit_form("/settings/name", "/settings", **(form | fields))
    assert answer.status_code == 422


def test_the_time_zone_has_a_page_of_its_own(browser):
    browser.sign_in()
    answer = browser.submit_form("/settings/time-zone", "/settings/time-zone", timeZone="Africa/Cairo")
    assert answer.status_code == 303
    assert "Cairo" in browser.page("/settings").text


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "", "Asia/Riyadh\r\nX: y"])
def test_a_time_zone_that_is_none_is_refused(browser, zone):
    browser.sign_in()
    assert browser.submit_form("/settings/time-zone", "/settings/time-zone", timeZone=zone).status_code == 422


def test_the_address_changes_when_the_new_one_confirms(server, browser):
    browser.sign_in()
    new = new_address("moved")
    assert browser.submit_form("/settings/address", "/settings/address", newEmail=new).status_code in (200, 303)
    letter = next_letter(server, new)
    assert browser.address in browser.page("/settings").text, "not before it is confirmed"
    page = Page(browser.get(letter.link).text)
    assert browser.submit("/settings/address/confirm", page.form("/settings/address/confirm")).status_code in (200, 303)
    assert new in browser.page("/settings").text
    assert next_letter(server, browser.address, after=2), "the old address receives a mail"


def test_the_export_holds_what_is_known(browser):
    browser.sign_in()
    form = browser.page("/settings/copy").form("/settings/export")
    answer = browser.submit("/settings/export", form)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    assert "attachment" in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert any(name.lower().endswith("readme.txt") for name in names)
        documents = [json.loads(archive.read(name)) for name in names if name.endswith(".json")]
    assert browser.address in json.dumps(documents)


def test_deletion_wants_the_address_typed_and_leaves_nothing(server, browser):
    browser.sign_in()
    address = browser.address
    assert browser.submit_form("/settings/delete", "/settings/delete", typed="someone@example.org").status_code == 422
    assert browser.is_signed_in()
    before = 2  # the link and the welcome, which may come after the sign-in
    wait_until(lambda: len(letters_to(server, address)) == before, what="the welcome")
    assert browser.submit_form("/settings/delete", "/settings/delete", typed=address.upper()).status_code == 200
    letter = next_letter(server, address, after=before)
    assert browser.is_signed_in(), "not before the link is used"
    page = browser.page(letter.link)
    assert browser.submit("/settings/delete/confirm", page.form("/settings/delete/confirm")).status_code == 200
    assert not browser.is_signed_in()
    next_letter(server, address, after=before + 1)
    wait_until(lambda: address.encode() not in server.dump(), what="the end of every trace")


# --- languages ----------------------------------------------------------------------------------

@pytest.mark.parametrize("language, direction", [("en", "ltr"), ("ar", "rtl")])
@pytest.mark.parametrize("path", ["/", "/login", "/privacy", "/terms", "/no-such-page"])
def test_every_page_speaks_the_browsers_language(server, language, direction, path):
    with Browser(server, language=f"{language};q=0.9, fr;q=0.1") as browser:
        page = Page(browser.get(path).text)
        assert (page.language, page.direction) == (language, direction)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_mail_is_in_the_language_of_the_page(server, language):
    with Browser(server, language=language) as browser:
        letter = browser.ask_for_link(new_address())
    assert letter.language == language
    assert f'lang="{language}"' in letter.html
    assert letter.message.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in letter.message.iter_parts()] == ["text/plain", "text/html"]
    assert letter.message["Auto-Submitted"] == "auto-generated"
    assert letter.message["Date"] and letter.message_id.startswith("<")
    assert "<img" not in letter.html and "http://" not in letter.html
    raw = letter.path.read_bytes()
    assert b"\r\n" in raw and b"\n" not in raw.replace(b"\r\n", b"")
    assert max(len(line) for line in raw.split(b"\r\n")) <= 998
