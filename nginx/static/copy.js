// Buttons that copy a field. Without script they stay hidden, and the field is there to be marked.
for (const button of document.querySelectorAll("button[data-copy]")) {
    const field = document.getElementById(button.dataset.copy);
    if (!field || !navigator.clipboard) continue;
    const words = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
        field.select();
        try {
            await navigator.clipboard.writeText(field.value);
        } catch {
            // The browser does not allow it; the text is marked, so that the keyboard can copy it.
            return;
        }
        button.textContent = button.dataset.done;
        setTimeout(() => { button.textContent = words; }, 2000);
    });
    field.addEventListener("focus", () => field.select());
}
