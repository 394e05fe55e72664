// The command line (Ctrl K): a date to go to, a new event, a search, the calendars, and everything that has a key of
// its own. Each of them is a link, a button or a field of the page as well.
const dialog = document.getElementById("command"), words = dialog.dataset;
const field = dialog.querySelector("input"), list = dialog.querySelector("ul");
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
const written = (one) => one.dataset.keyName ?? one.ariaLabel ?? one.textContent.trim().replace(/\s+/g, " ");
let options = [], chosen = 0;

const visit = (path, query) => () => location.assign(`${path}?${new URLSearchParams(query)}`);
const press = (one) => () => { dialog.close(); one.matches("input") ? one.focus() : one.click(); };

/// Returns what the typed words can mean: parts of the page that they name, then a date, an event, a search.
function meanings(typed) {
    const wanted = plain(typed), has = (text) => plain(text).includes(wanted);
    const seen = new Set(), parts = [...document.querySelectorAll("[data-key]")].filter((one) => {
        const isNew = !seen.has(one.dataset.key) && (one.checkVisibility?.() ?? true);
        seen.add(one.dataset.key);
        return isNew && has(written(one));
    }).map((one) => ({ text: written(one), key: one.dataset.key, run: press(one) }));
    const calendars = [...document.querySelectorAll("form.cals button")].map((one) => {
        const name = one.querySelector(".n").textContent.trim(), text = one.ariaPressed === "true" ? words.hide : words.show;
        return { name, text: text.replace("%", () => name), run: press(one) };
    }).filter(({ name }) => has(name));
    // The name of this view is in the link to a new event.
    const view = new URL(document.querySelector(".tabs .add").href).searchParams.get("view") ?? "";
    const fill = (text) => text.replace("%", () => typed.trim());
    const typedOnes = !wanted ? [] : [
        { text: fill(words.go), run: visit("/calendar/go", { view, to: typed }) },
        { text: fill(words.add), run: visit("/events/new", { view, q: typed }) },
        { text: fill(words.find), run: visit("/calendar/search", { q: typed }) },
    ];
    return wanted ? [...parts.slice(0, 4), ...calendars.slice(0, 4), ...typedOnes] : [...parts, ...calendars];
}

function mark(index) {
    chosen = (index + options.length) % options.length || 0;
    [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === chosen)));
    const item = list.children[chosen];
    item ? field.setAttribute("aria-activedescendant", item.id) : field.removeAttribute("aria-activedescendant");
    item?.scrollIntoView({ block: "nearest" });
}

function show() {
    options = meanings(field.value);
    list.replaceChildren(...options.map(({ text, key }, index) => {
        const item = document.createElement("li");
        Object.assign(item, { id: `command-${index}`, textContent: text, dir: "auto" });
        item.setAttribute("role", "option");
        if (key) item.append(Object.assign(document.createElement("kbd"), { textContent: key }));
        item.addEventListener("click", () => options[index].run());
        return item;
    }));
    mark(0);
}

field.addEventListener("input", show);
field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing || !step && event.key !== "Enter") return;
    event.preventDefault();
    step ? mark(chosen + step) : options[chosen]?.run();
});
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

export function open() {
    if (dialog.open) return dialog.close();
    field.value = "";
    show();
    dialog.showModal();
}
