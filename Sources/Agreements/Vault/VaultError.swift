public import Runtime

/// The reason why something that is kept encrypted could not be read.
public enum VaultError: RefusingError, Sendable, Hashable, CustomStringConvertible {
    /// The key of the customer, or the installation's key that it is encrypted with, is not there.
    case missingKey
    /// The bytes were changed, moved, or are of a later release.
    case unreadable

    public var refusal: Refusal { .faulty(text: "sealed") }
    public var event: String { "chats cannot be opened" }

    public var description: String {
        switch self {
        case .missingKey: "the key is missing; is secrets/messages.key the one of this database?"
        case .unreadable: "an encrypted text cannot be read with its key"
        }
    }
}
