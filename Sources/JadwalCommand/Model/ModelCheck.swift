import Agreements
import ArgumentParser
import CivilTime
import Extraction
import Runtime
import System
import WebClient

/// Asks the configured model about an invented chat.
struct ModelCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Asks the configured model about an invented chat and prints what works.",
        discussion: """
            Prints the form of answers that the endpoint understands, the time that an answer took, and if the \
            answer passed the checks. It ends with 1 if there is no answer. No chat of a customer is sent.
            """)

    @OptionGroup var options: ThreadOptions

    func run() throws {
        let config = try readConfig()
        guard let settings = ModelSettings(config) else {
            throw ValidationError("JADWAL_MODEL_URL is not set: chats are read by the rules alone.")
        }
        startWebClients()
        let endpoint = ModelEndpoint(settings, clock: { Int(systemNow().secondsSince1970) })
        let reader = try options.reader(), thread = try inventedThread()
        let model = ModelReader(
            ModelClient(endpoint), reader, instructions: try readText(config.templates + "/model/system.txt"),
            trustsModel: true)
        let clock = ContinuousClock(), start = clock.now
        let judgement: Judgement
        do throws(ModelError) {
            judgement = try model.judge(thread, rules: reader.read(thread), customerNames: ["Omar"])
        } catch {
            print("error: \(error)")
            throw ExitCode.failure
        }
        print("form: \(endpoint.form.rawValue)")
        print("time: \((clock.now - start).components.seconds) s")
        print("verdict: \(words(judgement.verdict))")
        if judgement.verdict == .failed { throw ExitCode.failure }
    }

    private func inventedThread() throws -> ChatThread {
        let date = MessageTime.standard.local.date
        let texts = ["Hi Sara, dinner tomorrow at 8pm?", "Yes, see you at 8 in Najd House"]
        let messages = texts.enumerated().map { index, text in
            ChatMessage(
                id: "\(index)", side: index == 0 ? .customer : .contact,
                at: LocalDateTime(date: date, hour: 10, minute: index) ?? .midnight(date), text: text)
        }
        return ChatThread(
            messages: messages, context: try options.circumstances().context(zone: nil), contactName: "Sara")
    }

    private func words(_ verdict: Judgement.Verdict) -> String {
        switch verdict {
        case .notAsked: "not asked"
        case .failed: "the answer could not be read"
        case .unbelieved: "the answer was read, but did not pass the checks"
        case .agreed: "the answer passed the checks, and is that of the rules"
        case .disagreed: "the answer passed the checks, but is not that of the rules"
        }
    }
}
