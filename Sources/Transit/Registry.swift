/// The rows of a table by their ids, which other tables may mention before.
struct Registry<Value> {
    private(set) var ids = NameTable()
    private(set) var values: [Value?] = []
    /// The first row that names each id.
    private(set) var mentions: [Mention] = []

    struct Mention {
        let file: FeedFile
        let line: UInt32
    }

    var count: Int { values.count }

    subscript(number: Int) -> Value? { values[number] }

    /// Returns the number of an id.
    mutating func number(of id: Field, in file: FeedFile, _ line: Int) -> Int {
        let number = ids.insert(id)
        if number == values.count {
            values.append(nil)
            mentions.append(Mention(file: file, line: UInt32(clamping: line)))
        }
        return number
    }

    /// Sets the value of an id.
    ///
    /// - Returns: false if it has one, which stays.
    mutating func define(_ number: Int, _ value: Value) -> Bool {
        guard values[number] == nil else { return false }
        values[number] = value
        return true
    }

    mutating func replace(_ number: Int, _ value: Value) { values[number] = value }
}
