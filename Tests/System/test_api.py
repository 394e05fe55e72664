"""The API through nginx: an independent client of Connect, the published app's calls, wrong input, limits, secrets."""

import concurrent.futures
import datetime
import gzip
import json
import re
import subprocess
import sys
import uuid

import httpx
import pytest
from connectrpc.client import ConnectClientSync
from connectrpc.code import Code
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from google.protobuf import message_factory
from pyqwest import SyncClient, SyncHTTPTransport

from support.api import APP_HEADERS, Phone, definitions, method, request
from support.browser import Browser, new_address
from support.mail import letters_to, sign_in_letter
from support.secrecy import everything_logged
from support.server import ROOT, read_environment, wait_until

CODECS = {"json": google_protobuf_json_codec, "proto": google_protobuf_binary_codec}


class Client:
    """connectrpc's client, which compresses every request, with one of the codecs."""

    def __init__(self, server, codec, token=None):
        transport = SyncHTTPTransport(tls_ca_cert=server.certificate.read_bytes())
        self.client = ConnectClientSync(
            server.origin, codec=CODECS[codec](), http_client=SyncClient(transport))
        self.token = token

    def call(self, name, use_get=False, headers=None, **values):
        found = method(name)
        return self.client.execute_unary(
            request=request(name, **values),
            method=MethodInfo(
                name=found.name, service_name=found.containing_service.full_name,
                input=message_factory.GetMessageClass(found.input_type),
                output=message_factory.GetMessageClass(found.output_type), stream_type=StreamType.UNARY,
                idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS if use_get else IdempotencyLevel.UNKNOWN),
            headers=({"authorization": f"Bearer {self.token}"} if self.token else {}) | (headers or {}),
            use_get=use_get, timeout_ms=20_000)

    def refused(self, name, **values):
        with pytest.raises(ConnectError) as refused:
            self.call(name, **values)
        return refused.value.code


@pytest.fixture
def phone(server):
    with Phone(server) as phone:
        yield phone


@pytest.mark.parametrize("codec", CODECS)
def test_an_independent_client_signs_in_and_keeps_a_calendar(server, phone, codec):
    address = new_address("connect")
    client = Client(server, codec)
    assert client.refused("profile.v1.ProfileService/GetProfile") == Code.UNAUTHENTICATED
    token = phone.ask(address)
    tokens = client.call("auth.v1.AuthService/CompleteEmail", headers={"jadwal-tokens": "rotating"}, token=token)
    assert client.refused("auth.v1.AuthService/CompleteEmail", token=token) == Code.FAILED_PRECONDITION
    assert tokens.email == address and uuid.UUID(tokens.user_id)
    renewed = client.call("auth.v1.AuthService/RefreshTokens", refresh_token=tokens.refresh_token)
    client.token = renewed.access_token
    assert client.call("profile.v1.ProfileService/GetProfile").email == address

    calendars = client.call("jadwal.v1.CalendarsService/ListCalendars", use_get=True)
    personal = next(one for one in calendars.calendars if one.is_default)
    request_id = str(uuid.uuid4())
    when = {"date_time": "2030-03-01T10:00:00", "time_zone": "Asia/Riyadh"}
    event = {"calendar_id": personal.id, "title": "قهوة", "start": when}
    made = client.call("jadwal.v1.EventsService/CreateEvent", request_id=request_id, event=event).event
    assert client.call("jadwal.v1.EventsService/CreateEvent", request_id=request_id, event=event).event == made
    assert made.end.date_time == "2030-03-01T11:00:00"
    month = client.call(
        "jadwal.v1.EventsService/ListOccurrences", use_get=True, first_day="2030-03-01", last_day="2030-03-31")
    (found,) = [one for one in month.occurrences if one.event_id == made.id]
    assert found.title == "قهوة" and found.start.ToDatetime() == datetime.datetime(2030, 3, 1, 7)
    assert list(month.days[0].occurrences) == [list(month.occurrences).index(found)]

    with pytest.raises(ConnectError) as clash:
        client.call("jadwal.v1.EventsService/CreateEvent", request_id=str(uuid.uuid4()), event=event)
    assert clash.value.code == Code.FAILED_PRECONDITION
    assert client.refused(
        "jadwal.v1.EventsService/DeleteEvent", calendar_id=personal.id, id=made.id, etag='"x"') == Code.ABORTED
    client.call("jadwal.v1.EventsService/DeleteEvent", calendar_id=personal.id, id=made.id, etag=made.etag)
    assert client.refused("jadwal.v1.EventsService/GetEvent", calendar_id=personal.id, id=made.id) == Code.NOT_FOUND
    client.call("jadwal.v1.SessionsService/SignOut")
    assert client.refused("profile.v1.ProfileService/GetProfile") == Code.UNAUTHENTICATED


