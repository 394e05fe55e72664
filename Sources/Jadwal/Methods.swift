package import MobileAPI
public import Web

/// Every method of the API, by service. docs/api.md explains them, and `proto/` defines their messages.
///
/// - `open`: for anyone. The others are for customers, by an access token.
/// - `changes`: it changes something. `asks`: it does not, and is called by POST, as the published app does.
/// - `reads`: it does not, and may be called by GET, too.
package let methods: [APIMethod] = [
    // The services of the published app.
    .open   ("/auth.v1.AuthService/InitiateEmail",                     AuthMethods.initiateEmail),
    .open   ("/auth.v1.AuthService/CompleteEmail",                     AuthMethods.completeEmail),
    .open   ("/auth.v1.AuthService/UseGoogle",                         AuthMethods.useGoogle),
    .open   ("/auth.v1.AuthService/RefreshTokens",                     AuthMethods.refreshTokens),
    .changes("/auth.v1.AuthService/GenerateMagicToken",                AuthMethods.generateMagicToken),
    .asks   ("/calendar.v1.CalendarService/GetCalDavAccount",          PhoneMethods.getCalDAVAccount),
    .changes("/calendar.v1.CalendarService/SchedulePrayerTimes",       PhoneMethods.schedulePrayerTimes),
    .asks   ("/profile.v1.ProfileService/GetProfile",                  PhoneMethods.getProfile),
    .changes("/profile.v1.ProfileService/AddDevice",                   PhoneMethods.addDevice),
    .changes("/whatsapp.v1.WhatsappService/ConnectWhatsappAccount",    WhatsAppMethods.connect),
    .changes("/whatsapp.v1.WhatsappService/DisconnectWhatsappAccount", WhatsAppMethods.disconnect),
    .asks   ("/whatsapp.v1.WhatsappService/GetWhatsappAccount",        WhatsAppMethods.get),

    // Everything else.
    .reads  ("/jadwal.v1.CalendarsService/ListCalendars",              CalendarMethods.list),
    .changes("/jadwal.v1.CalendarsService/CreateCalendar",             CalendarMethods.create),
    .changes("/jadwal.v1.CalendarsService/UpdateCalendar",             CalendarMethods.update),
    .changes("/jadwal.v1.CalendarsService/DeleteCalendar",             CalendarMethods.delete),
    .reads  ("/jadwal.v1.CalendarsService/ListChanges",                CalendarMethods.listChanges),
    .reads  ("/jadwal.v1.EventsService/ListOccurrences",               state: EventMethods.viewState,
             EventMethods.listOccurrences),
    .reads  ("/jadwal.v1.EventsService/GetEvent",                      EventMethods.get),
    .changes("/jadwal.v1.EventsService/CreateEvent",                   EventMethods.create),
    .changes("/jadwal.v1.EventsService/UpdateEvent",                   EventMethods.update),
    .changes("/jadwal.v1.EventsService/DeleteEvent",                   EventMethods.delete),
    .reads  ("/jadwal.v1.InboxService/ListConflicts",                  InboxMethods.listConflicts),
    .changes("/jadwal.v1.InboxService/AnswerConflict",                 InboxMethods.answerConflict),
    .reads  ("/jadwal.v1.InboxService/ListFindings",                   InboxMethods.listFindings),
    .changes("/jadwal.v1.InboxService/AnswerFinding",                  InboxMethods.answerFinding),
    .reads  ("/jadwal.v1.NotificationsService/ListNotifications",      NotificationMethods.list),
    .changes("/jadwal.v1.NotificationsService/MarkRead",               NotificationMethods.markRead),
    .reads  ("/jadwal.v1.NotificationsService/ListDevices",            NotificationMethods.listDevices),
    .changes("/jadwal.v1.NotificationsService/RemoveDevice",           NotificationMethods.removeDevice),
    .reads  ("/jadwal.v1.NotificationsService/GetPreferences",         NotificationMethods.getPreferences),
    .changes("/jadwal.v1.NotificationsService/SetPreferences",         NotificationMethods.setPreferences),
    .reads  ("/jadwal.v1.SettingsService/GetSettings",                 SettingsMethods.get),
    .changes("/jadwal.v1.SettingsService/UpdateSettings",              SettingsMethods.update),
    .reads  ("/jadwal.v1.SessionsService/ListSessions",                SessionMethods.list),
    .changes("/jadwal.v1.SessionsService/EndSession",                  SessionMethods.end),
    .changes("/jadwal.v1.SessionsService/SignOut",                     SessionMethods.signOut),
]

/// The addresses of the methods.
public let methodRoutes: [Route] = methods.routes
