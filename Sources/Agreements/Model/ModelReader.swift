public import Extraction

/// A second reader of chats beside the rules: asks the model, checks its answer and judges both.
public struct ModelReader {
    private let client: ModelClient
    private let reader: ThreadReader
    private let instructions: String
    private let trustsModel: Bool

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - instructions: the system prompt, the text of `templates/model/system.txt`.
    ///   - trustsModel: true if the model's word counts where it and the rules disagree on an agreement.
    public init(_ client: ModelClient, _ reader: ThreadReader, instructions: String, trustsModel: Bool) {
        self.client = client
        self.reader = reader
        self.instructions = instructions
        self.trustsModel = trustsModel
    }

    /// Judges a chat that the rules have read. The caller has made sure that the customer agreed to it.
    ///
    /// An answer that cannot be read or believed is asked for once more, and then the rules alone count.
    ///
    /// - Parameter customerNames: the customer's names, which are masked.
    /// - Throws: errors of the endpoint. If `isTransient`, a later try can succeed; else the rules alone count.
    public func judge(
        _ thread: ChatThread, rules: ThreadAnalysis, customerNames: [String]
    ) throws(ModelError) -> Judgement {
        guard let prompt = reader.prompt(thread, customerNames: customerNames) else { return Judgement(rules: rules) }
        var verdict = Judgement.Verdict.failed
        for _ in 1...2 {
            let answer: ModelAnswer
            do throws(ModelError) {
                answer = try client.ask(system: instructions, user: prompt.text)
            } catch {
                switch error {
                case .unusable, .unreadable: verdict = .failed
                default: throw error
                }
                continue
            }
            do throws(ModelAnswerError) {
                let model = try reader.analysis(of: try prompt.original(answer), in: thread)
                return Judgement(rules: rules, model: model, trustsModel: trustsModel)
            } catch {
                verdict = .unbelieved(error)
            }
        }
        return Judgement(rules: rules, alone: verdict)
    }
}