class Caller(Client):
    """A client that remembers which methods it called."""

    def __init__(self, server, codec):
        super().__init__(server, codec)
        self.called = set()

    def call(self, name, **values):
        self.called.add(name)
        return super().call(name, **values)

    def service(self, name):
        """The methods of a service as one function."""
        return lambda short, **values: self.call(f"{name}/{short}", **values)


@pytest.mark.parametrize("codec", CODECS)
def test_an_independent_client_calls_every_method(server, phone, codec):
    client, address = Caller(server, codec), new_address("every")
    client.call("auth.v1.AuthService/InitiateEmail", email=address)
    token = sign_in_letter(server, address).token
    tokens = client.call("auth.v1.AuthService/CompleteEmail", headers={"jadwal-tokens": "rotating"}, token=token)
    assert client.refused("auth.v1.AuthService/UseGoogle", google_token="x") == Code.UNIMPLEMENTED
    renewed = client.call("auth.v1.AuthService/RefreshTokens", refresh_token=tokens.refresh_token)
    client.token = renewed.access_token
    assert client.call("auth.v1.AuthService/GenerateMagicToken", type=1).magic_token
    profile = client.service("profile.v1.ProfileService")
    assert profile("GetProfile").email == address
    profile("AddDevice", device_token=uuid.uuid4().hex * 2)
    calendar = client.service("calendar.v1.CalendarService")
    assert calendar("GetCalDavAccount").username == address
    assert calendar("SchedulePrayerTimes").ical_url.endswith(".ics")
    whatsapp = "whatsapp.v1.WhatsappService"
    assert client.refused(f"{whatsapp}/GetWhatsappAccount") == Code.NOT_FOUND
    assert client.refused(f"{whatsapp}/ConnectWhatsappAccount", mobile="966501234567") == Code.UNIMPLEMENTED
    client.call(f"{whatsapp}/DisconnectWhatsappAccount")
    keep_calendars_and_events(client)
    answer_and_choose(client)
    sessions = client.service("jadwal.v1.SessionsService")
    assert len(sessions("ListSessions").sessions) == 1
    sessions("EndSession", id="0")  # ended already, or never there: nothing to do
    sessions("SignOut")
    every = {f"{service.full_name}/{one.name}" for service in services() for one in service.methods}
    assert client.called == every


def keep_calendars_and_events(client):
    calendars, events = client.service("jadwal.v1.CalendarsService"), client.service("jadwal.v1.EventsService")
    made = calendars("CreateCalendar", request_id=str(uuid.uuid4()), calendar={"name": "School"}).calendar
    made = calendars(
        "UpdateCalendar", calendar={"id": made.id, "etag": made.etag, "name": "مدرسة"}, fields=["name"]).calendar
    assert made.name == "مدرسة"
    when = {"date_time": "2030-03-02T10:00:00", "time_zone": "Asia/Riyadh"}
    event = events(
        "CreateEvent", request_id=str(uuid.uuid4()), event={"calendar_id": made.id, "title": "Maths", "start": when}).event
    assert events("GetEvent", calendar_id=made.id, id=event.id).event == event
    changed = events("UpdateEvent", fields=["title"], event={
        "calendar_id": made.id, "id": event.id, "etag": event.etag, "title": "Physics"}).event
    assert changed.title == "Physics" and changed.etag != event.etag
    month = events("ListOccurrences", first_day="2030-03-01", last_day="2030-03-31")
    assert "Physics" in [one.title for one in month.occurrences]
    assert calendars("ListChanges", calendar_id=made.id)
    events("DeleteEvent", calendar_id=made.id, id=event.id, etag=changed.etag)
    made = next(one for one in calendars("ListCalendars").calendars if one.id == made.id)
    calendars("DeleteCalendar", id=made.id, etag=made.etag)


