"""Calendar on iOS and macOS, Thunderbird and DAVx5: their requests in their order, as logs in public issues and the programs'
sources show them, from the setup of an account to an alarm.

iOS: emersion/go-webdav #150 and #182, chrisvel/tududi #1136 and #1160, nextcloud/server #6192, #34162 and #52476.
macOS: owncloud/core #21550, Kozea/Radicale #330 and #1288, etesync/etesync-dav #138, nextcloud/server #19852.
Thunderbird: CalDavProvider, CalDavCalendar and CalDavRequestHandlers of comm-central. DAVx5: bitfireAT/davx5-ose #534.
"""

import uuid
from urllib.parse import quote

import pytest

from support.caldav import DECLARATIONS, Device, add_customer, clark, proppatch_body, sync_body
from support.devices import (
    ALARM, CHECKED, DAVX5, FOUND, IOS, MACOS, PERSON, THUNDERBIRD, calendar_for, calendars_of, challenge, components, event, new_name,
    principal_of)


@pytest.fixture
def account(server):
    return add_customer(server)


@pytest.fixture
def opened(account):
    """Opens devices of one customer: `opened(IOS)`."""
    made = []

    def start(headers, **options):
        made.append(Device(account, headers, **options))
        return made[-1]

    yield start
    for one in made:
        one.close()


# --- iOS --------------------------------------------------------------------------------------------

def test_ios_sets_up_an_account_from_the_name_of_the_host(opened, account):
    phone = opened(IOS)
    start = challenge(phone, "/.well-known/caldav")
    principal = principal_of(phone, start)
    assert principal == account.principal
    options = phone.send("OPTIONS", principal)
    assert options.status in (200, 204)
    assert {"1", "3", "calendar-access"} <= {word.strip() for word in options.headers["DAV"].split(",")}
    person = phone.propfind(principal, *PERSON).only
    assert person.hrefs("c:calendar-home-set") == [account.home]
    assert f"mailto:{account.email}" in person.hrefs("c:calendar-user-address-set")
    assert person.hrefs("d:principal-collection-set") == ["/dav/principals/"]
    assert not {clark("c:schedule-inbox-URL"), clark("c:schedule-outbox-URL")} & set(person.found), "no inbox is announced"
    assert person.missing == set(), "Prefer: return=minimal leaves out what there is not"
    calendars = calendars_of(phone, account.home)
    kinds = [components(member) for member in calendars.values()]
    assert {"VEVENT"} in kinds and {"VTODO"} in kinds, "Calendar and Reminders each find theirs"
    for member in calendars.values():
        assert member.text("d:displayname") and member.text("d:sync-token") and member.text("cs:getctag")
        assert member.missing == set()


@pytest.mark.parametrize("path", ["/", "/principals/", "/calendar/dav/{user}/user/", "/dav/", "/dav", "/dav/principals/"])
def test_ios_finds_the_person_on_the_paths_it_guesses(opened, account, path):
    phone = opened(IOS)
    path = challenge(phone, path.format(user=quote(account.email)))
    assert principal_of(phone, path) == account.principal


@pytest.mark.parametrize("agent", ["iOS/18.4 (22E240) accountsd/1.0", "iOS/26.0 (23A341) accountsd/1.0"])
def test_ios_18_4_encodes_the_at_sign_of_the_user_name(opened, account, agent):
    phone = opened(IOS | {"User-Agent": agent}, login=account.email.replace("@", "%40"))
    assert principal_of(phone, "/dav/") == account.principal


def test_an_account_of_a_profile_signs_in_with_its_id(opened, account):
    assert principal_of(opened(IOS, login=account.id), "/dav/") == account.principal


def test_ios_is_asked_again_after_a_wrong_password(opened, account):
    phone = opened(IOS, password="wrong")
    answer = phone.send("PROPFIND", account.principal, Depth=0)
    assert answer.status == 401 and answer.headers["WWW-Authenticate"].startswith("Basic ")
    phone.sign_in(account.email, account.password)
    assert principal_of(phone, "/dav/") == account.principal


