package import Pages

/// The files of a customer's export, in their order, each with its part of the data and the tables whose rows it holds.
///
/// The page about deleting the account lists the parts, so a new file is named there too.
package let exports: [ExportFile] = [
    ExportFile("README.txt",        nil,         [],                                    Export.readme),
    ExportFile("account.json",      .profile,    ["customer", "address_change", "account_deletion"], Export.account),
    ExportFile("networks.json",     .sessions,   ["customer_network"],                  Export.networks),
    ExportFile("sessions.json",     .sessions,   ["session"],                           Export.sessions),
    ExportFile("logins.json",       .sessions,   ["linked_login"],                      Export.logins),
    ExportFile("devices.json",      .sessions,   ["device_password"],                   Export.devices),
    ExportFile("programs.json",     .sessions,   ["personal_token"],                    Export.programs),
    ExportFile("mails.json",        .mails,      ["job"],                               Export.mails),
    ExportFile("prayer-times.json", .feed,       ["prayer_feed", "mosque_table", "mosque_day"], Export.prayerTimes),
    ExportFile("calendars.json",    .calendars,  [
        "calendar_collection", "calendar_property", "calendar_preference",
    ], Export.calendars),
    ExportFile(calendarsIn: "calendars", ["calendar_object"]),
    ExportFile("subscriptions.json", .calendars, ["subscription"],                      Export.subscriptions),
    ExportFile("my-day.json",       .profile,    ["day_habit"],                         Export.day),
    ExportFile("places.json",       .profile,    ["saved_place"],                       Export.places),
    ExportFile("position.json",     .profile,    ["last_position", "position_consent"], Export.position),
    ExportFile("plan.json",         .calendars,  ["plan", "plan_item", "planning_choice", "task_fact"], Export.plan),
    ExportFile("chats.json",        .chats,      ["chat_account", "chat", "chat_message"], Export.chats),
    ExportFile("agreements.json",   .agreements, ["agreement"],                         Export.agreements),
    ExportFile("answers.json",      .agreements, ["finding_outcome"],                   Export.outcomes),
    ExportFile("conflicts.json",    .calendars,  ["conflict"],                          Export.conflicts),
    ExportFile("notices.json",      .notices,    [
        "notification", "delivery", "notification_device", "notification_choice", "notification_preference",
        "morning_digest",
    ], Export.notices),
    ExportFile("trash.json",        .calendars,  ["calendar_trash"],                    Export.trash),
    ExportFile(textsOfTrash: "trash.ics"),
]

/// The tables about a customer that are in no file, each with the reason.
package let notExported: [(table: String, reason: String)] = [
    ("sign_in_flow",     "a sign-in under way, for minutes; its address may be one that somebody else typed"),
    ("openid_flow",      "a way to a provider and back, for minutes"),
    ("magic_link",       "digests of links and codes that live for minutes"),
    ("profile_grant",    "digests of addresses that live for minutes"),
    ("device_setup",     "digests of addresses that live for minutes"),
    ("customer_key",     "the keys with which chats are encrypted; the export has the chats themselves"),
    ("calendar_removal", "addresses of objects that are gone, from which devices learn that"),
    ("conflict_reading", "how far calendars were compared with each other"),
    ("leave_look",       "when the ways to coming events are looked at next; it says nothing about them"),
    ("reminder",         "found in the events of the calendars, which are in the export"),
    ("subscription_entry", "digests of the events of subscribed calendars, which are in the export"),
    ("calendar_feed",    "digests of secret addresses; the page of a calendar shows its address"),
    ("prayer_timetable", "computed from the place and the options in prayer_feed"),
    ("prayer_day",       "computed from the place and the options in prayer_feed"),
    ("prayer_change",    "computed from the place and the options in prayer_feed"),
    ("prayer_edition",   "computed from the place and the options in prayer_feed"),
    ("prayer_feed_body", "computed from the place and the options in prayer_feed"),
]
