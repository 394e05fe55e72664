// Keys of one letter for what has data-key, as in data-key="t"; "?" shows them. They can be switched off in the
// settings: data-keys="off" on body. Without script everything is a link or a button all the same.
const isOn = () => document.body.dataset.keys !== "off";
const carriers = () => [...document.querySelectorAll("[data-key]")].filter((one) => one.checkVisibility?.() ?? true);

/// Returns the key that was meant, also on an Arabic keyboard, whose letters stand on the same keys.
function meant({ key, code, shiftKey }) {
    if (key === "?" || key === "؟" || code === "Slash" && shiftKey && key.charCodeAt(0) > 127) return "?";
    if (shiftKey || key.length !== 1) return "";
    if (key.charCodeAt(0) < 128) return key.toLowerCase();
    return code.startsWith("Key") ? code[3].toLowerCase() : code === "Slash" ? "/" : "";
}

/// Says the keys to programs that read the page out, and gives one key to the first that asks for it.
function say() {
    for (const one of document.querySelectorAll("[data-key]")) one.setAttribute("aria-keyshortcuts", one.dataset.key);
}

function help(dialog) {
    const list = dialog.querySelector("dl"), seen = new Set();
    list.replaceChildren(...carriers().flatMap((one) => {
        const { key, keyName } = one.dataset;
        if (seen.has(key)) return [];
        seen.add(key);
        const term = document.createElement("dt"), words = document.createElement("dd");
        const cap = document.createElement("kbd");
        cap.textContent = key;
        term.append(cap);
        words.textContent = keyName ?? one.ariaLabel ?? one.textContent.trim().replace(/\s+/g, " ");
        return [term, words];
    }));
    dialog.showModal();
}

document.addEventListener("keydown", (event) => {
    if (!isOn() || event.defaultPrevented || event.repeat || event.isComposing) return;
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
    const key = meant(event);
    if (!key) return;
    const dialog = document.getElementById("keys");
    const one = carriers().find((carrier) => carrier.dataset.key === key);
    if (key === "?" && dialog) help(dialog);
    else if (one) one.matches("input") ? one.focus() : one.click();
    else return;
    event.preventDefault();
});
document.addEventListener("jadwal:shown", () => { if (isOn()) say(); });
if (isOn()) say();
