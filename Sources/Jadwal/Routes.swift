import CalDAV
import Conversations
import HTTP
import MobileAPI
import Pages
import PersonalAPI
import Storage
public import Web

/// Every address Jadwal answers, in the order a new customer meets them.
///
/// The second column is the audience. Each audience takes a handler of its own shape, so a page that
/// needs a customer cannot be mounted for anyone: it does not compile. The token of every form is checked
/// before its handler runs.
public let routes: [Route] = [
    .get ("/",                           .anyone, Home.show),

    // Sign in. Mail scanners open links by themselves, so only the button (POST) redeems one.
    .get ("/login",                      .anyone, Login.showForm),
    .post("/login",                      .anyone, Login.mailLink),
    .get ("/login/sent",                 .anyone, Login.showWaiting),
    .post("/login/resend",               .anyone, Login.mailAnotherLink),
    .post("/login/code",                 .anyone, Login.redeemCode),
    .get ("/login/openid",               .anyone, Login.goToProvider),
    .get ("/login/openid/callback",      .anyone, Login.returnFromProvider),
    .get ("/magic-link",                 .anyone, Login.showConfirm),
    .post("/magic-link",                 .anyone, Login.redeem),
    .post("/logout",                     .anyone, Login.signOut),

    // The first minutes of a new account. The phone comes first, because a question's pattern would match it too.
    .get ("/first",                      .customer, First.begin),
    .get ("/first/phone",                .customer, First.showPhone),
    .post("/first/phone",                .customer, First.beginPhone),
    .get ("/first/{question}",           .customer, First.show),
    .post("/first/{question}",           .customer, First.answer),

    // Prayer times, for anyone. Calendars cannot sign in: a customer's feed is opened by its address
    // alone. The routes with endings come first, because a page's pattern would match them too.
    .get ("/prayer",                     .anyone, Prayer.findCity),
    .get ("/prayer/search",              .machine, Prayer.search),
    .get ("/prayer/large",               .machine, Prayer.largeCities),
    .get ("/prayer/{country}/{city}.ics", .machine, Prayer.publicFeed),
    .get ("/prayer/{feed}.ics",          .machine, Prayer.personalFeed),
    .get ("/prayer/{country}/{city}",    .anyone, Prayer.showCity).beginning,
    .get ("/prayer/{country}/{city}/options", .anyone, Prayer.showCityOptions),

    // The customer's own.
    .get ("/settings",                   .customer, Settings.show),
    .post("/settings",                   .customer, Settings.save),
    .get ("/settings/name",              .customer, Settings.showName),
    .get ("/settings/week",              .customer, Settings.showWeek),
    .get ("/settings/my-week",           .customer, Settings.showMyWeek),
    .post("/settings/my-week",           .customer, Settings.saveMyWeek),
    .get ("/settings/prayer-day",        .customer, Settings.showPrayerDay),
    .post("/settings/prayer-day",        .customer, Settings.savePrayerDay),
    .get ("/settings/travel",            .customer, Settings.showTravel),
    .post("/settings/travel",            .customer, Settings.saveTravel),
    .get ("/settings/planning",          .customer, Settings.showPlanning),
    .post("/settings/planning",          .customer, Settings.savePlanning),
    .post("/settings/planning/on",       .customer, Settings.switchPlanningOn),
    .get ("/settings/places",            .customer, PlacePages.show),
    .post("/settings/places",            .customer, PlacePages.add),
    .post("/settings/places/restore",    .customer, PlacePages.restore),
    .get ("/settings/places/{place}",    .customer, PlacePages.showOne),
    .post("/settings/places/{place}",    .customer, PlacePages.change),
    .post("/settings/places/{place}/delete", .customer, PlacePages.delete),
    .get ("/settings/views",             .customer, Settings.showViews),
    .post("/settings/calendars",         .customer, Settings.saveCalendars),
    .get ("/settings/language",          .customer, Settings.showLanguage),
    .post("/settings/language",          .customer, Settings.changeLanguage),
    .get ("/clock",                      .anyone, Settings.showClock),
    .post("/clock",                      .anyone, Settings.saveClock),
    .get ("/settings/time-zone",         .customer, Settings.showTimeZone),
    .post("/settings/time-zone",         .customer, Settings.saveTimeZone),
    .get ("/settings/prayer",            .customer, Prayer.showOwn),
    .post("/settings/prayer",            .customer, Prayer.saveOwn),
    .get ("/settings/prayer/place",      .customer, Prayer.findOwnPlace),
    .post("/settings/prayer/calendars",  .customer, Prayer.showInCalendars),
    .get ("/settings/prayer/table",      .customer, Prayer.showTable),
    .post("/settings/prayer/table",      .customer, Prayer.readTable)
        .body(.whole(limit: Prayer.tableFormLimit)),
    .get ("/settings/prayer/table/remove", .customer, Prayer.askToRemoveTable),
    .post("/settings/prayer/table/remove", .customer, Prayer.removeTable),
    .get ("/settings/prayer/renew",      .customer, Prayer.askToRenewOwn),
    .post("/settings/prayer/renew",      .customer, Prayer.renewOwn),
    .get ("/settings/prayer/delete",     .customer, Prayer.askToDeleteOwn),
    .post("/settings/prayer/delete",     .customer, Prayer.deleteOwn),
    .get ("/settings/devices",           .customer, Devices.show),
    .post("/settings/devices/disconnect", .customer, Devices.disconnect),
    .get ("/settings/devices/connect",   .customer, Devices.showConnect),
    .get ("/settings/devices/connect/{kind}", .customer, Devices.showConnect),
    .post("/settings/devices/connect/{kind}", .customer, Devices.makePassword),
    .get ("/settings/programs",          .customer, Programs.show),
    .post("/settings/programs/revoke",   .customer, Programs.revoke),
    .get ("/settings/position",          .customer, PositionPages.show),
    .post("/settings/position",          .customer, PositionPages.choose),
    .post("/settings/position/forget",   .customer, PositionPages.forget),
    .get ("/settings/position/{program}", .customer, PositionPages.showConnect),
    .post("/settings/position/{program}", .customer, PositionPages.makeToken),
    .get ("/settings/notifications",     .customer, NotificationPages.showSettings),
    .post("/settings/notifications",     .customer, NotificationPages.saveSettings),
    .post("/settings/notifications/test", .customer, NotificationPages.sendTest),
    .post("/settings/notifications/remove", .customer, NotificationPages.removeDevice),
    .post("/settings/devices/web-push",  .customer, NotificationPages.registerBrowser),
    .get ("/settings/sessions",          .customer, Settings.showSessions),
    .post("/settings/sessions/end",      .customer, Settings.endSession),
    .post("/settings/sessions/end-all",  .customer, Settings.endAllSessions),
    .get ("/settings/sessions/link",     .customer, Settings.linkLogin),
    .post("/settings/sessions/unlink",   .customer, Settings.unlinkLogin),
    .get ("/settings/address",           .customer, Settings.showAddress),
    .post("/settings/address",           .customer, Settings.mailAddressLink),
    .get ("/settings/address/confirm",   .customer, Settings.showAddressConfirm),
    .post("/settings/address/confirm",   .customer, Settings.changeAddress),
    .get ("/settings/copy",              .customer, Settings.showCopy),
    .post("/settings/export",            .customer, Settings.export(exports)).demanding(),
    .get ("/settings/delete",            .customer, Settings.showDelete(exports)),
    .post("/settings/delete",            .customer, Settings.mailDeletionLink(exports)),
    .get ("/settings/delete/confirm",    .customer, Settings.showDeleteConfirm),
    .post("/settings/delete/confirm",    .customer, Settings.deleteAccount),

    // The trash, and the undo of the last change. They come first, because a month's pattern would match them too.
    .get ("/calendar/trash",             .customer, TrashPages.show),
    .post("/calendar/trash/restore",     .customer, TrashPages.restore),
    .get ("/calendar/trash/delete",      .customer, TrashPages.askToDelete),
    .post("/calendar/trash/delete",      .customer, TrashPages.delete),
    .post("/calendar/undo",              .customer, TrashPages.undo),

    // The views of the calendars. The literal addresses come first, because a month's pattern would match them too.
    .get ("/today",                      .customer, CalendarViews.showToday),
    .get ("/calendar",                   .customer, CalendarViews.show),
    .get ("/calendar/go",                .customer, CalendarViews.go),
    .get ("/calendar/changes",           .customer, CalendarViews.changes),
    .post("/calendar/show",              .customer, CalendarViews.toggle),
    .get ("/calendar/list",              .customer, CalendarViews.showList),
    .get ("/calendar/list/{date}",       .customer, CalendarViews.showListFrom),
    .get ("/calendar/week",              .customer, CalendarViews.showThisWeek),
    .get ("/calendar/week/{date}",       .customer, CalendarViews.showWeek),
    .get ("/calendar/day",               .customer, CalendarViews.showThisDay),
    .get ("/calendar/day/{date}",        .customer, CalendarViews.showDay),
    .get ("/day/{date}/map",             .customer, CalendarViews.showMap),
    .get ("/calendar/search",            .customer, CalendarViews.search),
    .get ("/calendar/{month}",           .customer, CalendarViews.showMonth),

    // Calendars. The literal addresses come first, because a calendar's pattern would match them too.
    .get ("/calendars",                  .customer, CalendarPages.show),
    .get ("/calendars/new",              .customer, CalendarPages.showNew),
    .post("/calendars/new",              .customer, CalendarPages.make),
    .get ("/calendars/subscribe",        .customer, CalendarPages.showSubscribe),
    .post("/calendars/subscribe",        .customer, CalendarPages.subscribe),
    .get ("/calendars/import",           .customer, CalendarPages.showImport),
    .post("/calendars/import",           .customer, CalendarPages.importFile)
        .body(.whole(limit: CalendarPages.uploadLimit)).demanding(),
    .post("/calendars/export",           .customer, CalendarPages.exportAll).demanding(),
    .post("/calendars/restore",          .customer, CalendarPages.restore),
    .post("/calendars/order",            .customer, CalendarPages.order),
    .get ("/calendars/{calendar}",       .customer, CalendarPages.showOne),
    .post("/calendars/{calendar}",       .customer, CalendarPages.save),
    .post("/calendars/{calendar}/export", .customer, CalendarPages.export).demanding(),
    .get ("/calendars/{calendar}/delete", .customer, CalendarPages.askToDelete),
    .post("/calendars/{calendar}/delete", .customer, CalendarPages.delete),
    .post("/calendars/{calendar}/look",  .customer, CalendarPages.look),
    .post("/calendars/{calendar}/accept", .customer, CalendarPages.accept),
    .get ("/calendars/{calendar}/leave", .customer, CalendarPages.askToLeave),
    .post("/calendars/{calendar}/leave", .customer, CalendarPages.leave),
    .post("/calendars/{calendar}/publish", .customer, CalendarPages.publish),
    .post("/calendars/{calendar}/unpublish", .customer, CalendarPages.unpublish),
    // For anybody who has the secret address.
    .get ("/feeds/{feed}.ics",           .machine, CalendarPages.publicFeed).demanding(),

    // Tasks.
    .post("/today/position",             .customer, PositionPages.setHere),
    .post("/today/plan",                 .customer, PlanPages.answer),
    .post("/today/missed",               .customer, PlanPages.answerMissed),
    .post("/today/left",                 .customer, PlanPages.takeOffer),
    .get ("/routines",                   .customer, ToDoPages.showRoutines),
    .post("/routines",                   .customer, ToDoPages.addRoutine),
    .post("/routines/{calendar}/{object}", .customer, ToDoPages.changeRoutine),
    .get ("/tasks",                      .customer, ToDoPages.show),
    .get ("/tasks/new",                  .customer, ToDoPages.showNew),
    .post("/tasks/new",                  .customer, ToDoPages.make),
    .get ("/tasks/{calendar}/{object}",  .customer, ToDoPages.showOne),
    .post("/tasks/{calendar}/{object}",  .customer, ToDoPages.save),
    .post("/tasks/{calendar}/{object}/done", .customer, ToDoPages.tick),
    .post("/tasks/{calendar}/{object}/delete", .customer, ToDoPages.delete),

    // What was found in chats, and the settings of the chats.
    .get ("/notifications",              .customer, NotificationPages.show),
    .post("/notifications",              .customer, NotificationPages.readAll),
    .get ("/notifications/{id}",         .customer, NotificationPages.open),
    // Programs that show mails end them by a POST, and may open the address before that. The address is the proof.
    .get ("/unsubscribe",                .machine, NotificationPages.showUnsubscribe),
    .post("/unsubscribe",                .machine, NotificationPages.unsubscribe),
    .get ("/manifest.webmanifest",       .anyone, NotificationPages.manifest),
    .get ("/inbox",                      .customer, AgreementPages.showInbox),
    .post("/inbox",                      .customer, AgreementPages.answer),
    .get ("/conflicts/{conflict}",       .customer, ConflictPages.show),
    .post("/conflicts/{conflict}",       .customer, ConflictPages.answer),
    .get ("/settings/whatsapp",          .customer, AgreementPages.showWhatsApp),
    .post("/settings/whatsapp/consent",  .customer, AgreementPages.consent),
    .post("/settings/whatsapp/connect",  .customer, AgreementPages.connect),
    .post("/settings/whatsapp/disconnect", .customer, AgreementPages.disconnect),
    .post("/settings/whatsapp/chats",    .customer, AgreementPages.switchChat),
    .post("/settings/whatsapp/choices",  .customer, AgreementPages.choose),
    .get ("/settings/whatsapp/upload",   .customer, AgreementPages.showUpload),
    .post("/settings/whatsapp/upload",   .customer, AgreementPages.upload)
        .body(.whole(limit: AgreementPages.uploadLimit)).demanding(),
    .get ("/settings/whatsapp/forget",   .customer, AgreementPages.askToForget),
    .post("/settings/whatsapp/forget",   .customer, AgreementPages.forget),

    // An event as it was dragged.
    .post("/events/{calendar}/{object}/shift", .customer, EventPages.shift),

    // Events. The object is the last part of its address in CalDAV.
    .get ("/events/new",                 .customer, EventPages.showNew),
    .post("/events/new",                 .customer, EventPages.make),
    .get ("/events/{calendar}/{object}", .customer, EventPages.show),
    .get ("/events/{calendar}/{object}/edit", .customer, EventPages.showEdit),
    .post("/events/{calendar}/{object}/edit", .customer, EventPages.edit),
    .get ("/events/{calendar}/{object}/series", .customer, EventPages.showSeries),
    .post("/events/{calendar}/{object}/series", .customer, EventPages.saveSeries),
    .get ("/events/{calendar}/{object}/delete", .customer, EventPages.askToDelete),
    .post("/events/{calendar}/{object}/delete", .customer, EventPages.delete),
    .post("/events/{calendar}/{object}/duplicate", .customer, EventPages.duplicate),
    .get ("/events/{calendar}/{object}/move", .customer, EventPages.askToMove),
    .post("/events/{calendar}/{object}/move", .customer, EventPages.move),

    // Profiles for phones. The address is fetched by the system, which has no cookie.
    .post("/profiles",                   .customer, Profiles.make),
    .get ("/settings/prayer/iphone",     .anyone, Profiles.showSteps),
    .get ("/profiles/prayer.mobileconfig", .anyone, Profiles.download),
    .get ("/httpj/mobile-config/webcal", .anyone, Profiles.download),
    .post("/settings/devices/setup",     .customer, Profiles.beginSetup),
    .get ("/settings/devices/setup",     .anyone, Profiles.showSetup),
    .post("/settings/devices/setup/cancel", .anyone, Profiles.cancelSetup),
    .get ("/profiles/caldav.mobileconfig", .anyone, Profiles.downloadCalendars),
    .get ("/httpj/mobile-config/caldav", .anyone, Profiles.downloadCalendars),

    .get ("/privacy",                    .anyone, About.privacy),
    .get ("/terms",                      .anyone, About.terms),
    .get ("/about/data",                 .anyone, About.data),
    .get ("/about/connections",          .anyone, About.connections(connections)),

    // For the WhatsApp bridge, if there is no broker. The delivery is signed.
    .post("/api/v1/ingest/messages",     .machine, Ingest.receive)
        .body(.whole(limit: Ingest.bodyLimit)),

    // For programs that send where a phone is, by a token that can do only this.
    .post("/position",                   .positions, PositionDoor.set)
        .body(.whole(limit: PositionDoor.bodyLimit)),
    .post("/position/owntracks",         .positions, OwnTracks.set)
        .body(.whole(limit: OwnTracks.bodyLimit)),
    .post("/position/overland",          .positions, Overland.set)
        .body(.whole(limit: Overland.bodyLimit)),
    .get ("/position/osmand",            .positionsByName, OsmAnd.set),
    .post("/position/osmand",            .positionsByName, OsmAnd.set)
        .body(.whole(limit: PositionDoor.bodyLimit)),

    // The publications of the API; its methods are in Methods.swift.
    .get ("/api/proto/{package}/v1/{file}.proto", .machine, Published.definition),
    .get ("/.well-known/jwks.json",      .machine, Published.keys),
    .get ("/.well-known/apple-app-site-association", .machine, Published.appLinks),

    // For programs that monitor the service.
    .get ("/healthz",                    .machine, Health.process),
    .get ("/readyz",                     .machine, Health.ready),
    .get ("/metrics",                    .machine, Health.metrics),
]

