/// The columns of a table by their names in its header.
struct Columns {
    private let positions: [Int]

    /// Finds the columns that a file is read for.
    ///
    /// - Throws: `FeedError.missingColumn` if the header lacks one that must be there.
    init(_ header: TableRow, of file: FeedFile, _ names: [String]) throws(FeedError) {
        var found: [String: Int] = [:]
        for column in 0..<header.ends.count { found[String(decoding: header[column], as: UTF8.self)] = column }
        for name in file.requiredColumns where found[name] == nil { throw .missingColumn(file, name) }
        positions = names.map { found[$0] ?? -1 }
    }

    /// The position of the column with an index in the names; -1 if the table lacks it.
    subscript(index: Int) -> Int { positions[index] }
}
