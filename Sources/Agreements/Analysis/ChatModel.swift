import Extraction
import Logging
package import Runtime
import Storage
import System

/// The language model of this installation, for all threads of a process.
package struct ChatModel: Sendable {
    private let endpoint: ModelEndpoint
    private let instructions: String
    private let trustsModel: Bool

    /// Reads the settings and the instructions, `templates/model/system.txt`.
    ///
    /// - Returns: nil if the operator configured no model.
    package init?(_ config: Config) throws {
        guard let settings = ModelSettings(config) else { return nil }
        instructions = try readText("\(config.templates)/model/system.txt")
        trustsModel = config.modelTrust == .model
        endpoint = ModelEndpoint(settings, clock: { Int(Monotonic.nanoseconds() / 1_000_000_000) })
    }

    /// Returns the findings after the model has read the chat, too. The customer has agreed to that.
    ///
    /// - Parameter customerNames: the customer's names, as the other person may write them. They are masked.
    /// - Throws: `ModelError` if the model may answer later. If it never can, the rules alone count.
    func judged(
        _ rules: ThreadAnalysis, _ thread: ChatThread, _ reader: ThreadReader, customerNames: [String], _ app: App
    ) throws -> ThreadAnalysis {
        let model = ModelReader(
            ModelClient(endpoint), reader, instructions: instructions, trustsModel: trustsModel)
        do throws(ModelError) {
            let judgement = try model.judge(thread, rules: rules, customerNames: customerNames)
            app.log.info("model asked", metadata: ["verdict": "\(judgement.verdict.name)"])
            return judgement.analysis
        } catch {
            if error.isAlarm { app.log.error("model refused", metadata: ["reason": "\(error)"]) }
            if error.isTransient { throw error }
            return rules
        }
    }
}

extension Judgement.Verdict {
    /// The name for the log, without anything of the answer.
    fileprivate var name: String {
        switch self {
        case .notAsked: "not asked"
        case .failed: "failed"
        case .unbelieved: "not believed"
        case .agreed: "agreed"
        case .disagreed: "disagreed"
        }
    }
}

extension AgreementHome {
    /// The host of the language model and its country, as the consent names them; nil if there is no model.
    package var modelHost: (host: String, country: String)? {
        app.config.modelHost.map { ($0, app.config.modelHostCountry) }
    }
}

extension App {
    /// Returns true if a customer allowed the language model that is set up now. Another one has to be allowed again.
    func allowsModel(_ account: ChatAccountRow) -> Bool {
        account.allowsModel && account.modelHost == config.modelHost
    }
}

extension Config {
    /// The host of the language model; nil if there is no model.
    fileprivate var modelHost: String? {
        guard !modelURL.isEmpty else { return nil }
        let parts = modelURL.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let authority = (parts.last ?? "").prefix { $0 != "/" }
        // An address of IPv6 is in brackets and has colons of its own.
        let host = authority.hasPrefix("[")
            ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        return String(host)
    }
}
