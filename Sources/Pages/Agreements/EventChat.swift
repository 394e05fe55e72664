import Agreements
import Storage

/// The finding that an event came from, on the event's page.
struct EventChat: Encodable {
    /// The number of the finding.
    var id: String
    var proof: ChatProof?
    var flags: [FoundFlag]
    var buttons: [AnswerButton]
}

extension EventChat {
    /// - Returns: nil if no answer is asked for.
    init?(_ found: FoundAgreement, _ words: FoundWords) {
        guard found.isOpen else { return nil }
        self.init(
            id: found.id.description, proof: ChatProof(found, words), flags: words.flags(found),
            buttons: words.buttons(found))
    }
}
