// The service worker. It shows notices, and opens their pages; it stores nothing and answers no request.
const title = "Jadwal";

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
