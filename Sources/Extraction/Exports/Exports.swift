// Chats that WhatsApp's "Export chat" wrote.
//
// - ChatExport.swift: the entry. ExportThread.swift: the messages as a chat to be analysed.
// - ExportLine.swift, ExportStamp.swift and ExportBody.swift: the parts of a line. DateOrder.swift: day or month first.
// - ExportWords.swift: what the app writes itself, in the languages it has.
