// Other dates, views and calendars without loading the page: the same address is fetched, and its main part shown.
// A look for changes that came from elsewhere every half minute, and the preview of an event's form.
// Without script each of them is a link or a form of its own, and a reload shows the changes.
const look = 30_000, stale = 300_000;
// The pages of views, which have the same sheets and scripts.
const calendar = /^\/(today|calendar(\/\d[\d-]*|\/(week|day|list)(\/[\d-]+)?)?)$/;
const address = () => location.pathname + location.search;
let shown = address(), shownAt = Date.now(), turn = 0;

const main = () => document.getElementById("main");
const isCalendar = () => calendar.test(location.pathname);
/// True while a new main part would take something out of somebody's hands.
const isBusy = () => document.querySelector(
    ".moving, dialog[open], main details.picker[open], main details.menu[open], main :is(input, textarea, select):focus");

/// Returns a selector for the element that has the focus, to find its successor.
function focused() {
    const one = document.activeElement;
    if (!one?.closest("main") || one === main()) return null;
    const is = (name) => `[${name}="${CSS.escape(one.getAttribute(name))}"]`;
    if (one.id) return is("id");
    if (one.name && one.value) return is("name") + is("value");
    if (one.rel) return `.moves a${is("rel")}`;
    return one.hasAttribute("href") ? `main a${is("href")}` : null;
}

/// Shows an answer's main part in the place of the present one.
///
/// Returns false for an answer that is another kind of page, as that of signing in.
async function show(answer, keepsPlace) {
    const there = new URL(answer.url);
    if (!answer.headers.get("Content-Type")?.startsWith("text/html") || !calendar.test(there.pathname)) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = page.getElementById("main"), focus = focused(), left = [scrollX, scrollY];
    if (!part) return false;
    if (there.pathname + there.search !== address()) history.pushState(null, "", answer.url);
    shown = address();
    shownAt = Date.now();
    main().replaceWith(document.importNode(part, true));
    document.title = page.title;
    const tabs = page.querySelector("nav.tabs");
    if (tabs) document.querySelector("nav.tabs")?.replaceWith(document.importNode(tabs, true));
    // What :target shows, as the calendars on a phone, is shown again only when the address is gone to again.
    if (location.hash) location.replace(location.hash);
    document.dispatchEvent(new Event("jadwal:shown"));
    if (focus && !main().contains(document.activeElement)) document.querySelector(focus)?.focus({ preventScroll: true });
    if (keepsPlace) scrollTo(...left);
    else if (!location.hash) scrollTo(0, 0);
    return true;
}

/// Fetches an address and shows it, unless it is no longer wanted. Of two that are under way only the later one is
/// shown.
///
/// Returns false if there was no answer.
async function visit(address, keepsPlace = false, request = {}, isWanted = () => true) {
    const mine = ++turn;
    main().setAttribute("aria-busy", "true");
    try {
        const answer = await fetch(address, request);
        if (mine === turn && isWanted() && !await show(answer, keepsPlace)) location.assign(answer.url);
        return true;
    } catch {
        return mine !== turn;
    } finally {
        if (mine === turn) main().removeAttribute("aria-busy");
    }
}

document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("main a[href], nav.tabs a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey
        || event.altKey || link.target || link.hasAttribute("download")) return;
    const { href, origin, pathname, search, hash } = new URL(link.href);
    if (origin !== location.origin || !calendar.test(pathname) || !isCalendar()) return;
    // A place on this page, as the calendars on a phone.
    if (link.getAttribute("href").startsWith("#") || hash && pathname + search === address()) return;
    event.preventDefault();
    // A hash other than of this page goes with a load of its own.
    if (hash || !await visit(href)) location.assign(href);
});

document.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter;
    if (event.defaultPrevented || !isCalendar() || !form.matches("main form.cals, main form[data-live]")) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, button));
    const there = button?.getAttribute("formaction") ?? form.getAttribute("action");
    // Pressed again without a script, the browser says what is wrong.
    if (!await visit(there, true, { method: "POST", body })) location.reload();
    delete form.dataset.sent;
});

// The answer to something that another module sent.
document.addEventListener("jadwal:answer", (event) => {
    if (!isCalendar() || !calendar.test(new URL(event.detail.url).pathname)) return;
    event.preventDefault();
    turn += 1;
    show(event.detail, true).then((isShown) => { if (!isShown) location.assign(event.detail.url); });
});

addEventListener("popstate", async () => {
    if (isCalendar() && address() !== shown && !await visit(location.href)) location.reload();
});

// What another device changed. The token is in the address: 304 says that it is still the present one.
async function lookForChanges() {
    const token = document.querySelector("[data-changes]")?.dataset.changes;
    if (!token || document.hidden || isBusy()) return;
    const answer = await fetch(token, { cache: "no-store" }).catch(() => null);
    // The next look comes by itself. After some minutes the line of now has moved, too.
    if (!answer || isBusy() || !answer.ok && Date.now() - shownAt < stale) return;
    visit(location.href, true, {}, () => !isBusy());
}
setInterval(lookForChanges, look);
document.addEventListener("visibilitychange", lookForChanges);

// What is beside a form while it is typed, as the day with the event in it: the answer to the form's preview button,
// whose data-preview has the ids of the parts that change.
let typing;
document.addEventListener("change", (event) => {
    const form = event.target.form, preview = "button[data-preview]";
    if (!form?.querySelector(preview) || event.target.type === "file") return;
    clearTimeout(typing);
    typing = setTimeout(async () => {
        // An earlier preview may have brought another button.
        const button = form.querySelector(preview);
        if (!button) return;
        const body = new URLSearchParams(new FormData(form, button));
        // If there is no answer, the form says what is wrong when it is sent.
        const answer = await fetch(form.getAttribute("action"), { method: "POST", body }).catch(() => null);
        if (!answer) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        for (const id of button.dataset.preview.split(" ")) {
            const [old, part] = [document, page].map((one) => one.getElementById(id));
            if (old && part) old.replaceWith(document.importNode(part, true));
        }
    }, 150);
});