def answer_and_choose(client):
    inbox, notices = client.service("jadwal.v1.InboxService"), client.service("jadwal.v1.NotificationsService")
    assert not inbox("ListConflicts").conflicts and not inbox("ListFindings").findings
    assert client.refused("jadwal.v1.InboxService/AnswerConflict", id="1", answer=1) == Code.NOT_FOUND
    assert client.refused("jadwal.v1.InboxService/AnswerFinding", id="1", answer=1) == Code.NOT_FOUND
    assert client.refused("jadwal.v1.NotificationsService/MarkRead", id="0") == Code.NOT_FOUND
    notices("ListNotifications")
    device, = notices("ListDevices").devices
    notices("RemoveDevice", id=device.id)
    chosen = notices("GetPreferences").preferences
    chosen.hides_content = True
    assert notices("SetPreferences", preferences=chosen).preferences.hides_content
    settings = client.service("jadwal.v1.SettingsService")
    found = settings("GetSettings").settings
    assert settings("UpdateSettings", settings=found, fields=["language"]).settings == found


def services():
    for file in sorted((ROOT / "proto").rglob("*.proto")):
        yield from definitions().FindFileByName(str(file.relative_to(ROOT / "proto"))).services_by_name.values()


def test_every_method_of_the_definitions_is_in_the_table_and_no_other():
    table = set(re.findall(r'"/([a-z]+\.v1\.\w+/\w+)"', (ROOT / "Sources/Jadwal/Methods.swift").read_text()))
    defined = {f"{service.full_name}/{one.name}": one for service in services() for one in service.methods}
    reads = {name for name, one in defined.items() if one.GetOptions().idempotency_level == 1}
    assert table == set(defined)
    lines = (ROOT / "Sources/Jadwal/Methods.swift").read_text()
    assert reads == set(re.findall(r'\.reads\s*\("/([^"]+)"', lines))


def test_the_calls_of_the_published_app_from_launch_to_whatsapp(server, phone):
    """The order and the bodies of its source, with the fields that it reads."""
    address = new_address("app")
    device = "ab" * 32
    answer = phone.sign_in(address)
    assert "refreshToken" not in answer and answer["accessToken"]
    assert phone.call("profile.v1.ProfileService/AddDevice", deviceToken=device) == {}
    for _ in range(3):
        account = phone.call("calendar.v1.CalendarService/GetCalDavAccount")
        assert account["username"] == address
    assert phone.call("profile.v1.ProfileService/GetProfile") == {"email": address}
    # CalDAV opens with what the app shows.
    found = phone.client.request("PROPFIND", "/dav/", auth=(account["username"], account["password"]), headers={"depth": "0"})
    assert found.status_code == 207

    token = phone.call("auth.v1.AuthService/GenerateMagicToken", type=1)["magicToken"]
    profile = phone.client.get("/httpj/mobile-config/caldav", params={"s": token})
    assert profile.status_code == 200 and b"Jadwal" in profile.content
    prayers = phone.call("calendar.v1.CalendarService/SchedulePrayerTimes")["icalUrl"]
    assert not set("&#+% ?") & set(prayers) and phone.client.get(prayers).text.startswith("BEGIN:VCALENDAR")
    assert phone.client.get(f"/httpj/mobile-config/webcal?url={prayers}").status_code == 200

    service = "whatsapp.v1.WhatsappService"
    answer = phone.post(f"{service}/GetWhatsappAccount")
    assert answer.status_code == 404 and answer.json()["code"] == "not_found"
    assert phone.call(f"{service}/DisconnectWhatsappAccount") == {}
    assert phone.post(f"{service}/ConnectWhatsappAccount", {"mobile": "966501234567"}).json()["code"] == "unimplemented"


def test_a_phone_that_changes_hands_is_the_second_persons(server, phone):
    body = {"deviceToken": uuid.uuid4().hex * 2}
    first, second = new_address("first"), new_address("second")
    phone.sign_in(first)
    phone.call("profile.v1.ProfileService/AddDevice", **body)
    phone.sign_in(second)
    phone.call("profile.v1.ProfileService/AddDevice", **body)
    owners = server.sql(
        "SELECT c.email FROM notification_device d JOIN customer c ON c.id = d.customer_id"
        f" WHERE c.email IN ('{first}', '{second}')")
    assert owners == [[second]]