/// The addresses of calendar programs: those at which they look for the server, and everything below `/dav/`.
public let calendarRoutes: [Route] =
    CalendarServer.discoveryMethods.flatMap { method in
        ([
            "/.well-known/caldav", "/.well-known/caldav/", "/dav.php", "/dav.php/{path...}",
        ] as [PathPattern]).map {
            Route(method, $0, .machine, CalendarServer.discover)
        }
    }
    + (["/", "/principals", "/principals/", "/calendar/dav/{path...}"] as [PathPattern]).flatMap { path in
        [
            Route(.propfind, path, .device, CalendarServer.propFind).demanding(.below),
            Route(.options, path, .device, CalendarServer.options),
        ]
    }
    + (["/dav", "/dav/", "/dav/{path...}"] as [PathPattern]).flatMap { path in
        [
            Route(.options, path, .device, CalendarServer.options),
            Route(.get, path, .device, CalendarServer.get),
            Route(.propfind, path, .device, CalendarServer.propFind).demanding(.below),
            Route(.proppatch, path, .device, CalendarServer.propPatch),
            Route(.report, path, .device, CalendarServer.report).body(.whole(limit: CalendarServer.bodyLimit))
                .demanding(),
            Route(.put, path, .device, CalendarServer.put).body(.whole(limit: CalendarServer.bodyLimit))
                .demanding(.long),
            Route(.post, path, .device, CalendarServer.addMember).body(.whole(limit: CalendarServer.bodyLimit))
                .demanding(.long),
            Route(.delete, path, .device, CalendarServer.delete),
            Route(.move, path, .device, CalendarServer.move),
            Route(.copy, path, .device, CalendarServer.copy),
            Route(.mkcalendar, path, .device, CalendarServer.makeCalendar),
            Route(.mkcol, path, .device, CalendarServer.makeCollection),
        ]
    }

/// The additional addresses with JADWAL_ENVIRONMENT=development.
public let developmentRoutes: [Route] = [
    .get ("/dev/mailbox",                .anyone, Development.showMailbox),
    .get ("/dev/mailbox/{message}",      .anyone, Development.showMessage),
    .get ("/dev/mailbox/{message}/html", .anyone, Development.showMessageHTML),
    .get ("/dev/bridge",                 .customer, Development.showBridge),
    .post("/dev/bridge",                 .customer, Development.playBridge),
]
