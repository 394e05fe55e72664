// The form of an event: the end moves along with the start, so that the length stays. Without a script the server does
// it for an end that the start was moved past.
const pairs = [["start-day", "start-time", "end-day", "end-time"], ["from", null, "to", null]];
const field = (id) => id && document.getElementById(id);

for (const [startDay, startTime, endDay, endTime] of pairs) {
    const [day, time, lastDay, lastTime] = [startDay, startTime, endDay, endTime].map(field);
    if (!day || !lastDay) continue;
    const moment = (one, clock) => Date.parse(`${one.value}T${clock ? clock.value : "00:00"}Z`);
    let before = moment(day, time);
    const follow = () => {
        const start = moment(day, time), end = moment(lastDay, lastTime);
        // A day or time that is typed to its half has no value.
        if (Number.isNaN(start)) return;
        const moved = new Date(end + start - before);
        if (!Number.isNaN(moved.getTime()) && start !== before) {
            const text = moved.toISOString();
            lastDay.value = text.slice(0, 10);
            if (lastTime) lastTime.value = text.slice(11, lastTime.value.length > 5 ? 19 : 16);
        }
        before = start;
    };
    for (const one of [day, time]) one?.addEventListener("input", follow);
    // A page that comes back from the browser's memory has the values that were typed.
    addEventListener("pageshow", () => { before = moment(day, time); });
}
