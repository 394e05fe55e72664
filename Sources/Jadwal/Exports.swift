package import Pages

/// The files of a customer's export, in their order, with the tables whose rows they hold.
package let exports: [ExportFile] = [
    ExportFile("README.txt",        [],                                                 Export.readme),
    ExportFile("account.json",      ["customer", "address_change", "account_deletion"], Export.account),
    ExportFile("networks.json",     ["customer_network"],                               Export.networks),
    ExportFile("sessions.json",     ["session"],                                        Export.sessions),
    ExportFile("devices.json",      ["device_password"],                                Export.devices),
    ExportFile("mails.json",        ["job"],                                            Export.mails),
    ExportFile("prayer-times.json", ["prayer_feed", "mosque_table", "mosque_day"],      Export.prayerTimes),
    ExportFile("calendars.json",    [
        "calendar_collection", "calendar_property", "calendar_preference",
    ], Export.calendars),
    ExportFile(calendarsIn: "calendars", ["calendar_object"]),
    ExportFile("chats.json",        ["chat_account", "chat", "chat_message"],           Export.chats),
    ExportFile("agreements.json",   ["agreement"],                                      Export.agreements),
    ExportFile("trash.json",        ["calendar_trash"],                                 Export.trash),
    ExportFile(textsOfTrash: "trash.ics"),
]

/// The tables about a customer that are in no file, each with the reason.
package let notExported: [(table: String, reason: String)] = [
    ("sign_in_flow",     "a sign-in under way, for minutes; its address may be one that somebody else typed"),
    ("magic_link",       "digests of links and codes that live for minutes"),
    ("profile_grant",    "digests of addresses that live for minutes"),
    ("device_setup",     "digests of addresses that live for minutes"),
    ("customer_key",     "the keys with which chats are encrypted; the export has the chats themselves"),
    ("calendar_removal", "addresses of objects that are gone, from which devices learn that"),
    ("calendar_feed",    "digests of secret addresses; the page of a calendar shows its address"),
    ("prayer_timetable", "computed from the place and the options in prayer_feed"),
    ("prayer_day",       "computed from the place and the options in prayer_feed"),
    ("prayer_change",    "computed from the place and the options in prayer_feed"),
    ("prayer_edition",   "computed from the place and the options in prayer_feed"),
    ("prayer_feed_body", "computed from the place and the options in prayer_feed"),
]
