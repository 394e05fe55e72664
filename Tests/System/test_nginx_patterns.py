"""The cost of nginx's patterns: none may take more steps than its text is long, and none reads a long query."""

import ctypes
import ctypes.util
import re

import pytest

from support import raw
from support.nginx import Nginx, template
from support.server import ROOT

LONGEST = 16 * 1024  # large_client_header_buffers
LONGEST_PLAIN = 1500


# --- feeds.conf -----------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def feeds():
    def http(folder, port):
        (folder / "feeds.conf").write_text(template("feeds.conf", CACHE=folder))
        return (f"include {folder}/feeds.conf;\nserver {{ listen 127.0.0.1:{port}; location / {{ return 200 "
                '"$feed_is_plain\\n$feed_plain_query\\n$feed_repeats\\n$feed_is_special"; } }')
    with Nginx(http) as running:
        yield running


def judged(nginx, target):
    """(is plain, query that the pattern of repeats reads, repeats, is special)"""
    answer = raw.request(nginx, target, tls=False)
    assert answer.status == 200
    return tuple(answer.body.decode().split("\n"))


def names(count):
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [a + b + c for a in letters for b in letters for c in letters][:count]


def test_a_long_query_reaches_no_pattern_of_repeats(feeds):
    query = "&".join(f"{name}=" for name in names(3100))
    assert 15_000 < len(query) < LONGEST
    for path in ("/prayer/gb/london.ics", "/prayer/zz/x.ics", "/healthz", "/prayer/gb/london"):
        assert judged(feeds, f"{path}?{query}") == ("0", "", "0", "1"), path


def test_a_plain_request_that_says_a_name_twice_is_special(feeds):
    path = "/prayer/gb/london.ics"
    assert judged(feeds, path) == ("1", "", "0", "0")
    assert judged(feeds, f"{path}?school=hanafi&days=90") == ("1", "school=hanafi&days=90", "0", "0")
    for query in ("school=hanafi&school=hanafi", "school=hanafi&days=90&school=standard", "days=1&days=2&alarm=3"):
        assert judged(feeds, f"{path}?{query}") == ("1", query, "1", "1"), query


@pytest.mark.parametrize("query", ["foo=bar", "school=hanafi&", "school=", "&school=hanafi", "school=hanafi&&days=90", "School=hanafi", ""])
def test_what_is_not_plain_is_special_and_looked_at_no_further(feeds, query):
    assert judged(feeds, f"/prayer/gb/london.ics?{query}") == ("0", "", "0", "1")


def test_a_plain_request_may_have_1500_characters(feeds):
    start = "/prayer/gb/london.ics?"
    values = [f"{name}={'x' * 200}" for name in ("method", "school", "polar", "shafaq", "adjust", "elevation", "names", "busy")]
    query = "&".join(values)[:LONGEST_PLAIN - len(start)]
    assert len(start + query) == LONGEST_PLAIN
    assert judged(feeds, start + query) == ("1", query, "0", "0")
    assert judged(feeds, start + query + "x") == ("0", "", "0", "1")


# --- every pattern, by PCRE itself -----------------------------------------------------------------

PCRE = ctypes.CDLL(ctypes.util.find_library("pcre2-8"))
CASELESS, AUTO_CALLOUT, CALLOUT_STOP = 0x8, 0x4, -1
CALLOUT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
for function in ("compile", "match_data_create", "match_context_create"):
    getattr(PCRE, f"pcre2_{function}_8").restype = ctypes.c_void_p


