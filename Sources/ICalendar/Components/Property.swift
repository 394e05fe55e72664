/// One content line: a name, its parameters, and a value that is not interpreted (RFC 5545 §3.1, §3.5).
///
/// Two properties are equal if their texts are equal, wherever they were read.
public struct Property: Sendable {
    /// Upper case, as in DTSTART.
    public var name: String
    /// The parameters in the order of the text.
    public var parameters: [Parameter]
    /// The value, unfolded and still escaped for its type.
    public var value: String
    /// The number of its first line in the text, from 1; nil if it was made here.
    public var line: Int?

    /// - Parameters:
    ///   - name: in upper case.
    ///   - value: already escaped for its type.
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
    /// Returns the first value of a parameter, whose name is in upper case.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.values.first
    }

    /// Returns a parameter's value from the standard's list of words, in upper case.
    func keyword(_ parameter: String) -> String? { self.parameter(parameter).map { upperCased($0.utf8) } }

    /// The value as one of the standard's words, in upper case.
    var keyword: String { upperCased(value.utf8.filter { !isSpace($0) }) }

    /// True for a RECURRENCE-ID that also holds for all later occurrences (RFC 5545 §3.2.13).
    var isThisAndFuture: Bool { keyword("RANGE") == "THISANDFUTURE" }

    /// Sets a parameter to one value, or removes it.
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

/// A parameter of a property: `TZID=Europe/Berlin`, `MEMBER="mailto:a@example.org","mailto:b@example.org"`
/// (RFC 5545 §3.2).
public struct Parameter: Hashable, Sendable {
    /// Upper case, as in TZID.
    public var name: String
    /// The values without quotes and without the circumflex escapes of RFC 6868. The writer adds both where
    /// they are needed.
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
