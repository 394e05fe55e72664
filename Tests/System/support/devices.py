"""Calendar programs as they introduce themselves, what they ask for, and the steps that most of them have in common."""

import uuid
from urllib.parse import urljoin, urlsplit

from support.caldav import clark

IOS = {"User-Agent": "iOS/18.1.1 (22B91) dataaccessd/1.0", "Accept": "*/*", "Prefer": "return=minimal", "Brief": "t",
       "Accept-Language": "ar-SA,ar;q=0.9", "Accept-Encoding": "gzip, deflate, br"}
MACOS = IOS | {"User-Agent": "macOS/15.1 (24B83) dataaccessd/1.0"}
THUNDERBIRD = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0", "Accept": "text/xml",
               "Accept-Language": "en-US,en;q=0.5", "Accept-Encoding": "gzip, deflate, br, zstd", "Accept-Charset": "utf-8,*;q=0.1"}
DAVX5 = {"User-Agent": "DAVx5/4.4.5-ose (dav4jvm; okhttp/4.12.0) Android/14", "Accept-Encoding": "gzip", "Accept-Language": "ar-SA"}

# Asked of a person's address by Apple's programs.
PERSON = ["c:calendar-home-set", "c:calendar-user-address-set", "d:current-user-principal", "d:displayname", "cs:dropbox-home-URL",
          "cs:email-address-set", "cs:notification-URL", "d:principal-collection-set", "d:principal-URL", "d:resource-id",
          "c:schedule-inbox-URL", "c:schedule-outbox-URL", "d:supported-report-set"]
# Asked of the home and all calendars in it, at every synchronization.
CALENDARS = ["d:add-member", "cs:allowed-sharing-modes", "a:autoprovisioned", "me:bulk-requests", "c:calendar-alarm", "a:calendar-color",
             "c:calendar-description", "c:calendar-free-busy-set", "a:calendar-order", "c:calendar-timezone", "d:current-user-privilege-set",
             "c:default-alarm-vevent-date", "c:default-alarm-vevent-datetime", "d:displayname", "cs:getctag", "cs:invite", "a:language-code",
             "a:location-code", "c:max-attendees-per-instance", "d:owner", "cs:pre-publish-url", "cs:publish-url", "cs:push-transports",
             "cs:pushkey", "d:quota-available-bytes", "d:quota-used-bytes", "a:refreshrate", "d:resource-id", "d:resourcetype",
             "c:schedule-calendar-transp", "c:schedule-default-calendar-URL", "cs:source", "cs:subscribed-strip-alarms",
             "cs:subscribed-strip-attachments", "cs:subscribed-strip-todos", "c:supported-calendar-component-set",
             "c:supported-calendar-component-sets", "d:supported-report-set", "d:sync-token"]
# The same of Thunderbird: of the person and of each calendar, then again of the calendars that were chosen.
FOUND = ["d:resourcetype", "d:owner", "d:displayname", "d:current-user-principal", "d:current-user-privilege-set", "a:calendar-color",
         "c:calendar-home-set"]
CHECKED = ["d:resourcetype", "d:owner", "d:current-user-principal", "d:current-user-privilege-set", "d:supported-report-set",
           "c:supported-calendar-component-set", "cs:getctag"]
ALARM = ["BEGIN:VALARM", "X-WR-ALARMUID:7254E71A-A1F6-41F5-A006-1B435D9B78E3", "UID:7254E71A-A1F6-41F5-A006-1B435D9B78E3", "TRIGGER:-PT30M",
         "ATTACH;VALUE=URI:Chord", "ACTION:AUDIO", "END:VALARM"]


def event(uid, summary="Coffee", kind="VEVENT", more=()):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Apple Inc.//iPhone OS 18.1.1//EN", "CALSCALE:GREGORIAN",
             f"BEGIN:{kind}", f"UID:{uid}", "CREATED:20261101T080000Z", "DTSTAMP:20261101T080000Z", f"SUMMARY:{summary}",
             "DTSTART:20261201T090000Z", *(["DTEND:20261201T100000Z", "TRANSP:OPAQUE"] if kind == "VEVENT" else ["STATUS:NEEDS-ACTION"]),
             *more, f"END:{kind}", "END:VCALENDAR", ""]
    return "\r\n".join(lines).encode()


def new_name():
    return str(uuid.uuid4()).upper()


def target(device, answer, path):
    """The path that a redirect leads to."""
    assert answer.status in (301, 302, 307, 308), (path, answer.status)
    url = urljoin(device.account.server.origin + path, answer.headers["Location"])
    assert url.startswith(device.account.server.origin + "/"), url
    return urlsplit(url).path


def challenge(device, path):
    """The path that a PROPFIND without a password ends at, after any redirect; it must be a 401 with Basic."""
    answer = device.send("PROPFIND", path, signed_in=False, Depth=0)
    if answer.status != 401:
        path = target(device, answer, path)
        answer = device.send("PROPFIND", path, signed_in=False, Depth=0)
    assert answer.status == 401 and answer.headers["WWW-Authenticate"].startswith("Basic "), (path, answer.status)
    return path


def principal_of(device, path):
    """The person's address, as every program asks for it first."""
    return device.propfind(path, "d:current-user-principal", "d:principal-URL", "d:resourcetype").only.hrefs("d:current-user-principal")[0]


def calendars_of(device, home):
    """{address: member} of the calendars in the home."""
    members = device.propfind(home, *CALENDARS, depth=1).members
    assert home in members
    return {href: one for href, one in members.items() if clark("c:calendar") in one.names("d:resourcetype")}


def components(member):
    return {one.get("name") for one in member.found[clark("c:supported-calendar-component-set")]}


def calendar_for(device, component):
    """The first calendar that takes such components and may be written."""
    for href, member in calendars_of(device, device.account.home).items():
        if component in components(member) and clark("d:write-content") in member.names("d:current-user-privilege-set"):
            return href
    raise AssertionError(f"no calendar for {component}")
