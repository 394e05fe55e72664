// An event as a card beside it: a press on one in a month, a week or a day fetches its page, and shows its article in a
// dialog. Deleting is asked there, too. Without script, with a key held down, and on a phone the page itself opens.
const gap = 8;
const entries = "table.grid .ev a, .hours .b a, .allday .ev a";
const roomy = matchMedia("(min-width: 45.0625em)"), card = () => document.getElementById("card");
const isEvent = (link) => /^\/events\/\d+\/[^/]+$/.test(new URL(link.href).pathname);
const isOn = () => document.body.dataset.keys !== "off";
let shown, turn = 0;

/// Returns an address that brings its form back to this view, whose name is in the link to a new event.
function andBack(address) {
    const url = new URL(address, location), { searchParams } = new URL(document.querySelector(".tabs .add").href);
    url.searchParams.set("view", searchParams.get("view") ?? "");
    return url.pathname + url.search;
}

/// Loads the sheets that a page has and this one does not.
function dress(page) {
    const sheets = (one) => [...one.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));
    const own = sheets(document), missing = sheets(page).filter((href) => !own.includes(href));
    return Promise.all(missing.map((href) => new Promise((done) => {
        const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
        sheet.onload = sheet.onerror = done;
        document.head.append(sheet);
    })));
}

/// Puts the card beside an event, inside the window.
function place(dialog, box) {
    const { offsetWidth: width, offsetHeight: height } = dialog, room = document.documentElement.clientWidth;
    const after = box.right + gap + width <= room ? box.right + gap : box.left - gap - width;
    const left = after >= gap ? after : Math.max(gap, (room - width) / 2);
    dialog.style.left = `${left}px`;
    dialog.style.top = `${Math.max(gap, Math.min(box.top, innerHeight - height - gap))}px`;
}

/// Shows a part of a fetched page in the card.
async function fill(page, part, address) {
    const dialog = card(), body = dialog.querySelector(".body");
    await dress(page);
    body.replaceChildren(document.importNode(part, true));
    const heading = body.querySelector("h1"), title = document.createElement("h2");
    title.append(...heading.childNodes);
    Object.assign(title, { id: "card-title", tabIndex: -1 });
    heading.replaceWith(title);
    body.querySelector("article")?.removeAttribute("aria-labelledby");
    for (const link of body.querySelectorAll(".acts a[href^='/events/']")) {
        if (new URL(link.href).pathname.endsWith("/edit")) link.href = andBack(link.href);
    }
    dialog.querySelector("a.whole").href = address;
    if (!dialog.open) dialog.showModal();
    place(dialog, shown.box);
    title.focus();
}

/// Fetches a page of an event, and shows it as the card; without an answer of that kind, the page opens.
async function open(address) {
    const mine = ++turn;
    const answer = await fetch(address).catch(() => null);
    if (mine !== turn) return;
    if (!answer?.ok || answer.redirected) return location.assign(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = page.querySelector("main article, main .series, main .narrow");
    if (!part?.querySelector("h1")) return location.assign(address);
    await fill(page, part, address);
}

/// Opens the card of an event, or the question before its deletion.
function show(link, address = link.getAttribute("href")) {
    shown = { href: link.getAttribute("href"), box: link.getBoundingClientRect() };
    open(address);
}

const page = (href, name) => {
    const url = new URL(href, location);
    return `${url.pathname}/${name}${url.search}`;
};
const hasModifier = (event) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]"), dialog = card();
    if (event.target === dialog) return dialog.close();
    if (!link || !dialog || event.defaultPrevented || event.button || hasModifier(event)) return;
    const isDeleting = dialog.contains(link) && new URL(link.href).pathname.endsWith("/delete");
    // "Keep it" of the question goes back to the event.
    const isBack = dialog.contains(link) && !link.matches(".whole") && isEvent(link);
    if (!isDeleting && !isBack && !(link.matches(entries) && isEvent(link) && roomy.matches)) return;
    event.preventDefault();
    if (isDeleting || isBack) open(link.getAttribute("href"));
    else show(link);
});

// The form of the deletion comes back to the view, which live.js shows in the place of the present one.
document.addEventListener("submit", async (event) => {
    const form = event.target, dialog = card();
    if (event.defaultPrevented || !dialog?.contains(form) || !new URL(form.action).pathname.endsWith("/delete")) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    body.set("next", location.pathname + location.search);
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body }).catch(() => null);
    delete form.dataset.sent;
    if (!answer) return form.submit();
    dialog.close();
    const isNew = document.dispatchEvent(new CustomEvent("jadwal:answer", { detail: answer, cancelable: true }));
    if (isNew) location.assign(answer.url);
});

/// Returns the event from that one that an arrow leads to: in its own day by time, or in the day beside it.
function neighbour(link, key) {
    const column = link.closest("section.col"), all = (one) => [...one.querySelectorAll(".hours .b a")];
    const isEnd = getComputedStyle(column).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const along = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (along) return all(column)[all(column).indexOf(link) + along];
    const columns = [...document.querySelectorAll("section.col")], { top } = link.getBoundingClientRect();
    const step = key === isEnd ? 1 : -1;
    for (let at = columns.indexOf(column) + step; columns[at]; at += step) {
        const far = (one) => Math.abs(one.getBoundingClientRect().top - top);
        const [nearest] = all(columns[at]).sort((one, other) => far(one) - far(other));
        if (nearest) return nearest;
    }
}

/// Asks in the card before an event is deleted; on a phone on the page of that question.
function remove(link, href) {
    const question = page(href, "delete"), dialog = card();
    if (!dialog || !roomy.matches) location.assign(question);
    else if (dialog.open) open(question);
    else show(link, question);
}

document.addEventListener("keydown", (event) => {
    const { key, target } = event, isOpen = card()?.open;
    if (event.defaultPrevented || event.repeat || hasModifier(event)) return;
    if (target.closest("input, textarea, select") || document.querySelector("dialog[open]:not(#card)")) return;
    const link = target.closest("main a[href^='/events/']");
    const href = isOpen ? shown.href : link && isEvent(link) && link.getAttribute("href");
    if (!href) return;
    // An Arabic keyboard has other letters on the same keys.
    const letter = key.charCodeAt(0) > 127 ? event.code : `Key${key.toUpperCase()}`;
    if (key.startsWith("Arrow")) {
        const next = !isOpen && link.matches(".hours .b a") && neighbour(link, key);
        if (!next) return;
        next.focus();
    } else if (!isOn()) return;
    else if (key === "Delete" || key === "Backspace") remove(link, href);
    else if (letter === "KeyE") location.assign(andBack(page(href, "edit")));
    else return;
    event.preventDefault();
});

// The focus goes back to the event, also to its successor in a view that was shown again.
document.addEventListener("close", (event) => {
    if (event.target !== card()) return;
    turn += 1;
    document.querySelector(`main a[href="${CSS.escape(shown?.href ?? "")}"]`)?.focus({ preventScroll: true });
}, true);
