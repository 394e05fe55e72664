// Counts down on the button that sends the mail again: `data-resend` holds the seconds to wait,
// `data-wait` the words before them. Without script the button works, and the server answers an
// early press politely.
const digits = document.documentElement.lang === "ar" ? "ar-u-nu-arab" : "en";
const number = new Intl.NumberFormat(digits);
const twoDigits = new Intl.NumberFormat(digits, { minimumIntegerDigits: 2 });

for (const button of document.querySelectorAll("button[data-resend]")) {
    const words = button.textContent;
    // The clock, not a count of ticks: a sleeping tab gets few ticks.
    const ready = Date.now() + 1000 * Number(button.dataset.resend);
    const tick = () => {
        const left = Math.ceil((ready - Date.now()) / 1000);
        button.disabled = left > 0;
        if (left <= 0) {
            button.textContent = words;
            return;
        }
        const clock = `${number.format(Math.floor(left / 60))}:${twoDigits.format(left % 60)}`;
        button.textContent = `${button.dataset.wait} ${clock}`;
        setTimeout(tick, 1000);
    };
    tick();
}
