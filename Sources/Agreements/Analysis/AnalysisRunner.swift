import Calendars
import Logging
import Postgres
package import Runtime
import Storage

/// The loop of a thread that reads chats: claim one that is due, read it, wait for the next.
///
/// Several threads and processes may run it. A chat is read by one of them at a time.
package final class AnalysisRunner {
    private let app: App
    private let model: ChatModel?
    private let waitsForModel: Bool

    /// - Parameters:
    ///   - model: the language model, if the operator has one.
    ///   - waitsForModel: false for a thread that leaves out the chats of customers who allow the model, so that a slow
    ///     model never holds up the others.
    package init(_ app: App, model: ChatModel? = nil, waitsForModel: Bool = true) {
        self.app = app
        self.model = model
        self.waitsForModel = waitsForModel || model == nil
    }

    /// The seconds for which a chat is claimed. A worker that dies leaves it to others after that. A model may take two
    /// tries of three requests, a minute each.
    private var claimSeconds: Int { model == nil ? 120 : 480 }
    /// The minutes until each further try.
    private static let waits = [1, 2, 4, 8, 15]

    /// Runs until `shouldStop` returns true, and continues after every loss of the database.
    package func run(until shouldStop: () -> Bool) {
        app.work(announcedOn: Store.chatChannel, until: shouldStop, next: runNext) { store in
            try store.secondsUntilNextChat(withModel: waitsForModel)
        } failed: { error in
            app.log.error("chats", metadata: ["reason": "\(error)"])
        }
    }

    /// Reads the chat that has been due the longest.
    ///
    /// - Returns: false if none is due.
    package func runNext() throws -> Bool {
        guard let chat = try app.store.claimChat(seconds: claimSeconds, withModel: waitsForModel) else { return false }
        guard chat.tries <= Self.waits.count else {
            // Every worker that read it died.
            try postpone(chat, .fault, "no reader ended")
            return true
        }
        do {
            try app.analyse(chat, model: model)
            try app.store.countChatRead()
        } catch is TurnLost {
            return true
        } catch let error as PostgresError where error.isConnectionLost {
            throw error
        } catch let error as ModelError {
            try postpone(chat, .model, "\(error)")
        } catch let error as VaultError {
            try postpone(chat, .key, "\(error)")
        } catch let error as CalendarRefusal {
            try postpone(chat, .calendar, error.name)
        } catch {
            try postpone(chat, .fault, "\(error)")
        }
        return true
    }

    private func postpone(_ chat: ChatRow, _ problem: ChatProblem, _ reason: String) throws {
        let wait = chat.tries < Self.waits.count ? Self.waits[chat.tries] * 60 : nil
        try app.store.postponeAnalysis(of: chat, afterSeconds: wait, problem)
        try app.store.countChatFailed()
        app.log.error("chat not read", metadata: [
            "customer_id": "\(chat.customer)", "problem": "\(problem.rawValue)", "tries": "\(chat.tries + 1)",
            "outcome": wait == nil ? "given up" : "retry", "reason": "\(reason)",
        ])
    }
}

extension CalendarRefusal {
    /// The kind of the refusal, for the log.
    fileprivate var name: String {
        switch self {
        case .full: "the calendars are full"
        case .tooManyObjects: "the calendar is full"
        case .tooManyCalendars: "no calendar can be made"
        case .noCalendar, .noObject, .addressTaken, .addressTooLong, .defaultStays, .uidTaken, .uidTooLong,
            .invalid, .tooManyProperties, .readOnly:
            "the event was refused"
        }
    }
}
