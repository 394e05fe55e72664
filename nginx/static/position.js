// The button that sends where this browser is. It asks once, after the press, and the form goes as any other does.
// Without script there is no button.
for (const button of document.querySelectorAll("form[data-here] button[data-locate]")) {
    const form = button.form, problem = form.querySelector("[data-locate-problem]");
    button.addEventListener("click", () => {
        problem.hidden = true;
        button.disabled = true;
        navigator.geolocation.getCurrentPosition(({ coords }) => {
            // A hundred metres are near enough, and nobody needs to know more.
            form.elements.latitude.value = coords.latitude.toFixed(3);
            form.elements.longitude.value = coords.longitude.toFixed(3);
            form.elements.accuracy.value = Math.ceil(coords.accuracy);
            form.submit();
        }, (error) => {
            const words = problem.querySelector("span").dataset;
            problem.hidden = false;
            problem.querySelector("span").textContent =
                error.code === GeolocationPositionError.PERMISSION_DENIED ? words.refused : words.failed;
            button.disabled = false;
        }, { timeout: 15_000, maximumAge: 60_000 });
    });
}
