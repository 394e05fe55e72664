// The tables of chats and of what was found in them. Words, names and numbers are in them encrypted only.
//
// - CustomerKeys.swift: the keys of customers. ChatAccounts.swift: consent, and the link to WhatsApp.
// - Chats.swift: chats and the order of their analysis. ChatMessages.swift: messages.
// - AgreementRows.swift: what was found, and the customer's answer.
// - RefusedMessages.swift: deliveries that are no messages.
