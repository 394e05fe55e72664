import Extraction
import Testing

@Suite("Masked messages")
struct MaskedTextTests {
    private let masking = Masking(customerNames: ["Omar Saleh"], contactNames: ["Sara", "سارة"])

    @Test(
        "numbers, addresses and links are hidden",
        arguments: [
            ("call +966 50 123 4567 tomorrow", "call [number] tomorrow"), ("0501234567", "[number]"),
            ("٠٥٠١٢٣٤٥٦٧ رقمي", "[number] رقمي"), ("۰۵۰-۱۲۳-۴۵۶۷", "[number]"), ("(202) 555-0143 ok", "([number] ok"),
            ("06 12 34 56 78", "[number]"), ("at 2 0501234567", "at 2 [number]"), ("00966 501234567", "[number]"),
            ("050\u{202C}123\u{200B}4567", "[number]"), ("my id is 1023456789", "my id is [number]"),
            ("784-1987-1234567-1", "[number]"), ("4111 1111 1111 1111", "[number]"),
            ("IBAN SA03 8000 0000 6080 1016 7519 ok", "IBAN [number] ok"), ("GB29NWBK60161331926819", "[number]"),
            ("write to sara.k+x@mail.example.org.", "write to [email]."), ("سارة@مثال.كوم", "[email]"),
            ("https://maps.example/x?q=24.7,46.6, ok", "[link], ok"), ("see www.example.org/menu!", "see [link]!"),
            ("wa.me/966501234567", "[link]"), ("menu at example.com", "menu at [link]"), ("24.71361", "[number]"),
        ])
    func hidden(text: String, expected: String) {
        #expect(masking.masked(text).text == expected)
    }

    @Test(
        "times, dates and prices stay",
        arguments: [
            "6:30", "12/10", "٢٠٢٥/١٠/٢٠", "5-7pm", "2025-10-20", "20.10.2025 18:30", "20 10 2025", "20251020",
            "1830-2000", "from 18:30 to 20:00", "2025-10-20 2025-10-22", "20 Dec 2025 7 30", "٢٠-١٠-٢٠٢٥ الساعة ٨",
            "1446/9/1", "1,000,000", "room 1204 at 8", "ok.see you tomorrow.yes", "at 10 or 11 or 12", "5 pm 6 pm",
            "الساعة ٥ ص", "@ 8pm", "11.30", "24.12.",
        ])
    func visible(text: String) {
        #expect(masking.masked(text).text == text)
    }

    @Test(
        "the names of the two people are hidden in both scripts",
        arguments: [
            ("hi SARA, Omar Saleh here", "hi person2, person1 here"), ("saleh's car", "person1's car"),
            ("يا سارة", "يا person2"), ("قل لسارة", "قل لperson2"), ("سَارَة", "person2"), ("sarah", "sarah"),
            ("Omar's and Sara’s", "person1's and person2’s"),
        ])
    func names(text: String, expected: String) {
        #expect(masking.masked(text).text == expected)
    }

    @Test("a name that is a time word stays, since it names nobody")
    func timeNames() {
        let masking = Masking(customerNames: [], contactNames: ["April Stone"], isTime: { $0 == "april" })
        #expect(masking.masked("20 April with Stone?").text == "20 April with person2?")
        #expect(masking.masked("April Stone").text == "person2")
    }

    @Test("control characters, marks of direction and invisible characters are removed")
    func invisible() {
        #expect(masking.masked("a\u{202E}b\u{0}\u{7}c\n\nd\u{E0041}\u{2066}e").text == "ab c de")
    }

    @Test("masked words lead back to the words of the message")
    func original() throws {
        let text = "Sara, call 0501234567 \u{202B}at 8pm\u{202C} with Omar"
        let masked = masking.masked(text)
        func words(_ quote: String) -> String? {
            masked.original(of: quote).flatMap { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
        }
        #expect(masked.text == "person2, call [number] at 8pm with person1")
        #expect(words("at 8pm") == "at 8pm")
        #expect(words("[number]") == "0501234567")
        #expect(words("call [number] at") == "call 0501234567 \u{202B}at")
        #expect(words("person1") == "Omar")
        #expect(words("9pm") == nil && words("") == nil)
    }
}
