import FoundationEssentials
import WebClient

/// Returns the model's text in a response of chat completions.
///
/// - Throws: `ModelError.unusable` for an answer that was cut, refused or left empty.
func answerText(of body: [UInt8]) throws(ModelError) -> String {
    guard let completion = try? JSONDecoder().decode(Completion.self, from: Data(body)),
        let choice = completion.choices.first
    else { throw .unusable(.notJSON) }
    if let refusal = choice.message.refusal, !refusal.isEmpty { throw .unusable(.refusal) }
    // Cut objects can be whole JSON by chance.
    switch choice.finishReason {
    case "stop": break
    case "content_filter": throw .unusable(.refusal)
    default: throw .unusable(.cut)
    }
    guard let content = choice.message.content, content.contains(where: { !$0.isWhitespace }) else {
        throw .unusable(.empty)
    }
    return content
}

/// The part of a completion that is read. Other keys are passed over.
private struct Completion: Decodable {
    struct Choice: Decodable {
        let message: Message
        let finishReason: String?

        enum CodingKeys: String, CodingKey {
            case message
            case finishReason = "finish_reason"
        }
    }

    struct Message: Decodable {
        let content: String?
        let refusal: String?
    }

    let choices: [Choice]
}
