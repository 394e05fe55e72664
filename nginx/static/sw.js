// The service worker. It shows notices, and opens their pages. In the app on a home screen it also keeps the last page
// of each view, for when there is no network: page.js opens the store there, and nowhere else anything is kept.
const title = "Jadwal";

const seen = "seen";
// The views that are kept, the best one first: without network, a page that was not seen becomes the first of these.
const views = [
    /^\/calendar\/week\/[0-9-]+$/, /^\/calendar\/list\/[0-9-]+$/, /^\/today$/, /^\/calendar\/day\/[0-9-]+$/,
    /^\/calendar\/[0-9]{4}-[0-9]{2}$/,
];

self.addEventListener("fetch", (event) => {
    const { request } = event, address = new URL(request.url);
    if (address.origin !== self.location.origin) return;
    // Whoever signs out, or must sign in again, leaves nothing behind.
    if (address.pathname === "/logout" || address.pathname === "/login") {
        event.waitUntil(caches.delete(seen));
    } else if (request.method === "GET" && request.mode === "navigate") {
        event.respondWith(page(event, address));
    } else if (request.method === "GET" && request.destination === "style") {
        event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
    }
});

/// Returns a page from the network, else as it was last seen.
async function page(event, address) {
    try {
        const answer = await fetch(event.request);
        const view = views.findIndex((one) => one.test(address.pathname));
        if (view >= 0 && answer.ok && await caches.has(seen)) event.waitUntil(keep(view, answer.clone()));
        return answer;
    } catch (problem) {
        return await lastSeen(address) ?? Promise.reject(problem);
    }
}

/// Keeps a page in place of the last one of its view, with its style sheets.
async function keep(view, answer) {
    const store = await caches.open(seen), text = await answer.text();
    const sheets = [...text.matchAll(/href="(\/static\/[a-z0-9_-]+\.[0-9a-f]+\.css)"/g)].map((found) => found[1]);
    const headers = new Headers(answer.headers);
    headers.set("X-Seen", new URL(answer.url).pathname);
    await store.put(`/seen/${view}`, new Response(text.replace('<body class="app', '<body class="app offline'), { headers }));
    for (const sheet of sheets) {
        if (!await store.match(sheet)) await store.add(sheet);
    }
}

/// Returns the page that was kept of an address, else the best one of all; undefined if nothing was kept.
async function lastSeen(address) {
    const kept = [];
    for (const view of views.keys()) {
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
