/// The values of a list between its commas, one after the other: a list of all would be many times as
/// large as the text. Not for TEXT, which has commas of its own (`unescapedTexts`).
struct ListItems: Sequence, IteratorProtocol {
    private var rest: Substring?
    private let reading: Reading

    /// - Parameter reading: `.lenient` passes over values of nothing, as between two commas.
    init(_ value: String, _ reading: Reading) {
        rest = value[...]
        self.reading = reading
    }

    mutating func next() -> Substring? {
        while let text = rest {
            let end = text.utf8.firstIndex(of: comma)
            rest = end.map { text[text.utf8.index(after: $0)...] }
            let item = text[..<(end ?? text.endIndex)]
            if reading == .strict || !item.isEmpty { return item }
        }
        return nil
    }
}
