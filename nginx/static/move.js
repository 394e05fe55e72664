// Dragging events: to another time or day, or longer by the lower edge, in steps of five minutes. Escape takes it back.
// A press on an empty time begins a new event. The form of an event does the same without script, and by keyboard.
const step = 5, edge = 8, slack = 5, holdMilliseconds = 350, day = 1440;
const arabic = document.documentElement.lang === "ar";
const conventions = document.documentElement.dataset, hasHalves = conventions.clock === "12";
const numbering = conventions.digits === "arabic" ? "arab" : "latn";
const locale = `${arabic ? "ar" : "en-GB"}-u-ca-gregory-nu-${numbering}`, halves = arabic ? ["ص", "م"] : ["AM", "PM"];
const dayFormat = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
const number = new Intl.NumberFormat(locale), twoDigits = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
const clock = (minute) => {
    const hour = Math.floor(minute / 60) % 24, shown = number.format(hasHalves ? (hour + 11) % 12 + 1 : hour);
    const time = `${shown}:${twoDigits.format(minute % 60)}`;
    return hasHalves ? `${time} ${halves[hour < 12 ? 0 : 1]}` : time;
};
const round = (minutes, to = step) => Math.round(minutes / to) * to;

const places = "section.col, td.dd";
const placeAt = (x, y) => document.elementsFromPoint(x, y).find((one) => one.matches(places));
/// The day of a column or cell, as in 2026-11-23: its own, or that of the link in its head, or of the page.
const dayOf = (place) => (place.dataset.day ?? place.querySelector("a.colhead, a.dn")?.getAttribute("href")
    ?? location.pathname).match(/\d{4}-\d\d-\d\d/)?.[0];
const daysBetween = (one, other) => Math.round((Date.parse(other) - Date.parse(one)) / 864e5);

/// A number that a class of the timeline sets, as h15 sets --h.
const measure = (one, name) => Number(getComputedStyle(one).getPropertyValue(name)) || 0;
// --hour is a length that grows with the text, as in 2.75rem.
const minutesPerPixel = (hours) => {
    const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
    return 60 / (parseFloat(getComputedStyle(hours).getPropertyValue("--hour")) * letter);
};

/// Says where an event is, to those who do not see it.
function say(words) {
    let region = document.getElementById("moved");
    if (!region) {
        region = Object.assign(document.createElement("p"), { id: "moved", className: "hidden" });
        region.setAttribute("role", "status");
        document.body.append(region);
    }
    region.textContent = words;
}

let drag;

/// Begins a drag, which counts when the pointer has moved by some pixels; a finger must rest first, or it scrolls.
document.addEventListener("pointerdown", (event) => {
    if (event.button || !event.isPrimary || drag) return;
    const item = event.target.closest?.(".hours > li.b, td.dd .ev > li, .allday .ev > li");
    const link = item?.querySelector("a[href^='/events/']");
    const place = item && placeAt(event.clientX, event.clientY);
    if (!place || !/^\/events\/\d+\/./.test(link?.getAttribute("href") ?? "") || item.dataset.move === "no") return;
    const hours = item.closest(".hours"), box = item.getBoundingClientRect();
    drag = {
        item, link, hours, pointer: event.pointerId, x: event.clientX, y: event.clientY, height: box.height,
        from: dayOf(place), day: dayOf(place), place, minutes: 0, longer: 0, isOn: false,
        title: item.querySelector("b, .n")?.textContent.trim() ?? "",
        start: hours ? measure(item, "--h") * 60 + measure(item, "--m") : 0,
        length: hours ? measure(item, "--x") * 60 + measure(item, "--y") : 0,
        stretches: Boolean(hours) && event.clientY > box.bottom - edge && box.height > 2 * edge,
    };
    if (event.pointerType === "touch") drag.hold = setTimeout(lift, holdMilliseconds);
});

function lift() {
    clearTimeout(drag.hold);
    drag.hold = undefined;
    drag.isOn = true;
    drag.item.classList.add("moving");
}

