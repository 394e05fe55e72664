// A form pressed twice is sent once.
document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 5000);
});
addEventListener("pageshow", () => {
    for (const form of document.forms) delete form.dataset.sent;
});

// Scripts that a field or button asks for when it is first used
for (const part of document.querySelectorAll("[data-script]")) {
    const isButton = part.matches("button");
    const load = async () => {
        await import(part.dataset.script);
        if (isButton) part.click();
    };
    part.addEventListener(isButton ? "click" : "focus", load, { once: true });
    if (!isButton && part === document.activeElement) load();
}

for (const button of document.querySelectorAll("button[data-locate]")) {
    button.parentElement.hidden = !navigator.geolocation;
    button.parentElement.classList.add("works");
}

// The large cities of the country whose time zone the browser has, in place of those of its language. Nothing is kept.
for (const part of document.querySelectorAll("[data-large]")) showLargeCities(part);
async function showLargeCities(part) {
    const { timeZone = "" } = Intl.DateTimeFormat().resolvedOptions();
    const query = new URLSearchParams({ zone: timeZone, lang: document.documentElement.lang });
    const answer = await fetch(`${part.dataset.large}?${query}`).catch(() => null);
    if (!answer?.ok) return;
    const { title, cities } = await answer.json(), heading = part.querySelector("h2"), list = part.querySelector("ul");
    if (title === heading.textContent) return;
    heading.textContent = title;
    // What stands below stays where it is.
    list.style.minBlockSize = `${list.offsetHeight}px`;
    list.replaceChildren(...cities.map((city) => {
        const item = document.createElement("li"), link = document.createElement("a");
        const name = document.createElement("span"), detail = document.createElement("small");
        link.href = city.url;
        name.dir = "auto";
        name.textContent = city.name;
        detail.textContent = city.detail;
        link.append(name, " ", detail);
        item.append(link);
        return item;
    }));
}

// Buttons that copy a field
for (const button of document.querySelectorAll("button[data-copy]")) {
    const field = document.getElementById(button.dataset.copy);
    if (!field || !navigator.clipboard) continue;
    const words = button.textContent;
    // A message is a paragraph, most others are fields.
    const mark = () => { field.select ? field.select() : getSelection().selectAllChildren(field); };
    button.hidden = false;
    button.addEventListener("click", async () => {
        mark();
        try {
            await navigator.clipboard.writeText(field.value ?? field.textContent.trim());
        } catch {
            // The text is marked, so that the keyboard can copy it.
            return;
        }
        button.textContent = button.dataset.done;
        setTimeout(() => { button.textContent = words; }, 2000);
    });
    field.addEventListener("focus", mark);
}

// The countdown of a city's page
const soon = document.querySelector("[data-words]");
if (soon) {
    const words = JSON.parse(soon.dataset.words), style = document.documentElement.dataset, made = Date.now();
    const numbers = new Intl.NumberFormat(style.digits === "arabic" ? "ar-u-nu-arab" : "en");
    const plural = new Intl.PluralRules(document.documentElement.lang);
    const fill = (text, values) => text.replace(/{{(\w+)}}/g, (tag, name) => values[name] ?? tag);
    const counted = (forms, n) => fill(forms[plural.select(n)], { n: numbers.format(n) });
    const rows = [...document.querySelectorAll(".six li:has(time)")];
    const prayers = rows.filter((row) => !row.classList.contains("soft"));
    const timeOf = (row) => row.querySelector("time"), stamp = (row) => timeOf(row).dateTime;
    const hasBegun = (row, now) => Date.parse(stamp(row)) <= now;
    const arc = document.querySelector(".arc"), points = arc.querySelectorAll(".p"), shown = soon.querySelector(".at");
    // The clock of the place is as far from UTC as its times say.
    const local = (now) => {
        const [, sign, hours, minutes] = /([+-])(..):(..)$/.exec(stamp(rows.findLast((row) => hasBegun(row, now)) ?? rows[0]));
        return new Date(now + Number(sign + 1) * (60 * hours + +minutes) * 60000);
    };
    const clock = (now) => {
        const hour = local(now).getUTCHours(), minute = local(now).getUTCMinutes(), hasHalves = style.clock === "12";
        const digits = numbers.format(100 + minute).slice(1);
        const time = `${numbers.format(hasHalves ? (hour + 11) % 12 + 1 : hour)}:${digits}`;
        return hasHalves ? fill(hour < 12 ? words.am : words.pm, { time }) : time;
    };
    const left = (minutes) => {
        const hours = Math.floor(minutes / 60), rest = minutes % 60;
        const values = { hours: counted(words.hours, hours), minutes: counted(words.minutes, rest) };
        const length = hours === 0 ? values.minutes : rest === 0 ? values.hours : fill(words.both, values);
        return fill(words.left, { length });
    };
    const mark = (next, now) => {
        for (const row of rows) {
            row.classList.toggle("was", hasBegun(row, now));
            row.classList.toggle("next", row === next);
            row.removeAttribute("aria-current");
        }
        next.setAttribute("aria-current", "true");
        points.forEach((point, index) => {
            point.classList.toggle("was", hasBegun(prayers[index], now));
            point.classList.toggle("nx", prayers[index] === next);
        });
        const [time, half] = timeOf(next).textContent.split(/\s+/);
        soon.querySelector(".which b").textContent = next.querySelector(".n").textContent;
        shown.dateTime = stamp(next);
        shown.firstChild.data = half ? `${time} ` : time;
        if (half) shown.querySelector("small").textContent = half;
    };
    const moveSun = (now) => {
        const corners = arc.querySelector(".rim").points, me = arc.querySelector(".me");
        const x = ((now - arc.dataset.noon) / 36e6 + 1) * 280, step = 560 / (corners.length - 1);
        if (!me || x < 0 || x >= 560) return;
        const first = corners[Math.floor(x / step)], last = corners[Math.floor(x / step) + 1];
        const height = first.y + (last.y - first.y) * (x - first.x) / (last.x - first.x);
        const y = Math.min(height, arc.viewBox.baseVal.height - 9);
        me.setAttribute("cx", x);
        me.setAttribute("cy", y);
        arc.querySelector(".hop").setAttribute("d", `M${x} ${arc.dataset.ground}V${y}`);
    };
    const day = local(made).getUTCDate();
    let timer;
    const tick = () => {
        clearTimeout(timer);
        const now = Date.now(), isOver = Date.parse(shown?.dateTime) <= now;
        const next = prayers.find((row) => !hasBegun(row, now));
        if (isOver && next) mark(next, now);
        // After the last prayer, and on another day, the server knows what is next.
        const isOld = isOver && !next || local(now).getUTCDate() !== day;
        if (isOld && navigator.onLine && now - made > 30000) return location.reload();
        soon.querySelector(".clock").textContent = fill(words.clock, { time: clock(now) });
        if (shown && !isOld) {
            const minutes = Math.floor(Date.parse(shown.dateTime) / 60000) - Math.floor(now / 60000);
            soon.querySelector(".left").textContent = left(Math.max(1, minutes));
        }
        moveSun(now);
        timer = setTimeout(tick, 60000 - now % 60000 + 50);
    };
    // A page in the background sleeps.
    document.addEventListener("visibilitychange", () => { if (!document.hidden) tick(); });
    tick();
}
