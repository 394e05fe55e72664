import Testing
import Text

@Suite("Kinds of bytes, trimming and digits")
struct TextTests {
    @Test("every byte is of the kinds that ASCII gives it")
    func kinds() {
        for byte in UInt8.min...UInt8.max {
            let scalar = Unicode.Scalar(byte)
            #expect(isDigit(byte) == ("0"..."9").contains(scalar))
            #expect(isLetter(byte) == (("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)))
            #expect(isBlank(byte) == (scalar == " " || scalar == "\t"))
            #expect(isWhiteSpace(byte) == [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D].contains(byte))
        }
    }

    @Test("a text loses the white space around it and nothing inside", arguments: [
        ("", ""), (" ", ""), (" \t\r\n", ""), ("a", "a"), (" a", "a"), ("a\r\n", "a"), ("\t a  b \n", "a  b"),
        ("\u{A0}a\u{A0}", "\u{A0}a\u{A0}"), (" \u{301}a ", "\u{301}a"), (" مرحبا ", "مرحبا"),
    ])
    func text(written: String, expected: String) {
        #expect(written.trimmed().unicodeScalars.elementsEqual(expected.unicodeScalars))
        #expect(written[...].trimmed().unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test("bytes lose what the caller names, at both ends")
    func bytes() {
        let bytes = Array(" \t a \n b \t".utf8)
        #expect(bytes.trimmed(while: isBlank).elementsEqual("a \n b".utf8))
        #expect(bytes[3...].trimmed(while: isBlank).startIndex == 3)
        #expect([1, 1, 2, 1].trimmed { $0 == 1 } == [2])
        #expect([1, 1].trimmed { $0 == 1 }.isEmpty)
    }

    @Test("a number has at least the digits that were asked for", arguments: [
        (0, 0, "0"), (0, 1, "0"), (0, 4, "0000"), (7, 2, "07"), (42, 2, "42"), (123, 2, "123"), (9, -1, "9"),
        (2026, 4, "2026"), (-5, 2, "-05"), (123, 30, String(repeating: "0", count: 27) + "123"),
        (.max, 2, "9223372036854775807"), (.min, 2, "-9223372036854775808"),
    ])
    func numbers(number: Int, width: Int, expected: String) {
        #expect(digits(number, width) == expected)
    }
}