def test_ios_synchronizes_for_the_first_time(opened, account):
    other, phone = opened(THUNDERBIRD), opened(IOS)
    calendar = calendar_for(other, "VEVENT")
    for number in range(30):
        assert other.put(f"{calendar}{number}.ics", event(f"first-{number}")).status == 201
    old = event("long-ago").replace(b"20261201", b"20141201")
    assert other.put(f"{calendar}old.ics", old).status == 201
    token = calendars_of(phone, account.home)[calendar].text("d:sync-token")
    # iOS asks for a month back and everything after it, then for the bodies.
    found = phone.report(calendar, f"""<?xml version="1.0" encoding="UTF-8"?><B:calendar-query xmlns:B="urn:ietf:params:xml:ns:caldav">
        <A:prop xmlns:A="DAV:"><A:getetag/><A:getcontenttype/></A:prop><B:filter><B:comp-filter name="VCALENDAR">
        <B:comp-filter name="VEVENT"><B:time-range start="20261022T000000Z"/></B:comp-filter></B:comp-filter></B:filter></B:calendar-query>""")
    assert set(found.members) == {f"{calendar}{number}.ics" for number in range(30)}
    bodies = phone.multiget(calendar, *found.members).members
    for number in range(30):
        member = bodies[f"{calendar}{number}.ics"]
        assert member.text("c:calendar-data").encode() == event(f"first-{number}")
        assert member.text("d:getetag") == found.members[f"{calendar}{number}.ics"].text("d:getetag")
    assert phone.sync(calendar, token).members == {}


def test_ios_makes_an_event_and_others_hear_of_it(opened, account):
    phone, other = opened(IOS), opened(THUNDERBIRD)
    calendar = calendar_for(phone, "VEVENT")
    before, ctag = (calendars_of(other, account.home)[calendar].text(name) for name in ("d:sync-token", "cs:getctag"))
    path = f"{calendar}{new_name()}.ics"
    made = phone.put(path, event("new"), If_None_Match="*")
    assert made.status == 201 and made.etag.startswith('"')
    # The phone asks for what has changed; its own event is in it, with the ETag it knows.
    assert phone.sync(calendar, before).members[path].text("d:getetag") == made.etag
    assert phone.put(path, event("new"), If_None_Match="*").status == 412
    heard = other.sync(calendar, before)
    assert list(heard.members) == [path] and heard.token != before
    assert calendars_of(other, account.home)[calendar].text("cs:getctag") != ctag
    assert other.multiget(calendar, path).only.text("c:calendar-data").encode() == event("new")


