// One tab stop for the month: the arrows, Home and End move over its days, Page Up and Page Down over months.
// Without script each day and event is a tab stop of its own. The table keeps its roles: it stays readable as one.
const days = () => [...document.querySelectorAll("table.grid a.dn")];
const week = 7;
// The place to which the focus goes when another month is shown.
let wanted;

/// Makes a day the tab stop, with its own events after it.
function stop(chosen) {
    for (const day of days()) {
        const reached = day === chosen;
        for (const link of day.closest("td").querySelectorAll("a")) {
            if (reached) link.removeAttribute("tabindex");
            else link.tabIndex = -1;
        }
    }
}

/// Shows the month before or after; the focus keeps its place in the table.
function turn(back, index) {
    const link = document.querySelector(`.moves a[rel=${back ? "prev" : "next"}]`);
    if (!link) return;
    wanted = index;
    link.click();
}

function begin() {
    const all = days();
    if (!all.length) return;
    const active = document.activeElement?.closest?.("table.grid td")?.querySelector("a.dn");
    const first = active ?? all.find((day) => day.closest(".chosen")) ?? all.find((day) => day.ariaCurrent)
        ?? all.find((day) => !day.closest(".out")) ?? all[0];
    stop(first);
    if (wanted === undefined) return;
    // Counted from the end for a week before the table.
    const day = all[wanted < 0 ? all.length + wanted : Math.min(wanted, all.length - 1)];
    wanted = undefined;
    stop(day);
    day.focus();
}

document.addEventListener("keydown", (event) => {
    const day = event.target.closest?.("table.grid a.dn");
    if (!day || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const all = days(), index = all.indexOf(day), start = index - index % week;
    const onward = getComputedStyle(day.closest("table")).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const next = {
        [onward]: index + 1,
        [onward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft"]: index - 1,
        ArrowUp: index - week, ArrowDown: index + week, Home: start, End: start + week - 1,
    }[event.key];
    if (next === undefined && !event.key.startsWith("Page")) return;
    event.preventDefault();
    if (next === undefined) return turn(event.key === "PageUp", index);
    // Beyond the table is the month before or after it: its last week, or its first; the weekday stays.
    if (next < 0) return turn(true, next);
    if (next >= all.length) return turn(false, next - all.length);
    stop(all[next]);
    all[next].focus();
});
document.addEventListener("focusin", (event) => {
    const cell = event.target.closest?.("table.grid td.dd");
    if (cell) stop(cell.querySelector("a.dn"));
});
document.addEventListener("jadwal:shown", begin);
begin();
