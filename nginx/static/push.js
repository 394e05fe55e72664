// Notices in this browser: the button is shown where the browser has them, and the subscription is sent with the form
// beside it. Without script there is no button, and mail still comes.
const form = document.getElementById("browser"), field = (name) => form.elements.namedItem(name);

/// Returns the bytes of base64url.
const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/// Returns base64url of bytes.
const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/// Returns true if a subscription was made with the server's present key.
const isCurrent = (subscription) => text(subscription.options.applicationServerKey ?? []) === field("key").value;

/// Fills the form with a subscription.
function fill(subscription) {
    field("endpoint").value = subscription.endpoint;
    field("p256dh").value = text(subscription.getKey("p256dh"));
    field("auth").value = text(subscription.getKey("auth"));
}

/// Subscribes, again if the server's key is another one.
async function subscribe(registration) {
    const known = await registration.pushManager.getSubscription();
    if (known && isCurrent(known)) return known;
    await known?.unsubscribe();
    return registration.pushManager.subscribe({
        userVisibleOnly: true, applicationServerKey: bytes(field("key").value),
    });
}

if (form && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
    // Nothing is registered before the button is pressed.
    const registration = await navigator.serviceWorker.getRegistration("/");
    const known = await registration?.pushManager.getSubscription();
    if (known && isCurrent(known)) {
        // The server may have lost it, or the browser may have changed it.
        fill(known);
        fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
    } else {
        form.hidden = false;
    }
    document.getElementById("blocked").hidden = Notification.permission !== "denied";
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        if (await Notification.requestPermission() !== "granted") {
            document.getElementById("blocked").hidden = false;
            return;
        }
        await navigator.serviceWorker.register("/sw.js", { scope: "/" });
        fill(await subscribe(await navigator.serviceWorker.ready));
        form.submit();
    });
}