def test_ios_adds_an_alarm_and_it_arrives_as_written(opened):
    phone, other = opened(IOS), opened(MACOS)
    calendar = calendar_for(phone, "VEVENT")
    path = f"{calendar}{new_name()}.ics"
    made = phone.put(path, event("alarm"), If_None_Match="*")
    token = other.sync(calendar).token
    # macOS and iOS write the second one so that the calendar's default alarm does not ring.
    silent = ["BEGIN:VALARM", "UID:0C2D", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z", "ACTION:NONE", "X-APPLE-DEFAULT-ALARM:TRUE", "END:VALARM"]
    with_alarm = event("alarm", more=ALARM + silent)
    changed = phone.put(path, with_alarm, If_Match=made.etag)
    assert changed.status == 204 and changed.etag not in (None, made.etag)
    assert other.sync(calendar, token).members[path].text("d:getetag") == changed.etag
    assert other.send("GET", path).body == with_alarm
    assert phone.put(path, event("alarm"), If_Match=made.etag).status == 412, "the older copy of another device"
    assert other.send("GET", path).body == with_alarm


def test_ios_moves_an_event_to_another_calendar_under_a_name_of_its_choice(opened, account):
    phone, other = opened(IOS), opened(THUNDERBIRD)
    calendar, family = calendar_for(phone, "VEVENT"), phone.make_calendar(new_name(), "VEVENT")
    old, new = f"{calendar}{new_name()}.ics", f"{family}{new_name()}.ics"
    tag = phone.put(old, event("moved"), If_None_Match="*").etag
    tokens = {path: other.sync(path).token for path in (calendar, family)}
    moved = phone.send("MOVE", old, Destination=account.server.origin + new, Overwrite="F", If_Match=tag)
    assert moved.status == 201
    assert phone.send("GET", old).status == 404
    assert phone.send("GET", new).body == event("moved")
    gone, come = other.sync(calendar, tokens[calendar]), other.sync(family, tokens[family])
    assert {href: one.status for href, one in gone.members.items()} == {old: 404}
    assert list(come.members) == [new] and come.only.text("d:getetag") == phone.send("GET", new).etag
    back = phone.send("MOVE", new, Destination=account.server.origin + old, Overwrite="F")
    assert back.status == 201, "and back to the name that was deleted"
    assert phone.send("GET", old).body == event("moved")


def test_ios_deletes_an_event(opened):
    phone, other = opened(IOS), opened(THUNDERBIRD)
    calendar = calendar_for(phone, "VEVENT")
    path = f"{calendar}{new_name()}.ics"
    tag = phone.put(path, event("short"), If_None_Match="*").etag
    token = other.sync(calendar).token
    assert phone.send("DELETE", path, If_Match='"another"').status == 412
    assert phone.send("DELETE", path, If_Match=tag).status == 204
    assert {href: one.status for href, one in other.sync(calendar, token).members.items()} == {path: 404}
    assert phone.send("DELETE", path, If_Match=tag).status in (404, 412)
    again = phone.put(path, event("short"), If_None_Match="*")
    assert again.status == 201, "undo"


def test_reminders_keep_a_to_do(opened):
    phone = opened(IOS | {"User-Agent": "iOS/18.1.1 (22B91) remindd/1.0"})
    tasks = calendar_for(phone, "VTODO")
    path = f"{tasks}{new_name()}.ics"
    assert phone.put(path, event("to-do", kind="VTODO"), If_None_Match="*").status == 201
    found = phone.report(tasks, f"""<c:calendar-query {DECLARATIONS}><d:prop><d:getetag/></d:prop><c:filter>
        <c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"/></c:comp-filter></c:filter></c:calendar-query>""")
    assert list(found.members) == [path]
    wrong = phone.put(f"{tasks}{new_name()}.ics", event("event-in-tasks"), If_None_Match="*")
    assert wrong.status == 403 and wrong.preconditions() == {clark("c:supported-calendar-component")}


def test_apple_sets_default_alarms_and_reads_them_back(opened, account):
    """On the calendar, the home and the principal's root: macOS stops after a 403."""
    phone = opened(MACOS)
    for path in (calendar_for(phone, "VEVENT"), account.home):
        for name in ("c:default-alarm-vevent-datetime", "c:default-alarm-vevent-date"):
            value = "\n".join([*ALARM, ""])
            answer = phone.send("PROPPATCH", path, proppatch_body(f"<{name}><![CDATA[{value}]]></{name}>"))
            assert answer.status == 207 or answer.status == 200, (path, name, answer.status, answer.body)
            assert phone.propfind(path, name).only.text(name).strip() == value.strip()


# --- macOS ------------------------------------------------------------------------------------------

def test_macos_asks_for_delegates_and_for_what_people_can_be_searched_by(opened, account):
    mac = opened(MACOS)
    answer = mac.send("REPORT", "/dav/principals/", f'<d:principal-search-property-set {DECLARATIONS}/>', Depth=0)
    assert answer.status == 200 and b"principal-search-property-set" in answer.body
    answer = mac.report(account.principal, f"""<d:expand-property {DECLARATIONS}>
        <d:property name="calendar-proxy-write-for" namespace="http://calendarserver.org/ns/"><d:property name="displayname"/></d:property>
        <d:property name="calendar-proxy-read-for" namespace="http://calendarserver.org/ns/"><d:property name="displayname"/></d:property>
        <d:property name="calendar-home-set" namespace="urn:ietf:params:xml:ns:caldav"><d:property name="displayname"/></d:property>
        </d:expand-property>""", depth=0)
    assert account.home in answer.text


def test_macos_makes_a_calendar_with_all_it_wants_to_set(opened, account):
    mac = opened(MACOS)
    path = f"{account.home}{new_name()}/"
    zone = "BEGIN:VCALENDAR&#13;\nVERSION:2.0&#13;\nPRODID:-//Apple Inc.//macOS 15.1//EN&#13;\nBEGIN:VTIMEZONE&#13;\nTZID:Asia/Riyadh&#13;\n" \
           "BEGIN:STANDARD&#13;\nTZOFFSETFROM:+030652&#13;\nDTSTART:19470314T000000&#13;\nTZNAME:GMT+3&#13;\nTZOFFSETTO:+0300&#13;\n" \
           "END:STANDARD&#13;\nEND:VTIMEZONE&#13;\nEND:VCALENDAR&#13;\n"
    answer = mac.send("MKCALENDAR", path, f"""<?xml version="1.0" encoding="UTF-8"?><B:mkcalendar xmlns:B="urn:ietf:params:xml:ns:caldav">
        <A:set xmlns:A="DAV:"><A:prop><B:supported-calendar-component-set><B:comp name="VEVENT"/></B:supported-calendar-component-set>
        <D:calendar-color xmlns:D="http://apple.com/ns/ical/" symbolic-color="custom">#882F00FF</D:calendar-color>
        <D:calendar-order xmlns:D="http://apple.com/ns/ical/">6</D:calendar-order><A:displayname>العائلة</A:displayname>
        <B:calendar-free-busy-set><NO/></B:calendar-free-busy-set><B:calendar-timezone>{zone}</B:calendar-timezone>
        </A:prop></A:set></B:mkcalendar>""")
    assert answer.status == 201, answer.body
    member = calendars_of(mac, account.home)[path]
    assert member.text("d:displayname") == "العائلة" and components(member) == {"VEVENT"}
    assert member.text("a:calendar-color").upper().startswith("#882F00") and member.text("a:calendar-order") == "6"
    assert "TZID:Asia/Riyadh" in member.text("c:calendar-timezone")
    assert mac.send("MKCALENDAR", path).status in (403, 405, 409), "the name is taken"


def test_macos_renames_recolours_and_deletes_a_calendar(opened, account):
    mac, other = opened(MACOS), opened(THUNDERBIRD)
    path = mac.make_calendar(new_name(), "VEVENT", display_name="Ideas")
    answer = mac.send("PROPPATCH", path, proppatch_body(
        '<a:calendar-color symbolic-color="yellow">#FFCC00FF</a:calendar-color><a:calendar-order>2</a:calendar-order>'
        "<d:displayname>Plans &amp; ideas</d:displayname>"))
    assert answer.status in (200, 207) and all(not one.missing for one in answer.members.values()), answer.body
    found = other.propfind(path, "a:calendar-color", "a:calendar-order", "d:displayname").only
    assert (found.text("d:displayname"), found.text("a:calendar-order")) == ("Plans & ideas", "2")
    assert found.text("a:calendar-color").upper().startswith("#FFCC00")
    assert found.found[clark("a:calendar-color")].get("symbolic-color") == "yellow"
    # DAVx5 writes a colour without alpha; the older one must be gone.
    other.send("PROPPATCH", path, proppatch_body("<a:calendar-color>#00AA00</a:calendar-color>"))
    assert mac.propfind(path, "a:calendar-color").only.text("a:calendar-color").upper().startswith("#00AA00")
    assert mac.send("DELETE", path).status == 204
    assert path not in calendars_of(other, account.home)
    assert mac.send("PROPFIND", path, Depth=0).status == 404


def test_macos_starts_over_with_a_token_that_was_never_given(opened):
    mac = opened(MACOS)
    calendar = calendar_for(mac, "VEVENT")
    path = f"{calendar}{new_name()}.ics"
    mac.put(path, event("kept"), If_None_Match="*")
    real = mac.sync(calendar).token
    for token in ("http://radicale.org/ns/sync/e366fc4f6a68780e", "data:,1", real + "0", real[:-1], "", "0"):
        if token:
            refused = mac.send("REPORT", calendar, sync_body(token), Depth=0)
            assert refused.status == 403 and refused.preconditions() == {clark("d:valid-sync-token")}, (token, refused.status)
    assert path in mac.sync(calendar).members


def test_macos_asks_an_event_calendar_for_its_to_dos(opened):
    mac = opened(MACOS)
    calendar = mac.make_calendar(new_name(), "VEVENT")
    mac.put(f"{calendar}1.ics", event("no-to-do"))
    body = """<?xml version="1.0" encoding="UTF-8"?><B:calendar-query xmlns:B="urn:ietf:params:xml:ns:caldav"><A:prop xmlns:A="DAV:">
        <A:getetag/><A:getcontenttype/></A:prop><B:filter><B:comp-filter name="VCALENDAR"><B:comp-filter name="VTODO"/></B:comp-filter>
        </B:filter></B:calendar-query>"""
    assert mac.report(calendar, body, depth=None).members == {}, "without Depth, too"


def test_the_first_calendars_exist_before_a_device_has_listed_them(opened, account):
    phone = opened(IOS)
    assert phone.put(f"{account.home}personal/{new_name()}.ics", event("first"), If_None_Match="*").status == 201
    phone.make_calendar(new_name(), "VEVENT")
    assert {f"{account.home}personal/", f"{account.home}tasks/"} < set(calendars_of(phone, account.home))


# --- Thunderbird --------------------------------------------------------------------------------------

def test_thunderbird_finds_the_calendars_of_an_address(opened, account):
    bird = opened(THUNDERBIRD)
    start = challenge(bird, "/.well-known/caldav")
    principal = bird.propfind(start, *FOUND).only.hrefs("d:current-user-principal")[0]
    home = bird.propfind(principal, *FOUND).only.hrefs("c:calendar-home-set")[0]
    members = bird.propfind(home, *FOUND, depth=1).members
    listed = {href: one for href, one in members.items() if clark("c:calendar") in one.names("d:resourcetype")}
    assert len(listed) >= 2 and account.home not in listed
    for href, member in listed.items():
        assert member.text("d:displayname") and member.text("a:calendar-color").startswith("#")
        checked = bird.propfind(href, *CHECKED).only
        assert clark("d:sync-collection") in checked.names("d:supported-report-set")
        assert checked.hrefs("d:current-user-principal") == [principal] and checked.hrefs("d:owner") == [principal]
    options = bird.send("OPTIONS", account.home)
    assert options.status == 200 and "calendar-access" in options.headers["DAV"]
    assert "calendar-auto-schedule" not in options.headers["DAV"] and "calendar-schedule" not in options.headers["DAV"]


def test_thunderbird_synchronizes_a_hundred_addresses_at_a_time(opened):
    bird, phone = opened(THUNDERBIRD), opened(IOS)
    calendar = calendar_for(bird, "VEVENT")
    for number in range(150):
        assert phone.put(f"{calendar}{number}.ics", event(f"many-{number}")).status == 201
    first = bird.sync(calendar)
    assert len(first.members) == 150
    for member in first.members.values():
        assert member.text("d:getcontenttype").startswith("text/calendar") and member.status is None
    hrefs = sorted(first.members)
    for batch in (hrefs[:100], hrefs[100:]):
        members = bird.multiget(calendar, *batch).members
        assert {href: one.text("d:getetag") for href, one in members.items()} == {href: first.members[href].text("d:getetag") for href in batch}
    assert phone.send("DELETE", hrefs[0]).status == 204
    second = bird.sync(calendar, first.token)
    assert {href: one.status for href, one in second.members.items()} == {hrefs[0]: 404}
    assert bird.sync(calendar, second.token).members == {}


def test_thunderbird_makes_changes_moves_and_deletes_an_event(opened):
    bird, phone = opened(THUNDERBIRD), opened(IOS)
    calendar, work = calendar_for(bird, "VEVENT"), bird.make_calendar("work", "VEVENT")
    uid = str(uuid.uuid4())
    path = f"{calendar}{uid}.ics"
    assert bird.put(path, event(uid), If_None_Match="*").status == 201
    # It never trusts the PUT, and reads the event again.
    tag = bird.multiget(calendar, path).only.text("d:getetag")
    assert bird.put(path, event(uid, "Tea", more=ALARM), If_Match=tag).status == 204
    assert bird.put(path, event(uid, "Juice"), If_Match=tag).status == 412
    assert phone.send("GET", path).body == event(uid, "Tea", more=ALARM)
    # A move is a new event with the same UID, then a deletion.
    assert bird.put(f"{work}{uid}.ics", event(uid, "Tea"), If_None_Match="*").status == 201
    assert bird.send("DELETE", path, If_Match=tag).status == 412
    assert bird.send("HEAD", path).status == 200, "somebody has changed it: Thunderbird asks the person"
    assert bird.send("DELETE", path).status == 204
    assert bird.send("HEAD", path).status == 404
    assert list(phone.sync(work).members) == [f"{work}{uid}.ics"]


def test_a_second_event_with_the_uid_of_another_names_the_other(opened):
    bird = opened(THUNDERBIRD)
    calendar = calendar_for(bird, "VEVENT")
    bird.put(f"{calendar}one.ics", event("same"), If_None_Match="*")
    refused = bird.put(f"{calendar}two.ics", event("same"), If_None_Match="*")
    assert refused.status in (403, 409) and refused.preconditions() == {clark("c:no-uid-conflict")}
    assert f"{calendar}one.ics" in refused.text


# --- DAVx5 --------------------------------------------------------------------------------------------

def test_davx5_synchronizes_and_asks_for_an_event_that_is_gone(opened, account):
    android, phone = opened(DAVX5), opened(IOS)
    start = challenge(android, "/.well-known/caldav")
    assert android.propfind(start, "d:current-user-principal").only.hrefs("d:current-user-principal") == [account.principal]
    calendar = calendar_for(android, "VEVENT")
    state = android.propfind(calendar, "c:max-resource-size", "d:supported-report-set", "cs:getctag", "d:sync-token").only
    assert int(state.text("c:max-resource-size")) >= 1_000_000
    phone.put(f"{calendar}kept.ics", event("kept"))
    phone.put(f"{calendar}gone.ics", event("gone"))
    answer = android.report(calendar, '<?xml version="1.0" encoding="UTF-8" ?><sync-collection xmlns="DAV:"><sync-token />'
                            "<sync-level>1</sync-level><prop><getetag /></prop></sync-collection>", depth=0)
    assert set(answer.members) == {f"{calendar}kept.ics", f"{calendar}gone.ics"}
    phone.send("DELETE", f"{calendar}gone.ics")
    members = android.multiget(calendar, *answer.members).members
    assert members[f"{calendar}gone.ics"].status == 404 and members[f"{calendar}kept.ics"].text("d:getetag")
