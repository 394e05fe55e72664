// A link that is being made: looks for its next step, and loads the page when there is one. So nothing moves, and no
// reading voice begins again, while nothing is new. Without script the page loads itself every few seconds.
const every = 2_000;
const step = (page) => page.querySelector("[data-step]")?.dataset.step;
const shown = step(document);

/// Ends the reload that the answer's header asks for.
addEventListener("load", () => window.stop());

async function look() {
    const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
    if (answer?.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (step(page) !== shown) return location.reload();
    }
    setTimeout(look, every);
}
if (shown !== undefined) setTimeout(look, every);
