import HTTP
import Runtime
import Web

/// The fields of a body, read one by one. All that are wrong are remembered, so that the client hears of all at once.
struct SentFields {
    private let members: [String: SentJSON]
    private var unread: Set<String>
    private var errors: [WrongField] = []

    init(_ members: [String: SentJSON]) {
        self.members = members
        unread = Set(members.keys)
    }

    /// Reads the body of a request.
    ///
    /// - Throws: `Problem` for another type than JSON, and for a body that is no JSON object.
    init(_ request: Request) throws {
        let type = request.headers["Content-Type"]?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard ["application/json", "application/merge-patch+json"].contains(type) else {
            throw Problem(.unsupportedMediaType, code: "type", "Send JSON, with Content-Type: application/json.")
        }
        guard String(validating: request.body, as: UTF8.self) != nil,
            let value = try? JSON.value(SentJSON.self, from: String(decoding: request.body, as: UTF8.self)),
            case .object(let members) = value
        else { throw Problem(.badRequest, code: "unreadable", "The body is not an object of JSON.") }
        self.init(members)
    }

    /// Returns true if a field was sent, also if its value is null.
    func has(_ name: String) -> Bool { members[name] != nil }

    /// Reads a field.
    ///
    /// - Parameters:
    ///   - wanted: a sentence about the values that it can have.
    ///   - convert: returns nil for a value that the field cannot have.
    /// - Returns: nil if the field was not sent, or is wrong, which is remembered.
    mutating func read<Value>(_ name: String, _ wanted: String, _ convert: (SentJSON) -> Value?) -> Value? {
        unread.remove(name)
        guard let sent = members[name] else { return nil }
        guard let value = convert(sent) else {
            refuse(name, wanted)
            return nil
        }
        return value
    }

    /// Reads a field that must be there.
    mutating func require<Value>(_ name: String, _ wanted: String, _ convert: (SentJSON) -> Value?) -> Value? {
        if members[name] == nil { errors.append(WrongField(field: name, code: "missing", detail: wanted)) }
        return read(name, wanted, convert)
    }

    /// Reads a text of some Unicode scalars without control characters.
    mutating func text(_ name: String, _ lengths: ClosedRange<Int>, lines: Bool = false) -> String? {
        read(name, "A text of \(lengths.lowerBound) to \(lengths.upperBound) characters.") { sent in
            guard let text = sent.text, lengths.contains(text.unicodeScalars.count),
                !text.unicodeScalars.contains(where: { $0.isUnfitForNames && !(lines && ($0 == "\n" || $0 == "\t")) })
            else { return nil }
            return text
        }
    }

    mutating func bool(_ name: String) -> Bool? { read(name, "true or false.", \.isTrue) }

    /// Reads a whole number.
    mutating func whole(_ name: String, _ limits: ClosedRange<Int>) -> Int? {
        read(name, "A whole number from \(limits.lowerBound) to \(limits.upperBound).") { sent in
            sent.whole.flatMap { limits.contains($0) ? $0 : nil }
        }
    }

    /// Reads seconds as whole minutes.
    mutating func minutes(ofSeconds name: String, _ limits: ClosedRange<Int>) -> Int? {
        let wanted = "Seconds, a multiple of 60 from \(limits.lowerBound * 60) to \(limits.upperBound * 60)."
        return read(name, wanted) { sent in
            guard let seconds = sent.whole, seconds % 60 == 0, limits.contains(seconds / 60) else { return nil }
            return seconds / 60
        }
    }

    /// Remembers that a field is wrong.
    mutating func refuse(_ name: String, _ detail: String) {
        errors.append(WrongField(field: name, code: "value", detail: detail))
    }

    /// Ends the reading.
    ///
    /// - Throws: `Problem` with every field that is wrong or that nobody read.
    func finish() throws {
        let unknown = unread.sorted().map { name in
            WrongField(field: String(name.prefix(60)), code: "unknown", detail: "There is no such field.")
        }
        guard errors.isEmpty, unknown.isEmpty else { throw Problem.fields(errors + unknown) }
    }
}

extension SentFields {
    /// Makes the fields of the parameters of an address: each is a text, and each may be there once.
    init(query: Form) throws {
        var members: [String: SentJSON] = [:]
        for field in query.fields {
            let (name, value) = (field.name, field.value)
            guard members[name] == nil else { throw Problem.field(String(name.prefix(60)), "It is there twice.") }
            members[name] = .text(value)
        }
        self.init(members)
    }

    /// Reads a parameter of an address as a number.
    mutating func number(_ name: String, _ limits: ClosedRange<Double>) -> Double? {
        read(name, "A number from \(limits.lowerBound) to \(limits.upperBound).") { sent in
            let number = sent.number ?? sent.text.flatMap { $0.utf8.count <= 32 ? Double($0) : nil }
            return number.flatMap { limits.contains($0) ? $0 : nil }
        }
    }
}
