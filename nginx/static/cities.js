// Loaded when its field or button is first used. The field for a city offers cities while one types, and a button finds the visitor's place.
// Without script the form and its results page do the same.
const language = document.documentElement.lang;

/// A list of choices under a field: the combobox of the ARIA Authoring Practices, with its keys.
function offerCities(field) {
    const list = document.createElement("ul");
    list.id = `${field.id}-cities`;
    list.className = "offer";
    list.hidden = true;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", field.labels[0].textContent);
    field.parentElement.append(list);
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-expanded", "false");
    field.setAttribute("aria-controls", list.id);

    let cities = [], current = -1, asked = "", waiting;

    const address = (city) => field.dataset.choose ? field.dataset.choose + city.id : city.url;
    const open = () => !list.hidden;
    function close() {
        list.hidden = true;
        current = -1;
        field.setAttribute("aria-expanded", "false");
        field.removeAttribute("aria-activedescendant");
    }
    function point(index) {
        current = index;
        [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === index)));
        if (index < 0) return field.removeAttribute("aria-activedescendant");
        field.setAttribute("aria-activedescendant", list.children[index].id);
        list.children[index].scrollIntoView({ block: "nearest" });
    }
    function show() {
        list.replaceChildren(...cities.map((city, index) => {
            const item = document.createElement("li");
            item.id = `${list.id}-${index}`;
            item.setAttribute("role", "option");
            item.setAttribute("aria-selected", "false");
            const name = document.createElement("span"), detail = document.createElement("small");
            name.dir = "auto";
            name.textContent = city.name;
            detail.textContent = city.detail;
            item.append(name, " ");
            if (city.also) {
                // The name that matched, as typed letters have it.
                const also = document.createElement("small"), other = document.createElement("bdi");
                other.textContent = city.also;
                also.append("(", other, ")");
                item.append(also, " ");
            }
            item.append(detail);
            // Before the field loses the focus and the list closes.
            item.addEventListener("mousedown", (event) => { event.preventDefault(); location.assign(address(city)); });
            return item;
        }));
        list.hidden = cities.length === 0;
        field.setAttribute("aria-expanded", String(open()));
        point(-1);
    }
    async function ask() {
        const typed = field.value.trim();
        if (typed === asked) return;
        asked = typed;
        if (!typed) return close();
        try {
            const query = new URLSearchParams({ q: typed, lang: language });
            const answer = await fetch(`${field.dataset.cities}?${query}`);
            if (!answer.ok) return;
            const found = await answer.json();
            // Someone may have typed on, or left, while the answer was under way.
            if (typed !== field.value.trim() || field !== document.activeElement) return;
            cities = found;
            show();
        } catch {
            // Without an answer the form still searches.
            close();
        }
    }
    field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(ask, 120); });
    field.addEventListener("blur", close);
    field.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && open()) { event.preventDefault(); close(); }
        if (event.key === "Enter" && current >= 0) { event.preventDefault(); location.assign(address(cities[current])); }
        if (!open() || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
        event.preventDefault();
        const step = event.key === "ArrowDown" ? 1 : -1;
        point((current + step + 1 + cities.length + 1) % (cities.length + 1) - 1);
    });
    // The first letters may have been typed while this loaded.
    if (field === document.activeElement && field.value !== field.defaultValue) ask();
}

for (const field of document.querySelectorAll("input[data-cities]")) offerCities(field);

for (const button of document.querySelectorAll("button[data-locate]")) {
    const problem = document.querySelector("[data-locate-problem]");
    button.addEventListener("click", () => {
        problem.hidden = true;
        button.disabled = true;
        navigator.geolocation.getCurrentPosition(({ coords }) => {
            // A hundred metres are near enough, and nobody needs to know more.
            const page = new URL(button.dataset.locate, location.href);
            page.searchParams.set("latitude", coords.latitude.toFixed(3));
            page.searchParams.set("longitude", coords.longitude.toFixed(3));
            page.searchParams.set("here", "yes");
            location.assign(page);
        }, (error) => {
            const words = problem.querySelector("span").dataset;
            problem.hidden = false;
            problem.querySelector("span").textContent =
                error.code === GeolocationPositionError.PERMISSION_DENIED ? words.refused : words.failed;
            button.disabled = false;
        }, { timeout: 15_000, maximumAge: 600_000 });
    });
}
