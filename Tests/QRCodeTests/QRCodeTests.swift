import QRCode
import Testing

@Suite("QR codes")
struct QRCodeTests {
    /// Makes the code of a text of `letters` letters, none of which is in the denser alphabets of the standard.
    private func code(letters: Int) throws -> QRCode {
        try QRCode(String(repeating: "a", count: letters))
    }

    @Test("the side grows with the text as in the standard's table", arguments: [
        // The capacity of a version at level M in bytes (ISO/IEC 18004, table 7), and its side, 17 + 4 × version.
        (14, 21), (15, 25), (26, 25), (27, 29), (42, 29), (43, 33), (62, 33), (63, 37), (84, 37),
        (2_331, 177),
    ])
    func sides(letters: Int, side: Int) throws {
        #expect(try code(letters: letters).width == side)
    }

    @Test("three corners have the finder pattern, and dark and light alternate between them")
    func fixedPatterns() throws {
        let code = try QRCode("webcal://jadwal.example.org/prayer/sa/riyadh.ics")
        let last = code.width - 7
        for (top, left) in [(0, 0), (0, last), (last, 0)] {
            for row in 0..<7 {
                for column in 0..<7 {
                    // Rings around the middle: three by three dark, then light, then dark.
                    let ring = max(abs(row - 3), abs(column - 3))
                    #expect(code.isDark(row: top + row, column: left + column) == (ring != 2))
                }
            }
        }
        for place in 8..<code.width - 8 {
            #expect(code.isDark(row: 6, column: place) == (place % 2 == 0))
            #expect(code.isDark(row: place, column: 6) == (place % 2 == 0))
        }
    }

    @Test("the path covers every dark square and no other")
    func path() throws {
        let code = try QRCode("https://jadwal.example.org/prayer/eg/cairo?method=egyptian")
        var covered: Set<[Int]> = []
        for line in code.path.matches(of: /M(\d+) (\d+)\.5((?:h\d+(?:m\d+ 0)?)+)/) {
            var column = try #require(Int(line.1))
            let row = try #require(Int(line.2))
            for step in line.3.matches(of: /([hm])(\d+)/) {
                let length = try #require(Int(step.2))
                if step.1 == "h" {
                    for square in column..<column + length { #expect(covered.insert([row, square]).inserted) }
                }
                column += length
            }
        }
        for row in 0..<code.width {
            for column in 0..<code.width {
                let isCovered = covered.contains([row + QRCode.margin, column + QRCode.margin])
                #expect(isCovered == code.isDark(row: row, column: column))
            }
        }
        #expect(code.size == code.width + 8)
    }

    @Test("a text that does not fit is refused", arguments: [("a", 2_332), ("\0", 1), ("", 1)])
    func refused(part: String, count: Int) {
        #expect(throws: QRCodeError.self) { try QRCode(String(repeating: part, count: count)) }
    }
}