document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const across = event.clientX - drag.x, down = event.clientY - drag.y;
    if (!drag.isOn) {
        if (Math.hypot(across, down) < slack) return;
        // A finger that moves at once scrolls.
        if (drag.hold) return end();
        lift();
    }
    const { item, hours, start, length } = drag;
    if (hours) {
        const moved = down * minutesPerPixel(hours);
        if (drag.stretches) {
            drag.longer = Math.min(Math.max(round(start + length + moved), start + step), day) - start - length;
            item.style.blockSize = `${drag.height + drag.longer / minutesPerPixel(hours)}px`;
        } else {
            drag.minutes = Math.min(Math.max(round(start + moved), 0), day - step) - start;
        }
    }
    if (!drag.stretches) {
        drag.place = placeAt(event.clientX, event.clientY) ?? drag.place;
        drag.day = dayOf(drag.place);
        const [here, there] = [item.closest(places), drag.place].map((one) => one.getBoundingClientRect().left);
        const left = hours ? there - here : across;
        item.style.translate = `${left}px ${hours ? drag.minutes / minutesPerPixel(hours) : down}px`;
    }
    const time = clock(start + drag.minutes) + (length ? `–${clock(start + drag.minutes + length + drag.longer)}` : "");
    const where = dayFormat.format(Date.parse(drag.day));
    item.dataset.at = hours ? time : where;
    say(hours ? `${drag.title}, ${where}, ${time}` : `${drag.title}, ${where}`);
});

/// Ends a drag; the event stands where it stood.
function end() {
    clearTimeout(drag.hold);
    const { item } = drag;
    item.classList.remove("moving");
    delete item.dataset.at;
    item.style.translate = item.style.blockSize = "";
    drag = undefined;
}

/// The press that ends a drag opens nothing.
function swallowPress() {
    const ends = new AbortController();
    addEventListener("click", (click) => {
        click.preventDefault();
        click.stopPropagation();
    }, { capture: true, signal: ends.signal });
    setTimeout(() => ends.abort());
}

document.addEventListener("pointerup", async (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { isOn, link, item, from, minutes, longer, title } = drag, days = daysBetween(from, drag.day);
    end();
    if (!isOn) return;
    swallowPress();
    if (!days && !minutes && !longer) return;
    const { pathname, search, searchParams } = new URL(link.href), token = document.querySelector("input[name=csrf]");
    if (!token) return location.assign(link.href);
    const there = `${pathname}/shift${search}`, body = new URLSearchParams({
        csrf: token.value, days, minutes, longer, next: location.pathname + location.search,
    });
    // The event may have changed since it was shown.
    if (item.dataset.tag) body.set("tag", item.dataset.tag);
    // One of a series: the answer is the question which ones are meant.
    if (searchParams.has("on")) return submit(there, body);
    item.classList.add("sent");
    const answer = await fetch(there, { method: "POST", body }).catch(() => null);
    item.classList.remove("sent");
    // A page instead of the view says why the event stays; without an answer, the browser says it.
    if (!answer?.redirected) return submit(there, body);
    if (document.dispatchEvent(new CustomEvent("jadwal:answer", { detail: answer, cancelable: true }))) {
        location.assign(answer.url);
    }
    say(title);
});

/// Sends a form whose answer is the next page.
function submit(action, fields) {
    const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
    for (const [name, value] of fields) form.append(Object.assign(document.createElement("input"), { name, value }));
    document.body.append(form);
    form.submit();
}

document.addEventListener("pointercancel", () => { if (drag) end(); });
document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag) return;
    event.preventDefault();
    const { title, from, start, hours } = drag;
    end();
    document.addEventListener("pointerup", swallowPress, { once: true });
    say(`${title}, ${dayFormat.format(Date.parse(from))}${hours ? `, ${clock(start)}` : ""}`);
});
// The browser's own dragging of links, and its scrolling under a finger that drags.
document.addEventListener("dragstart", (event) => { if (event.target.closest?.(places)) event.preventDefault(); });
document.addEventListener("touchmove", (event) => { if (drag?.isOn) event.preventDefault(); }, { passive: false });
document.addEventListener("contextmenu", (event) => { if (drag?.isOn) event.preventDefault(); });

// A press on an empty time: the form of a new event at the quarter of an hour before it.
document.addEventListener("click", (event) => {
    const pressed = event.target, empty = "section.col .slots a:not([class])";
    // Without script the hour is a link; with a key held down, it stays one.
    if (!pressed.matches?.(empty) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const column = pressed.closest("section.col").querySelector(".hours"), box = column.getBoundingClientRect();
    const minute = measure(column, "--from") + (event.clientY - box.top) * minutesPerPixel(column);
    const at = Math.min(Math.max(Math.floor(minute / 15) * 15, 0), day - 15);
    const pair = (value) => String(value).padStart(2, "0");
    const begun = `${pair(Math.floor(at / 60))}:${pair(at % 60)}`;
    location.assign(`/events/new?${new URLSearchParams({ day: dayOf(column.closest(places)), at: begun })}`);
});
