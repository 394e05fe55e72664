/// One content line: a name, its parameters, and a value that nobody has looked at yet
/// (RFC 5545 §3.1, §3.5).
///
/// Two properties are equal when they say the same, wherever they were read.
public struct Property: Sendable {
    /// Upper case, as in DTSTART.
    public var name: String
    /// In the order in which they were written.
    public var parameters: [Parameter]
    /// Unfolded, and still escaped as its type wants it.
    public var value: String
    /// Where it was read: the number of its first line in the text, from 1. Nil for one made here.
    public var line: Int?

    /// - Parameters:
    ///   - name: in upper case.
    ///   - value: already escaped as its type wants it.
    public init(_ name: String, parameters: [Parameter] = [], value: String, line: Int? = nil) {
        self.name = name
        self.parameters = parameters
        self.value = value
        self.line = line
    }
}

extension Property: Hashable {
    public static func == (one: Property, other: Property) -> Bool {
        one.name == other.name && one.parameters == other.parameters && one.value == other.value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(parameters)
        hasher.combine(value)
    }
}

extension Property {
    /// The first value of a parameter, whose name is given in upper case.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.values.first
    }

    /// A parameter's value out of a list of the standard's words, in upper case.
    func keyword(_ parameter: String) -> String? { self.parameter(parameter).map { upperCased($0.utf8) } }

    /// The value as one of the standard's words, in upper case.
    var keyword: String { upperCased(value.utf8.filter { !isSpace($0) }) }

    /// Of a RECURRENCE-ID: it is about what follows, too (RFC 5545 §3.2.13).
    var isThisAndFuture: Bool { keyword("RANGE") == "THISANDFUTURE" }

    /// Sets a parameter to one value, or takes it away.
    public mutating func setParameter(_ name: String, _ value: String?) {
        guard let value else {
            parameters.removeAll { $0.name == name }
            return
        }
        if let index = parameters.firstIndex(where: { $0.name == name }) {
            parameters[index].values = [value]
        } else {
            parameters.append(Parameter(name, value))
        }
    }
}

/// What qualifies a property: `TZID=Europe/Berlin`, `MEMBER="mailto:a@example.org","mailto:b@example.org"`
/// (RFC 5545 §3.2).
public struct Parameter: Hashable, Sendable {
    /// Upper case, as in TZID.
    public var name: String
    /// Without their quotes, and with the circumflex escapes of RFC 6868 undone; the writer puts both
    /// back where they are needed.
    public var values: [String]

    public init(_ name: String, _ values: String...) {
        self.init(name, values)
    }

    /// - Parameter name: in upper case.
    public init(_ name: String, _ values: [String]) {
        self.name = name
        self.values = values
    }
}
