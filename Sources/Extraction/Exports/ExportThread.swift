extension ChatExport {
    /// Returns the messages as a chat to be analysed.
    ///
    /// Deleted messages, media without words and lines of the app are left out. A place counts as a message.
    ///
    /// - Parameter customer: the name of the customer in the file; all others are the contact.
    public func thread(customer: String, context: ReadingContext) -> ChatThread {
        var context = context
        context.isMonthFirst = dateOrder == .mdy
        let messages = self.messages.enumerated().compactMap { index, message -> ChatMessage? in
            guard message.kind != .system, message.kind != .deleted, !message.text.isEmpty, let sender = message.sender
            else { return nil }
            return ChatMessage(
                id: "\(index + 1)", side: sender == customer ? .customer : .contact, at: message.at, text: message.text)
        }
        return ChatThread(
            messages: messages, context: context, contactName: senders(atMost: 2).first { $0 != customer })
    }
}

extension ThreadAnalysis {
    /// Makes an analysis of one plan alone.
    public init(_ plan: PlanFinding) {
        self.init(status: plan.status, event: plan.event, plans: [plan])
    }
}
