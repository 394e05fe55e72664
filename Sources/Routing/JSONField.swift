/// A field of an answer, which knows its name for errors.
struct JSONField {
    let tree: JSONTree
    let name: String

    init(_ tree: JSONTree, _ name: String) {
        self.tree = tree
        self.name = name
    }

    /// The value of a key; null if there is none, or if this is no object.
    subscript(key: String) -> JSONField {
        guard case .object(let members) = tree else { return JSONField(.null, key) }
        return JSONField(members[key] ?? .null, key)
    }

    var isNull: Bool { tree == .null }

    private var problem: RoutingError { .wrongShape(name) }

    /// Returns the values of a list.
    func list() throws(RoutingError) -> [JSONField] {
        guard case .list(let values) = tree else { throw problem }
        return values.map { JSONField($0, name) }
    }

    /// Returns the values of a list of a known length.
    func list(count: Int) throws(RoutingError) -> [JSONField] {
        let values = try list()
        guard values.count == count else { throw problem }
        return values
    }

    /// The values of a list; empty if this is no list.
    var values: [JSONField] { (try? list()) ?? [] }

    func text() throws(RoutingError) -> String {
        guard case .text(let text) = tree else { throw problem }
        return text
    }

    /// A text for people, shortened; nil if there is none.
    var words: String? {
        guard case .text(let text) = tree, !text.isEmpty else { return nil }
        return String(text.prefix(100))
    }

    /// Returns a number that is not negative, multiplied and rounded.
    ///
    /// - Parameter scale: the units wanted in one of the answer's, as 1,000 for kilometres as metres.
    func whole(times scale: Double = 1) throws(RoutingError) -> Int {
        guard case .number(let number) = tree else { throw problem }
        let scaled = number * scale
        guard scaled >= 0, scaled <= 1e9 else { throw problem }
        return Int(scaled.rounded())
    }

    /// Returns a number as `whole` does; nil for null.
    func wholeOrNull(times scale: Double = 1) throws(RoutingError) -> Int? {
        isNull ? nil : try whole(times: scale)
    }

    /// A number without a part behind the point; nil if there is none.
    var code: Int? {
        guard case .number(let number) = tree, number == number.rounded(), abs(number) < 1e9 else { return nil }
        return Int(number)
    }

    /// A short code of letters and digits for a sentence; nil if there is none.
    var shortCode: String? {
        guard case .text(let text) = tree, !text.isEmpty, text.utf8.count <= 60,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || $0 == 0x5F
                || (0x61...0x7A).contains($0) })
        else { return nil }
        return text
    }
}
