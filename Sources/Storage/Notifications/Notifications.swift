// The tables of notifications.
//
// - Notices.swift: what customers are to know. Deliveries.swift: each on its way to a device, or by mail.
// - NotificationDevices.swift: browsers and phones. NotificationChoices.swift: quiet hours, and kinds by channel.
// - DueReminders.swift: alarms of events that notices are made of. `Calendars` writes them with the events.
// - Digests.swift: who wants the day announced each morning.
// - ProviderTokens.swift: the token that all processes share.
