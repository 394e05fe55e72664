/// A value of JSON.
enum JSONTree: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])
}

extension JSONTree: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
    init(dictionaryLiteral members: (String, JSONTree)...) {
        self = .object(Dictionary(members) { first, _ in first })
    }

    init(arrayLiteral values: JSONTree...) { self = .list(values) }
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
    init(floatLiteral number: Double) { self = .number(number) }
    init(booleanLiteral isTrue: Bool) { self = .bool(isTrue) }
}