class Pattern:
    """A pattern of nginx's, compiled as nginx does, but for a word at every step that its matching takes."""

    def __init__(self, text, caseless=False):
        number, offset = ctypes.c_int(), ctypes.c_size_t()
        self.text = text
        self.code = PCRE.pcre2_compile_8(
            text.encode(), ctypes.c_size_t(len(text.encode())), AUTO_CALLOUT | (CASELESS if caseless else 0),
            ctypes.byref(number), ctypes.byref(offset), None)
        assert self.code, (text, number.value, offset.value)

    def steps(self, subject, limit):
        """The number of steps to see whether the subject matches; it is stopped past the limit."""
        taken = 0

        def step(_block, _data):
            nonlocal taken
            taken += 1
            return CALLOUT_STOP if taken > limit else 0

        callback = CALLOUT(step)
        context = ctypes.c_void_p(PCRE.pcre2_match_context_create_8(None))
        data = ctypes.c_void_p(PCRE.pcre2_match_data_create_8(50, None))
        PCRE.pcre2_set_callout_8(context, callback, None)
        PCRE.pcre2_match_8(
            ctypes.c_void_p(self.code), subject, ctypes.c_size_t(len(subject)), ctypes.c_size_t(0), 0, data, context)
        PCRE.pcre2_match_data_free_8(data)
        PCRE.pcre2_match_context_free_8(context)
        return taken


def patterns():
    """Every pattern in nginx/*.template: of maps, locations and server names."""
    found = []
    for path in sorted((ROOT / "nginx").glob("*.template")):
        for line in path.read_text().splitlines():
            if line.lstrip().startswith("#"):
                continue
            written = (re.match(r'\s*"~(\*?)((?:[^"\\]|\\.)*)"\s', line) or re.match(r'\s*(?:location|if \(\$uri) ~(\*?) "([^"]*)"', line)
                       or re.match(r"\s*location ~(\*?) (\S+)", line))
            if written:
                found.append(pytest.param(path.name, written[2], bool(written[1]), id=written[2][:60]))
            else:
                assert not re.search(r'(^|[\s"])~', line), f"a pattern that this test does not see: {line}"
    assert len(found) > 10
    return found


HOSTILE = [
    "&".join(f"{name}=" for name in names(3100)), "/prayer/gb/london.ics?" + "&".join(f"{name}=" for name in names(3100)),
    "/prayer/gb/london.ics?" + "method=a&" * 1900, "/prayer/gb/london.ics?method=" + "a" * LONGEST, "/prayer/gb/" + "a-" * 8000,
    "/prayer/gb/london.ics?" + "&".join(f"{name}=xxxx" for name in ["eid", "days", "alarm", "iqama", "busy"] * 400),
    "/static/" + "a" * LONGEST, "/static/" + "a.0123456789ab." * 1000, "/a" * 8000, "/" + "a" * LONGEST, "/." * 8000, "/.a-" * 4000,
    "," * LONGEST, " " * LONGEST, ", " * 8000, ",\t \t" * 4000, "gzip" + " " * LONGEST, "x-gzip;q=0." + "0" * LONGEST, "gzip," * 3000,
    "gzip; q=0.1 " * 1400, ("," + " " * 100) * 160, "gzip;" * 3000, ":" * LONGEST, "1:" * 8000, "a" * LONGEST, "::" + "f:" * 8000, "1." * 8000,
    "=" * LONGEST, "&" * LONGEST, "a=&" * 5000, "%" * LONGEST, "\xff" * LONGEST,
]


@pytest.mark.parametrize("file, text, caseless", patterns())
def test_no_pattern_takes_longer_than_its_text_is_long(file, text, caseless):
    pattern = Pattern(text, caseless)
    for subject in HOSTILE:
        subject = subject.encode("latin-1")[:LONGEST]
        if r"\1" in text:
            subject = subject[:LONGEST_PLAIN]  # it is given plain requests only, as is tested above
        limit = 40 * LONGEST
        assert pattern.steps(subject, limit) <= limit, (file, text, subject[:60])


def test_steps_show_what_a_pattern_costs():
    """The pattern that once read every query: its steps are counted, and are far too many."""
    subject = "&".join(f"{name}=" for name in names(3100)).encode()
    assert Pattern(r"(?:^|&)([a-z_]+)=[^&]*&(?:.*&)?\1=").steps(subject, 40 * LONGEST) > 40 * LONGEST
