"""Two hundred calendar objects in twenty shapes, the same at every run: what servers are known to change or to lose."""

import base64
import random
from dataclasses import dataclass

EACH = 10
KINDS = ("VEVENT", "VTODO", "VJOURNAL")

RIYADH = """BEGIN:VTIMEZONE
TZID:Asia/Riyadh
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0300
TZOFFSETTO:+0300
TZNAME:+03
END:STANDARD
END:VTIMEZONE"""
BERLIN = """BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
DTSTART:19810329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE"""
ARABIC = ["صلاة الجمعة", "موعد الطبيب", "اجتماع الفريق في المدرسة القديمة", "عيد ميلاد أمي", "رحلة إلى مكة المكرمة"]
WORDS = ARABIC + ["大阪で朝食", "Ἀθῆναι", "встреча", "naïve café", "🕌 حلقة", "שיעור", "भोजन"]
# The signs in a UID, of programs that make none of letters and digits.
ODD = [" ", "/", "%", "+", "{", "}", "@", "ü", "ق", "%2F"]


@dataclass(frozen=True)
class CalendarObject:
    shape: str
    uid: str
    kind: str
    data: bytes

    def edited(self, words):
        """The same object with one more line, as a person changes one."""
        head, end, rest = self.data.rpartition(f"\r\nEND:{self.kind}\r\n".encode())
        changed = f"\r\nX-EDITED:{words}".encode()
        assert end and b"X-EDITED" not in head
        return head + changed + end + rest


def fold(line):
    """A content line in parts of at most 75 octets (RFC 5545 §3.1), never inside a letter."""
    parts, part = [], b""
    for letter in line:
        octets = letter.encode()
        if len(part) + len(octets) > 75:
            parts.append(part)
            part = b" "
        part += octets
    return b"\r\n".join([*parts, part])


def text(value):
    return value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


