// Kinds of notices.
//
// - NoticeKind.swift: the kinds as a table. NoticeContent.swift: the facts of a notice. NoticeWords.swift: its words.
// - DigestTime.swift: the moment at which the day is announced.
// - NoticeChoices.swift: the customer's channels and quiet hours.
