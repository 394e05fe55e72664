import Mail

extension EmailAddress.Problem {
    /// The text that tells a person what to change.
    var textKey: String {
        switch self {
        case .empty: "problem.address.empty"
        case .missingAt: "problem.address.noAt"
        case .severalAts: "problem.address.manyAts"
        case .tooLong: "problem.address.tooLong"
        case .space, .invisibleCharacter, .forbiddenCharacter: "problem.address.characters"
        case .missingLocalPart, .quotes, .misplacedDot: "problem.address.local"
        case .nonASCIILocalPart: "problem.address.unsupported"
        case .missingDomain, .ipAddress, .incompleteDomain, .invalidDomain: "problem.address.domain"
        }
    }
}
