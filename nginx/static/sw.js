// The service worker. It shows notices, and opens their pages. Without network it shows the views of the calendar as
// they were last seen: page.js keeps them in the app on a home screen, and nowhere else anything is kept.
const title = "Jadwal";

// The store and the number of views in it, the best one first: a page that was not seen becomes the first of these.
const seen = "seen", views = 6;
// Whoever signs out, must sign in again, or deletes the account leaves nothing behind.
const ends = ["/logout", "/settings/sessions/end", "/settings/sessions/end-all", "/settings/delete/confirm"];

self.addEventListener("fetch", (event) => {
    const { request } = event, address = new URL(request.url);
    if (address.origin !== self.location.origin) return;
    if (address.pathname === "/login" || request.method === "POST" && ends.includes(address.pathname)) {
        event.waitUntil(caches.delete(seen));
    } else if (request.method === "GET" && request.mode === "navigate") {
        event.respondWith(fetch(request).catch(async (problem) => await lastSeen(address) ?? Promise.reject(problem)));
    } else if (request.method === "GET" && request.destination === "style") {
        event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
    }
});

/// Returns the page that was kept of an address, else the best one of all; undefined if nothing was kept.
async function lastSeen(address) {
    const kept = [];
    for (let view = 0; view < views; view += 1) {
        const answer = await caches.match(`/seen/${view}`, { cacheName: seen });
        if (answer) kept.push(answer);
    }
    return kept.find((answer) => answer.headers.get("X-Seen") === address.pathname) ?? kept[0];
}

// Each push ends in a visible notice, also one that cannot be read: an iPhone ends a subscription after three that
// show nothing.
self.addEventListener("push", (event) => {
    let notice = {};
    try {
        notice = event.data?.json() ?? {};
    } catch {
        notice = {};
    }
    event.waitUntil(self.registration.showNotification(notice.title || title, {
        body: notice.body ?? "", tag: notice.tag ?? "jadwal", lang: notice.lang ?? "", dir: notice.dir ?? "auto",
        icon: "/static/app-192.png", silent: notice.silent === true, renotify: notice.silent !== true,
        data: { url: notice.url ?? "/notifications" },
    }));
});

self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const address = new URL(event.notification.data?.url ?? "/notifications", self.location.origin);
    const url = address.origin === self.location.origin ? address.href : self.location.origin + "/notifications";
    event.waitUntil((async () => {
        const open = await self.clients.matchAll({ type: "window" });
        const page = open.find((one) => one.focused) ?? open[0];
        if (!page) return self.clients.openWindow(url);
        await page.focus();
        return page.navigate(url);
    })());
});

// The browser may change a subscription by itself. The settings page sends it again with a form's token.
self.addEventListener("pushsubscriptionchange", (event) => {
    event.waitUntil(self.registration.showNotification(title, {
        tag: "jadwal-renew", data: { url: "/settings/notifications" },
    }));
});
