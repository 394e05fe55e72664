// What was found in a customer's chats, and the settings of the chats.
//
// - Inbox.swift: the list. AnswerInbox.swift: keep, add, dismiss, and back. FoundItem.swift: a finding on a page.
//   FoundWords.swift: its day, time and sentences in words. EventChat.swift: the same on the event's page.
// - WhatsApp.swift: consent, the link and its states. ChangeLink.swift: the forms that begin and end a link.
//   ChatChoices.swift: the chats, one by one, the mail, and forgetting everything.
// - UploadChat.swift: an exported chat.

/// The pages of what was agreed in chats.
package enum AgreementPages {}
