import SwiftProtobuf
import Wire

/// The fields that an update changes, by their names in the definition.
struct WrittenFields {
    private let names: Set<String>

    /// - Throws: `CallError` for no field, or for one that does not change.
    init(_ sent: [String], of allowed: Set<String>) throws {
        guard !sent.isEmpty, allowed.isSuperset(of: sent) else { throw CallError.wrong("fields") }
        names = Set(sent)
    }

    func contains(_ name: String) -> Bool { names.contains(name) }
}

extension CallError {
    /// Makes the error of a field with a value that it cannot have.
    static func wrong(_ field: String) -> CallError {
        CallError(.invalidArgument, "api.field", ["field": field]).with(Jadwal_V1_Problem.with {
            ($0.reason, $0.field) = ("FIELD", field)
        })
    }

    /// Makes the error of an object that is not as the client saw it.
    static func stale(current: String) -> CallError {
        CallError(.aborted, "api.stale").with(Jadwal_V1_Problem.with {
            ($0.reason, $0.currentEtag) = ("ETAG_CHANGED", current)
        })
    }
}
