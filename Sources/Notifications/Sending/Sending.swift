// Notices on their way.
//
// - NoteReminders.swift: the notices of alarms.
// - DecideNotice.swift: when and where a notice is sent. QuietTimesOfCustomer.swift: the times at which none is.
// - NoticeRunner.swift: the thread that sends. PushSender.swift: pushes. MailNotices.swift: the mail.
// - TestNotice.swift: the answer to a test button.
