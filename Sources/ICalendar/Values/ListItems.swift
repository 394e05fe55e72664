/// The values of a list between its commas, one at a time. An array of all would be many times as large as
/// the text. Not for TEXT, whose values may contain commas (`unescapedTexts`).
struct ListItems: Sequence, IteratorProtocol {
    private var rest: Substring?
    private let reading: Reading

    /// - Parameter reading: `.lenient` skips empty values, as between two commas.
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
