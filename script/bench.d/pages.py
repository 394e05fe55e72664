"""What people meet first: `pages.py loads ORIGIN MAILS` and `pages.py search ORIGIN QUERIES`, a line for each result.

loads: ten pages in both languages, each loaded into an empty browser: kB and requests of a computer, the same of a
phone, the sum of layout shifts of both, and the phone's largest contentful paint in ms, with a network of 1.6 Mbit/s,
150 ms away, and a processor four times as slow.
search: the time of every query of the table over one connection, and how many have the wanted first answer.
"""

import http.client
import json
import re
import ssl
import sys
import time
from email import message_from_bytes, policy
from pathlib import Path
from urllib.parse import quote, urlsplit

ROUNDS = 5
AGENT = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 "
    "Mobile/15E148 Safari/604.1")
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
OBSERVER = """
window.seen = { shift: 0, paint: 0 };
new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.shift += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.paint = entry.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
"""


def load(chromium, origin, path, language, state, is_phone):
    """Loads one page with nothing in the cache; returns its bytes, requests, shifts and largest paint."""
    context = chromium.new_context(
        base_url=origin, locale=language, viewport=PHONE if is_phone else DESKTOP, ignore_https_errors=True,
        timezone_id="Asia/Riyadh", storage_state=state, **({"user_agent": AGENT} if is_phone else {}))
    context.add_init_script(OBSERVER)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    if is_phone:
        session.send("Network.emulateNetworkConditions", NETWORK)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    received = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    answer = page.goto(path, wait_until="networkidle")
    assert answer.status == 200, f"{path} answers {answer.status}"
    page.wait_for_timeout(200)
    seen = page.evaluate("window.seen")
    context.close()
    return sum(received) / 1000, len(received), seen["shift"], seen["paint"]


def link_to(mails, address):
    """Returns the newest sign-in link of an address."""
    for _ in range(100):
        letters = sorted(mails.rglob("*.eml"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in letters:
            letter = message_from_bytes(path.read_bytes(), policy=policy.default)
            link = re.search(r"https://\S+/magic-link\?token=\S+", letter.get_body(("plain",)).get_content())
            if address in letter["To"] and link:
                return link.group()
        time.sleep(0.1)
    sys.exit(f"No mail came to {address}.")


def ways(chromium, origin, mails, language):
    """Yields the ten pages as title, path and cookies, by the way of somebody who signs up."""
    for title, path in [
        ("home", "/"), ("finding a city", "/prayer"), ("cities found", "/prayer?q=london"),
        ("a city", "/prayer/sa/riyadh"), ("all options", "/prayer/sa/riyadh/options"), ("sign in", "/login"),
    ]:
        yield title, path, None
    context = chromium.new_context(base_url=origin, locale=language, ignore_https_errors=True)
    page, address = context.new_page(), f"pages-{language}@example.org"
    page.goto("/login")
    page.fill("#email", address)
    page.click("form[action='/login'] button")
    page.wait_for_url("**/login/sent*")
    yield "check your email", page.url, context.storage_state()
    link = link_to(mails, address)
    yield "confirm", link, context.storage_state()
    page.goto(link)
    page.click("form[action='/magic-link'] button")
    page.wait_for_url("**/first/language*")
    yield "first question", "/first/city", context.storage_state()
    yield "your phone", "/first/phone", context.storage_state()
    context.close()


def print_loads(origin, mails):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage"])
        for language in ["en", "ar"]:
            for title, path, state in ways(chromium, origin, mails, language):
                desktop = load(chromium, origin, path, language, state, False)
                phone = load(chromium, origin, path, language, state, True)
                shift = desktop[2] + phone[2]
                print(
                    f"{title}\t{language}\t{desktop[0]:.1f}\t{desktop[1]}\t{phone[0]:.1f}\t{phone[1]}\t{shift:.4f}"
                    f"\t{phone[3]:.0f}", flush=True)
        chromium.close()


def print_search(origin, table):
    lines = [line for line in table.read_text().splitlines() if line and not line.startswith("#")]
    wanted = [line.split("\t") for line in lines[1:]]
    place = urlsplit(origin)
    connection = http.client.HTTPSConnection(place.hostname, place.port, context=ssl._create_unverified_context())
    times, right = [], 0
    for number in range(ROUNDS):
        for query, country, name in wanted:
            began = time.perf_counter()
            connection.request("GET", f"/prayer/search?q={quote(query)}&lang=en")
            body = connection.getresponse().read()
            times.append(1000 * (time.perf_counter() - began))
            cities = json.loads(body)
            if number == 0 and cities:
                first = cities[0]
                right += first["name"] == name and first["url"].startswith(f"/prayer/{country.lower()}/")
    times.sort()
    print(len(wanted), right, f"{times[len(times) // 2]:.2f}", f"{times[len(times) * 99 // 100]:.2f}")


if __name__ == "__main__":
    {"loads": print_loads, "search": print_search}[sys.argv[1]](sys.argv[2], Path(sys.argv[3]))
