import CivilTime
import Planning
import Storage

/// The last position in an export, by three decimals, as it is stored.
struct PositionExport: Encodable {
    /// The moment of the consent; nil without it.
    let agreed: String?
    let latitude: Double?, longitude: Double?, accuracyMetres: Int?, measured: String?

    init(_ shown: ShownPosition) {
        agreed = shown.agreedAt?.iso8601
        latitude = shown.position?.latitude
        longitude = shown.position?.longitude
        accuracyMetres = shown.position?.accuracyMetres
        measured = shown.position?.measuredAt.iso8601
    }
}

/// A program with a token in an export. The token itself is stored as a digest only.
struct ProgramExport: Encodable {
    let name: String, scopes: [String], made: String, lastUsed: String?, network: String?

    init(_ token: PersonalToken) {
        name = token.label
        scopes = token.scopes.map(\.rawValue)
        made = token.createdAt.iso8601
        lastUsed = token.lastUsedAt?.iso8601
        network = token.lastNetwork
    }
}
