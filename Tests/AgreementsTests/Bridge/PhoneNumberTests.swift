import Agreements
import Testing

@Suite("Phone numbers and linking codes")
struct PhoneNumberTests {
    @Test("reads a number as people write it", arguments: [
        "+966501234567", "+966 50 123 4567", "00966501234567", "966501234567", "+966-50-123-4567",
        "+٩٦٦٥٠١٢٣٤٥٦٧", "٠٠٩٦٦ ٥٠ ١٢٣ ٤٥٦٧", "+۹۶۶۵۰۱۲۳۴۵۶۷", "＋９６６５０１２３４５６７",
        "\u{200F}+966 50 123 4567\u{202C}", "\u{2066}966501234567\u{2069}", "+966\u{00A0}50\u{2011}123\u{2013}4567",
        "+966 (50) 123 4567", "+966 (0)50 123 4567", " 966.50.123.4567\t",
    ])
    func forms(typed: String) throws {
        #expect(try PhoneNumber(text: typed).digits == "966501234567")
    }

    @Test("says that the country's code is missing", arguments: [
        "0501234567", "050 123 4567", "٠٥٠١٢٣٤٥٦٧", "(050) 1234567", "0",
    ])
    func nationalForms(typed: String) {
        #expect(throws: PhoneNumber.Problem.nationalForm) { try PhoneNumber(text: typed) }
    }

    @Test("names the problem with a text that is no number", arguments: [
        ("", PhoneNumber.Problem.empty), ("  \u{200E}", .empty), ("()", .empty), ("+", .tooShort),
        ("00", .tooShort), ("9665012", .tooShort), ("+966501", .tooShort), ("9665012345678901", .tooLong),
        ("+0501234567", .notANumber), ("000501234567", .notANumber), ("966501234567 ext 2", .notANumber), ("call me", .notANumber),
        ("+966+501234567", .notANumber), ("966501234567;drop", .notANumber), ("966501234567\n", .notANumber),
        (String(repeating: "9", count: 100_000), .tooLong),
    ])
    func problems(typed: String, problem: PhoneNumber.Problem) {
        #expect(throws: problem) { try PhoneNumber(text: typed) }
    }

    @Test("hides most of a number, in the groups of its country's length", arguments: [
        ("966501234542", "+966 5• ••• ••42"), ("14155552671", "+1 4•• ••• ••71"), ("201001234567", "+20 1•• ••• ••67"),
        ("447911123456", "+44 7•• ••• ••56"), ("97455123456", "+974 5 ••• ••56"), ("96812345", "+968 • ••45"),
    ])
    func masked(digits: String, shown: String) throws {
        let number = try PhoneNumber(text: digits)
        #expect(number.masked == shown)
        var printed = "\(number) \(String(reflecting: number))"
        dump(number, to: &printed)
        #expect(!printed.contains(digits))
    }

    @Test("reads a code with and without its hyphen, in two halves", arguments: ["ABCD1234", "ABCD-1234", "abcd-1234"])
    func code(text: String) throws {
        let code = try #require(LinkingCode(text))
        #expect(code.text == "ABCD1234")
        #expect(code.halves == ("ABCD", "1234"))
        #expect(!"\(code) \(String(reflecting: code))".contains("ABCD"))
    }

    @Test("refuses what is no code", arguments: [
        "", "ABCD", "ABCD12345", "AB-CD1234", "ABCD--1234", "ABCD 1234", "ABCD-123", "ÄBCD1234", "ABCD123\u{0}",
        "١٢٣٤٥٦٧٨",
    ])
    func noCode(text: String) {
        #expect(LinkingCode(text) == nil)
    }
}
