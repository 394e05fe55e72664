"""Programs of a customer at /api/v1, behind nginx: a client of Travlendar+, and bodies that nobody would send."""

import datetime
import random
import re

import httpx
import pytest

from support.browser import Browser
from support.openapi import Description

DESCRIPTION = Description()


def make_token(browser, *scopes):
    """The token that the page shows once."""
    page = "/settings/programs/new"
    answer = browser.submit(page, browser.page(page).form(page) | {"label": "Travlendar+", "scope": list(scopes)})
    assert answer.status_code == 200, answer.text
    return re.search(r'value="(jdp_[\w-]{43})"', answer.text)[1]


class Client:
    """A program that holds every answer against the description."""

    def __init__(self, server, token, source):
        self.http = httpx.Client(
            base_url=server.origin, timeout=30, headers={"Authorization": f"Bearer {token}"},
            transport=httpx.HTTPTransport(verify=server.tls_context(), local_address=source))

    def __call__(self, method, path, json=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return DESCRIPTION.check(self.http.request(method, "/api/v1" + path, json=json, headers=headers))


@pytest.fixture
def signed_in(server):
    with Browser(server) as browser:
        browser.sign_in()
        yield browser


def test_a_client_of_travlendar_plans_a_day(server, signed_in):
    call = Client(server, make_token(signed_in, "read", "write", "position"), "127.0.51.1")
    settings = call("GET", "/settings/travel")
    changed = call("PATCH", "/settings/travel", {"eco_mode": True, "max_walking_distance": 1_500},
                   If_Match=settings.headers["etag"])
    assert changed.json()["eco_mode"] and changed.json()["max_walking_distance"] == 1_500

    made = call("PUT", "/calendars", {"name": "Work", "color": "#336699"}, Idempotency_Key="calendar-1")
    again = call("PUT", "/calendars", {"name": "Work", "color": "#336699"}, Idempotency_Key="calendar-1")
    assert (made.status_code, again.status_code) == (201, 200) and made.json() == again.json()
    calendar = f"/calendars/{made.json()['id']}"
    day = datetime.date.today() + datetime.timedelta(days=3)
    at = "{}T{}:00+00:00".format
    event = call("POST", f"{calendar}/events", {
        "title": "Meeting & lunch", "address": "Olaya", "lat": 24.69, "lng": 46.68,
        "start_time": at(day, "12:00"), "duration_s": 3_600})
    assert event.status_code == 201
    far = call("POST", f"{calendar}/events", {
        "title": "Far", "lat": 21.42, "lng": 39.82, "start_time": at(day, "13:05"), "duration_s": 3_600})
    assert "unreachable" in [one["code"] for one in far.json()["warnings"]]
    listed = call("GET", f"{calendar}/events?from={day}&to={day + datetime.timedelta(days=1)}").json()["events"]
    assert [one["title"] for one in listed] == ["Meeting & lunch", "Far"]

    ways = call("GET", far.json()["ways"].removeprefix("/api/v1")).json()
    assert ways["state"] == "known" and {one["mode"] for one in ways["ways"]} == {"walk", "bike", "transit", "car"}
    assert call("PUT", "/position", {"lat": 24.7, "lng": 46.7}).json()["code"] == "off"
    shown = call("GET", f"/schedule?day={listed[0]['start_time'][:10]}").json()
    assert "Meeting & lunch" in [item["event"]["title"] for item in shown["items"]]
    job = call("POST", "/schedule").headers["location"].removeprefix("/api/v1")
    assert call("GET", job).json()["state"] in ("planning", "done")

    one = event.headers["location"].removeprefix("/api/v1")
    assert call("PATCH", one, {"title": "Lunch"}).status_code == 428
    moved = call("PATCH", one, {"title": "Lunch"}, If_Match=event.headers["etag"])
    assert call("DELETE", one, If_Match=event.headers["etag"]).status_code == 412
    assert call("DELETE", one, If_Match=moved.headers["etag"]).status_code == 204
    assert call("GET", one).status_code == 404

    phone = call("POST", "/push-devices", {"token": "ab" * 32})
    assert call("DELETE", phone.headers["location"].removeprefix("/api/v1")).status_code == 204
    assert "Last used" in signed_in.get("/settings/programs").text


def test_every_operation_answers_as_described_whatever_is_sent(server, signed_in):
    call = Client(server, make_token(signed_in, "read", "write", "position"), "127.0.51.2")
    calendar = call("POST", "/calendars", {"name": "A"}).json()["id"]
    made = call("POST", f"/calendars/{calendar}/events", {"start_time": "2026-12-01T09:00:00Z"})
    names = {"calendar": calendar, "event": made.json()["id"], "job": "1", "device": "1"}
    chance = random.Random(30)
    for method, path, operation in DESCRIPTION.operations():
        if method == "delete" and path.count("/") > 2:
            continue
        for _ in range(12):
            target = re.sub(r"\{(\w+)\}", lambda found: names[found[1]], path)
            headers, query = {}, {}
            for one in operation.get("parameters", []):
                value = DESCRIPTION.body(one["schema"], chance)
                if one["in"] == "query" and (one.get("required") or chance.random() < 0.5):
                    # An address that is too long or has a control character belongs to no route: a page refuses it.
                    query[one["name"]] = str(value).replace("\u0000", "")[:200]
                elif one["name"] == "If-Match":
                    headers["If-Match"] = "*"
            body = operation.get("requestBody")
            json = DESCRIPTION.body(body["content"]["application/json"]["schema"], chance) if body else None
            call(method.upper(), target + ("?" + str(httpx.QueryParams(query)) if query else ""), json, **headers)


def test_what_nginx_refuses_is_a_problem_too_and_a_cookie_opens_nothing(server, signed_in):
    call = Client(server, make_token(signed_in, "read"), "127.0.51.3")
    refused = call.http.post("/api/v1/calendars", content=b"x" * 200_000)
    assert refused.status_code == 413 and refused.json()["code"] == "too-large"
    assert refused.headers["content-type"] == "application/problem+json"
    assert signed_in.get("/api/v1/calendars").status_code == 401
    assert call("POST", "/calendars", {"name": "A"}).json()["code"] == "scope"
    assert httpx.get(f"{server.origin}/api/v1/openapi.json", verify=server.tls_context()).json() == DESCRIPTION.document
    page = "/settings/programs/new"
    empty = signed_in.submit(page, signed_in.page(page).form(page) | {"label": "None", "scope": []})
    assert empty.status_code == 422 and "Choose at least one" in empty.text
