/// A refusal of an engine, or an answer that cannot be used.
public enum RoutingError: Error, Hashable, Sendable {
    /// There is no way between the places.
    case noRoute
    /// A place is not on the engine's map; its index, if the engine says it.
    case pointNotFound(index: Int?)
    /// The engine moved a place to a street far away.
    case snappedTooFar(metres: Int)
    /// The places are farther apart than the engine allows.
    case tooFar
    case tooManyPlaces(limit: Int?)
    /// The engine does not know the way of travelling, or makes no matrices.
    case unsupported
    /// The timetable has no day for the moment.
    case outsideTimetable
    case quotaUsedUp(retrySeconds: Int?)
    case keyRefused
    /// The engine does not understand the request; its code for that.
    case notUnderstood(String)
    case serverFault(status: Int)
    /// A proxy changed the answer (203), or the engine answered another question.
    case changedOnTheWay
    case notAsAsked
    /// The body is not JSON, as a page in HTML.
    case notJSON
    /// The JSON ends before its end.
    case cutShort
    /// The JSON has more parts than an honest answer.
    case tooLarge
    /// A field is missing, null, of another type or out of range; its name.
    case wrongShape(String)
    /// A number is in other units than those asked for.
    case wrongUnits(String)
    /// The time of a way cannot be true.
    case implausible(seconds: Int, estimate: Int)
}

extension RoutingError {
    /// A sentence for the operator. It has no places and no keys.
    public var sentence: String {
        switch self {
        case .noRoute: "it finds no way between the places"
        case .pointNotFound(let index):
            "a place is not on its map" + (index.map { " (number \($0 + 1))" } ?? "")
        case .snappedTooFar(let metres): "it moved a place by \(metres) m to a street: its map is of another region"
        case .tooFar: "the places are farther apart than it allows"
        case .tooManyPlaces(let limit): "too many places at once" + (limit.map { "; it takes \($0)" } ?? "")
        case .unsupported: "it does not do that way of travelling"
        case .outsideTimetable: "its timetable does not have that day"
        case .quotaUsedUp(let seconds):
            "its quota is used up" + (seconds.map { "; it wants \($0) seconds of rest" } ?? "")
        case .keyRefused: "it refuses the key"
        case .notUnderstood(let code): "it does not understand the request (\(code))"
        case .serverFault(let status): "it has a fault of its own (status \(status))"
        case .changedOnTheWay: "a proxy changed its answer (status 203)"
        case .notAsAsked: "it answered another question than was asked"
        case .notJSON: "its answer is not JSON: is the address right?"
        case .cutShort: "its answer ends in the middle"
        case .tooLarge: "its answer is too large"
        case .wrongShape(let field): "its answer has no usable \(field): is it another version?"
        case .wrongUnits(let field): "its \(field) is in other units than were asked for"
        case .implausible(let seconds, let estimate):
            "its time of \(seconds) s cannot be true beside the estimate of \(estimate) s"
        }
    }
}
