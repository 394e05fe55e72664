import Testing
@testable import Transit

@Suite("Tables of comma-separated values")
struct TableReaderTests {
    @Test("are read in pieces of any length", arguments: [
        ("a,b\nc,d\n", ["1 a|b", "2 c|d"]),
        ("a,b\r\nc,d", ["1 a|b", "2 c|d"]),
        ("a,b\rc,d\r", ["1 a|b", "2 c|d"]),
        ("\u{FEFF}a,b\n", ["1 a|b"]),
        ("\u{FEFF}\"a\",b\n", ["1 a|b"]),
        ("a,,\n,\n", ["1 a||", "2 |"]),
        ("a\n\n\nb\n", ["1 a", "4 b"]),
        ("\"a,b\",\"c \"\"d\"\"\"\n", ["1 a,b|c \"d\""]),
        ("\"a\nb\",c\nd,e\n", ["1 a\nb|c", "3 d|e"]),
        ("\"a\r\nb\",c\r\nd,e\r\n", ["1 a\r\nb|c", "3 d|e"]),
        (" a , b\n", ["1 a|b"]),
        ("a\"b\",c\n", ["1 a\"b\"|c"]),
        ("", []),
    ])
    func rows(text: String, expected: [String]) throws {
        for piece in [1, 2, 3, 100] {
            let (rows, open) = try read(text, piece: piece)
            #expect(rows == expected, "in pieces of \(piece)")
            #expect(open == nil)
        }
    }

    @Test("name the line of a quote that is not closed")
    func openQuote() throws {
        let (rows, open) = try read("a,b\nc,\"d\ne,f\n", piece: 100)
        #expect(rows == ["1 a|b", "2 c|d\ne,f\n"])
        #expect(open == 2)
    }

    @Test("refuse a row that is too long, with its line")
    func longRow() {
        #expect(throws: FeedError.rowTooLong(.stops, line: 2)) {
            try read("a,b\n" + String(repeating: "x", count: 101), piece: 7)
        }
    }

    private func read(_ text: String, piece: Int) throws -> (rows: [String], open: Int?) {
        var reader = TableReader(.stops, rowBytes: 100), rows: [String] = []
        let bytes = Array(text.utf8)
        func take(_ row: TableRow) {
            rows.append("\(row.line) " + row.ends.indices.map { row[$0].string }.joined(separator: "|"))
        }
        for start in stride(from: 0, to: bytes.count, by: piece) {
            let part = Array(bytes[start..<min(start + piece, bytes.count)])
            let result: Result<Void, FeedError> = part.withUnsafeBytes { part in
                do throws(FeedError) {
                    return .success(try reader.read(part) { row throws(FeedError) in take(row) })
                } catch {
                    return .failure(error)
                }
            }
            try result.get()
        }
        let open = try reader.finish { row throws(FeedError) in take(row) }
        return (rows, open)
    }
}
