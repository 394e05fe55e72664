/// A value of JSON as a client sent it.
enum SentJSON: Decodable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([SentJSON])
    case object([String: SentJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let isTrue = try? container.decode(Bool.self) {
            self = .bool(isTrue)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let values = try? container.decode([SentJSON].self) {
            self = .list(values)
        } else {
            self = .object(try container.decode([String: SentJSON].self))
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var isTrue: Bool? { if case .bool(let isTrue) = self { isTrue } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// A whole number; nil for any other value.
    var whole: Int? {
        guard case .number(let number) = self, number == number.rounded(), abs(number) < 1e15 else { return nil }
        return Int(number)
    }
}
