extension DecodingError {
    /// A sentence that names the member and what to change.
    var sentence: String {
        func path(_ path: [any CodingKey]) -> String {
            path.reduce("") { path, key in
                key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)")
            }
        }
        switch self {
        case .keyNotFound(let key, let context): return "\(path(context.codingPath + [key])) is missing; add it"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let place = context.codingPath.isEmpty ? "the line" : path(context.codingPath)
            return "\(place) must be \(kind(of: type))"
        case .dataCorrupted(let context):
            return context.codingPath.isEmpty
                ? "is not a JSON object, or has a number that is too large"
                : "\(path(context.codingPath)) is wrong: \(context.debugDescription)"
        @unknown default: return "\(self)"
        }
    }

    private func kind(of type: Any.Type) -> String {
        switch type {
        case is Int.Type: "a whole number"
        case is String.Type: "a text"
        case is any ExpressibleByDictionaryLiteral.Type: "an object"
        default: "a list"
        }
    }
}
