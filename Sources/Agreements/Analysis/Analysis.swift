import CivilTime
import Crypto
import Extraction
import Logging
import Postgres
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage

// The reading of chats, which the worker does.
//
// - Analysis.swift: a chat is read, and the result is written down. ChatReading.swift: the chat as the extraction takes
//   it. ApplyFindings.swift: what each plan changes. EventWriter.swift: the events of the calendar.
// - AnalysisRunner.swift: the loop of a thread, and what follows a failure.
// - ChatModel.swift: the second reading by a language model. MailFindings.swift: the mail about what was found.
//   NotifyFindings.swift: notices about it.

extension App {
    /// Reads a chat that this worker claimed, and writes down what was found.
    ///
    /// Every step may be done twice: an event has the UID of its plan, and a finding is known by its plan. So a worker
    /// that dies anywhere loses nothing, and makes nothing twice.
    ///
    /// - Parameter model: the language model, if the operator has one.
    /// - Throws: `VaultError`, `CalendarRefusal`, `ModelError` if the model may answer later, and errors of the
    ///   database; then the chat is as before.
    func analyse(_ chat: ChatRow, model: ChatModel?) throws {
        // The customer may have left, or had everything forgotten, since the chat was claimed.
        guard let customer = try store.customer(chat.customer), try store.chat(of: chat.customer, chat.id) != nil
        else { return }
        guard let vault = try vault(of: chat.customer) else { throw VaultError.missingKey }
        let reading = try ChatReading(chat, customer, vault, self)
        guard !reading.messages.isEmpty else {
            _ = try store.finishAnalysis(of: chat, hasProposal: false)
            return
        }
        if let seconds = reading.secondsUntilAnswered {
            _ = try store.finishAnalysis(of: chat, hasProposal: false, nextAfterSeconds: seconds)
            return
        }
        let reader = try ThreadReader(
            lexicon: shared.chatWords().conversation, times: ExpressionReader(shared.lexicon()))
        var analysis = reader.read(reading.thread)
        if let model, let account = try store.chatAccount(of: customer.id), allowsModel(account) {
            let linkedName = try account.sealedName.map { try vault.open(String.self, $0, .name) }
            let names = [customer.name, linkedName, reading.ownName].compactMap(\.self).filter { !$0.isEmpty }
            analysis = try model.judged(analysis, reading.thread, reader, customerNames: names, self)
        }
        try FindingWriter(reading, vault, customer, self).write(analysis)
        log.info("chat read", metadata: [
            "customer_id": "\(customer.id)", "status": "\(analysis.status.rawValue)",
            "plans": "\(analysis.plans.count)",
        ])
    }
}