def test_one_link_makes_one_session_however_many_apps_bring_it_at_once(server, phone):
    token = phone.ask(new_address("race"))
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(
            lambda _: phone.post("auth.v1.AuthService/CompleteEmail", {"token": token}).status_code, range(100)))
    assert sorted(set(answers)) == [200, 400] and answers.count(200) == 1


def test_one_refresh_token_makes_one_successor_however_many_bring_it_at_once(server, phone):
    tokens = phone.sign_in(new_address("refresh"), **{"jadwal-tokens": "rotating"})
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(
            lambda _: phone.post(
                "auth.v1.AuthService/RefreshTokens", {"refreshToken": tokens["refreshToken"]}).json(), range(20)))
    assert len({one["refreshToken"] for one in answers}) == 1
    phone.token = answers[0]["accessToken"]
    assert phone.call("profile.v1.ProfileService/GetProfile")


@pytest.mark.parametrize("name, body, headers, status, code", [
    ("auth.v1.AuthService/InitiateEmail", b"{", {}, 400, "invalid_argument"),
    ("auth.v1.AuthService/InitiateEmail", b"", {}, 400, "invalid_argument"),
    ("auth.v1.AuthService/InitiateEmail", b'{"email":1}', {}, 400, "invalid_argument"),
    ("auth.v1.AuthService/InitiateEmail", b'{"email":"x"}', {}, 400, "invalid_argument"),
    ("auth.v1.AuthService/InitiateEmail", b"\x0a\xff", {"content-type": "application/proto"}, 400, "invalid_argument"),
    ("auth.v1.AuthService/InitiateEmail", b'{"x":' + b"[" * 5_000, {}, 400, "invalid_argument"),
    ("auth.v1.AuthService/InitiateEmail", b" " * (1 << 20 | 1), {}, 429, "resource_exhausted"),
    ("auth.v1.AuthService/InitiateEmail", b"x", {"content-encoding": "gzip"}, 400, "invalid_argument"),
    ("auth.v1.AuthService/InitiateEmail", gzip.compress(b" " * (10 << 20)), {"content-encoding": "gzip"}, 429,
     "resource_exhausted"),
    ("auth.v1.AuthService/InitiateEmail", b"{}", {"content-encoding": "br"}, 501, "unimplemented"),
    ("auth.v1.AuthService/InitiateEmail", b"{}", {"connect-protocol-version": "2"}, 400, "invalid_argument"),
    ("auth.v1.AuthService/InitiateEmail", b"{}", {"connect-timeout-ms": "soon"}, 400, "invalid_argument"),
    ("auth.v1.AuthService/NoSuchMethod", b"{}", {}, 501, "unimplemented"),
    ("auth.v1.AuthService/UseGoogle", b'{"googleToken":"x"}', {}, 501, "unimplemented"),
    ("profile.v1.ProfileService/GetProfile", b"{}", {}, 401, "unauthenticated"),
    ("profile.v1.ProfileService/GetProfile", b"{}", {"authorization": "Bearer jda_x"}, 401, "unauthenticated"),
    ("profile.v1.ProfileService/GetProfile", b"{}", {"cookie": "__Host-session=x"}, 401, "unauthenticated"),
])
def test_wrong_input_gets_its_code_through_nginx(phone, name, body, headers, status, code):
    answer = phone.post(name, body, **headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"


def test_other_content_types_and_methods(phone):
    for kind in ("text/plain", "application/grpc", "application/connect+json", "application/x-www-form-urlencoded"):
        answer = phone.post("profile.v1.ProfileService/GetProfile", b"", **{"content-type": kind})
        assert answer.status_code == 415 and answer.headers["accept-post"] == "application/json, application/proto"
    for verb in ("GET", "PUT", "DELETE", "OPTIONS"):
        answer = phone.client.request(verb, "/profile.v1.ProfileService/GetProfile")
        assert answer.status_code == 405 and answer.headers["allow"] == "POST"
        assert "access-control-allow-origin" not in answer.headers


def test_a_session_of_an_app_ends_in_the_settings(server, phone):
    address = new_address("ends")
    phone.sign_in(address)
    phone.call("profile.v1.ProfileService/GetProfile")
    with Browser(server) as browser:
        browser.sign_in(address)
        assert "App" in browser.get("/settings/sessions").text
        browser.submit_form("/settings/sessions", "/settings/sessions/end-all")
    assert phone.refused("profile.v1.ProfileService/GetProfile") == "unauthenticated"


def test_answers_with_tokens_are_not_compressed_and_others_are(server, phone):
    phone.sign_in(new_address("gzip"))
    account = phone.post("calendar.v1.CalendarService/GetCalDavAccount")
    assert "content-encoding" not in account.headers
    month = phone.post("jadwal.v1.EventsService/ListOccurrences", {"firstDay": "2030-01-01", "lastDay": "2030-02-28"})
    assert month.headers["content-encoding"] == "gzip"
    proto = httpx.post(
        f"{server.origin}/jadwal.v1.EventsService/ListOccurrences", verify=server.tls_context(),
        headers={"content-type": "application/proto", "authorization": f"Bearer {phone.token}"},
        content=request("jadwal.v1.EventsService/ListOccurrences", first_day="2030-01-01",
                        last_day="2030-02-28").SerializeToString())
    assert proto.headers["content-encoding"] == "gzip" and proto.headers["content-type"] == "application/proto"


def test_the_definitions_and_keys_are_served(server):
    with httpx.Client(base_url=server.origin, verify=server.tls_context()) as client:
        text = client.get("/api/proto/jadwal/v1/events.proto")
        assert text.headers["content-type"].startswith("text/plain")
        assert text.text == (ROOT / "proto/jadwal/v1/events.proto").read_text()
        (key,) = client.get("/.well-known/jwks.json").json()["keys"]
        assert key["kty"] == "EC" and "d" not in key
        assert client.get("/.well-known/apple-app-site-association").status_code == 404


def test_while_no_responder_lives_an_app_reads_json(new_server):
    server = new_server("--restart").start()
    answers = []
    with Phone(server) as phone:
        # They are started again after a moment, so one try may come too late.
        while 503 not in [one.status_code for one in answers] and len(answers) < 5:
            for part in ("responder-1", "responder-2"):
                wait_until(lambda: is_running(server, part), 20)
                server.kill(part)
            answers.append(phone.post("profile.v1.ProfileService/GetProfile"))
    assert (answers[-1].status_code, answers[-1].json()["code"]) == (503, "unavailable")
    assert answers[-1].headers["retry-after"]


def is_running(server, part):
    return any(words.endswith("/jadwal serve") and f"/{part}.sock".encode() in read_environment(process)
               for process, words in server.processes().items())


def test_the_example_of_the_documents_goes_from_the_link_to_the_month(server, tmp_path):
    example = re.search(r"```python\n(.*?)```", (ROOT / "docs/api.md").read_text(), re.DOTALL)[1]
    file, address = tmp_path / "client.py", new_address("example")
    file.write_text(example)
    client = subprocess.Popen(
        [sys.executable, file, server.origin, address], env={"SSL_CERT_FILE": str(server.certificate)}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    letter = sign_in_letter(server, address)
    assert letter.code is None
    out, errors = client.communicate(letter.link + "\n", timeout=30)
    assert client.returncode == 0, errors
    assert len(re.findall(r"^.*\d{4}-\d\d-\d\d", out, re.MULTILINE)) == 31


def test_no_log_holds_a_token_an_address_or_a_password(server, phone):
    address = new_address("secret")
    tokens = phone.sign_in(address, **{"jadwal-tokens": "rotating"})
    secrets = [address, tokens["accessToken"], tokens["refreshToken"]]
    secrets.append(phone.call("calendar.v1.CalendarService/GetCalDavAccount")["password"])
    phone.refused("jadwal.v1.EventsService/GetEvent", calendarId="personal", id="private-name")
    phone.client.get(
        "/jadwal.v1.EventsService/GetEvent", params={"encoding": "json", "message": json.dumps({"id": "private-name"})})
    logged = everything_logged(server)
    for secret in [*secrets, "private-name"]:
        assert secret.encode() not in logged
    assert b"/auth.v1.AuthService/CompleteEmail" in logged
    dump = server.dump()
    for secret in secrets[1:]:
        assert secret.encode() not in dump
    assert letters_to(server, address) and APP_HEADERS