class Maker:
    """Writes the objects of one seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def day(self):
        return f"2026{self.random.randint(1, 12):02}{self.random.randint(1, 28):02}"

    def time(self):
        return f"{self.random.randint(6, 21):02}{self.random.choice(('00', '15', '30', '45'))}00"

    def identifier(self):
        return f"{self.random.getrandbits(128):032x}".upper()

    def uid(self, shape):
        return f"{shape}-{self.identifier()[:12]}"

    def words(self, count=3):
        return " ".join(self.random.choice(WORDS) for _ in range(count))

    def object(self, shape, kind, lines, uid=None, zones=(), more=()):
        """`more`: the lines of further components of the same UID."""
        uid = uid or self.uid(shape)
        whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Jadwal//shapes//EN", "CALSCALE:GREGORIAN"]
        for zone in zones:
            whole += zone.splitlines()
        for inside in (lines, *more):
            whole += [f"BEGIN:{kind}", f"UID:{text(uid)}", "DTSTAMP:20260101T120000Z", *inside, f"END:{kind}"]
        whole.append("END:VCALENDAR")
        return CalendarObject(shape, uid, kind, b"".join(fold(line) + b"\r\n" for line in whole))

    def event(self, shape, *lines, **options):
        return self.object(shape, "VEVENT", [f"SUMMARY:{text(self.words())}", *lines], **options)

    def timed(self):
        """The lines of an hour in UTC."""
        return [f"DTSTART:{self.day()}T{self.time()}Z", "DURATION:PT1H"]

    # --- the twenty shapes ---------------------------------------------------------------------------

    def utc(self):
        day = self.day()
        return self.event("utc", f"DTSTART:{day}T090000Z", f"DTEND:{day}T{self.random.randint(10, 20)}0000Z")

    def zoned(self):
        day, (zone, name) = self.day(), self.random.choice([(RIYADH, "Asia/Riyadh"), (BERLIN, "Europe/Berlin")])
        return self.event("zoned", f"DTSTART;TZID={name}:{day}T120000", f"DTEND;TZID={name}:{day}T124500", zones=[zone])

    def floating(self):
        return self.event("floating", f"DTSTART:{self.day()}T{self.time()}", "DURATION:PT30M")

    def all_day(self):
        return self.event("all-day", f"DTSTART;VALUE=DATE:{self.day()}", "TRANSP:TRANSPARENT")

    def several_days(self):
        month = self.random.randint(1, 12)
        return self.event("several-days", f"DTSTART;VALUE=DATE:2026{month:02}10", f"DTEND;VALUE=DATE:2026{month:02}{self.random.randint(12, 28)}")

    def override(self):
        hour, name = self.random.randint(8, 18), "Europe/Berlin"
        return self.event(
            "override", f"DTSTART;TZID={name}:20260302T{hour:02}0000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=20",
            f"EXDATE;TZID={name}:20260316T{hour:02}0000", zones=[BERLIN],
            more=[[f"RECURRENCE-ID;TZID={name}:20260330T{hour:02}0000", f"DTSTART;TZID={name}:20260331T{hour:02}3000",
                   "DURATION:PT2H", f"SUMMARY:{text(self.words())}"]])

    def extra_dates(self):
        return self.event(
            "extra-dates", "DTSTART:20260405T080000Z", "DURATION:PT1H",
            f"RDATE:20260410T080000Z,20260{self.random.randint(5, 9)}12T093000Z", f"RDATE;VALUE=PERIOD:2026{self.random.randint(10, 12)}01T080000Z/PT3H")

    def leap_day(self):
        return self.event("leap-day", "DTSTART;VALUE=DATE:20240229", f"RRULE:FREQ=YEARLY;INTERVAL={self.random.choice((1, 4))}")

    def alarms(self):
        day = self.day()
        return self.event(
            "alarms", f"DTSTART:{day}T150000Z", "DURATION:PT1H",
            "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Reminder", f"TRIGGER:-PT{self.random.randint(5, 90)}M", "END:VALARM",
            "BEGIN:VALARM", "ACTION:AUDIO", f"TRIGGER;VALUE=DATE-TIME:{day}T{self.random.randint(6, 14):02}0000Z", "END:VALARM",
            "BEGIN:VALARM", f"X-WR-ALARMUID:{self.identifier()}", f"UID:{self.identifier()}", "TRIGGER:-PT15M",
            "ATTACH;VALUE=URI:Chord", "ACTION:AUDIO", "X-APPLE-DEFAULT-ALARM:TRUE", "END:VALARM",
            # macOS writes it if a calendar's default alarm is not wanted.
            "BEGIN:VALARM", f"X-WR-ALARMUID:{self.identifier()}", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z", "ACTION:NONE", "END:VALARM")

    def folded(self):
        return self.event("folded", *self.timed(), f"DESCRIPTION:{text(self.words(60))}", f"LOCATION:{text(self.words(20))}")

    def escapes(self):
        pieces = ["a;b", "c,d", "e\\f", "g\nh", "\\n", '"quoted"', "tab\there", "<&>", "'", "  two spaces  ", "]]>", "&#13;"]
        self.random.shuffle(pieces)
        return self.event("escapes", *self.timed(), f"DESCRIPTION:{text(' '.join(pieces))}",
                          'X-NOTE;X-A="semi;colon, comma: colon";X-B=plain:' + text("; , \\"), "CATEGORIES:one,two\\, three,four")

    def attachment(self):
        octets = base64.b64encode(self.random.randbytes(900)).decode()
        return self.event("attachment", *self.timed(), f"ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY;X-FILENAME=a.png:{octets}")

    def place(self):
        latitude, longitude = self.random.uniform(-60, 60), self.random.uniform(-180, 180)
        return self.event(
            "place", *self.timed(), "LOCATION:Grand Mosque\\nAl Haram\\, Mecca",
            f'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="Al Haram\\nMecca 24231; Makkah, Saudi Arabia";X-APPLE-RADIUS=141.17;'
            f'X-TITLE="Grand Mosque":geo:{latitude:.6f},{longitude:.6f}',
            "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC", f"GEO:{latitude:.6f};{longitude:.6f}")

    def to_do(self, shape, *lines):
        return self.object(shape, "VTODO", [f"SUMMARY:{text(self.words())}", *lines])

    def dated(self):
        return self.to_do("to-do", f"DTSTART:{self.day()}T070000Z", "DURATION:P3D", f"PRIORITY:{self.random.randint(0, 9)}", "STATUS:NEEDS-ACTION")

    def completed(self):
        return self.to_do("to-do-completed", f"DUE;VALUE=DATE:{self.day()}", f"COMPLETED:{self.day()}T180000Z", "PERCENT-COMPLETE:100", "STATUS:COMPLETED")

    def to_do_alarm(self):
        return self.to_do(
            "to-do-alarm", f"DUE:{self.day()}T160000Z", "X-APPLE-SORT-ORDER:701423456",
            "BEGIN:VALARM", f"UID:{self.identifier()}", "TRIGGER;RELATED=END:-PT1H", "ACTION:DISPLAY", "DESCRIPTION:Reminder", "END:VALARM")

    def journal(self):
        return self.object("journal", "VJOURNAL", [f"DTSTART;VALUE=DATE:{self.day()}", f"SUMMARY:{text(self.words())}", f"DESCRIPTION:{text(self.words(30))}"])

    def attendee(self):
        return self.event(
            "attendee", *self.timed(), "ORGANIZER;CN=Me;SCHEDULE-AGENT=CLIENT:mailto:me@example.com",
            f'ATTENDEE;CN="{self.random.choice(ARABIC)}, Dr.";ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;SCHEDULE-AGENT=CLIENT:mailto:a@example.com',
            "SEQUENCE:0")

    def empty_value(self):
        return self.event("empty-value", *self.timed(), "X-EMPTY:", "X-MOZ-LASTACK;X-EMPTY-PARAMETER=:", f"X-AFTER:{self.random.randint(1, 99)}")

    def odd_uid(self):
        odd = ODD[self.made % len(ODD)]
        return self.event("odd-uid", *self.timed(), uid=f"uid{odd}{self.identifier()[:8]}{odd}end")

    def all(self):
        shapes = [self.utc, self.zoned, self.floating, self.all_day, self.several_days, self.override, self.extra_dates, self.leap_day,
                  self.alarms, self.folded, self.escapes, self.attachment, self.place, self.dated, self.completed, self.to_do_alarm,
                  self.journal, self.attendee, self.empty_value, self.odd_uid]
        objects = []
        for shape in shapes:
            for self.made in range(EACH):
                objects.append(shape())
        return objects


def two_hundred(seed=4791):
    """Twenty shapes, ten of each, in their order."""
    objects = Maker(seed).all()
    assert len(objects) == len({one.uid for one in objects}) == 200 and len({one.shape for one in objects}) == 20
    return objects
