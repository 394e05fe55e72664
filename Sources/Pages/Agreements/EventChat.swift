import Agreements
import HTTP
import Logging
import Runtime
import Storage
import Web

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

extension CustomerVisit {
    /// Returns the finding that an event came from. Without the key of chats there is none, and the page shows all the
    /// same.
    func finding(uid: String) throws -> FoundAgreement? {
        do {
            return try agreements.finding(uid: uid)
        } catch let error as VaultError {
            app.log.error("\(error.event)", metadata: ["request": "\(request.id)", "reason": "\(error)"])
            return nil
        }
    }
}
