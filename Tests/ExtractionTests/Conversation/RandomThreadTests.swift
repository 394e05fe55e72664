import CivilTime
import Extraction
import SeededRandom
import Testing

@Suite("Random chats")
struct RandomThreadTests {
    private static let pieces = [
        "dinner", "tomorrow", "at 8", "?", "ok", "no", "not", "Friday", "9pm", "let me check", "cancel", "instead",
        "👍🏽",
        "بكرة", "الساعة ٩", "تمام", "ما أقدر", "خلها", "إن شاء الله", "بعد العصر", "نتقابل", "؟", "،", ".", "\n",
        "bukra",
        "3al 8", "tmam", "يا", "or", "أو", "am or pm", "pm", "7", "3/4", "\u{202E}", "e\u{301}\u{301}", "🇸🇦", "", " ",
        "_", "'",
        "at", "في", "Najd House", "عندي", "https://x.example/?at=8", "same time", "where", "متى", "\u{0}", "24:99",
        "٩٩٩٩٩٩٩٩٩٩٩٩٩٩",
    ]

    @Test("whatever people write, an agreement passes the checks and the same chat gives the same answer")
    func invariants() {
        var random = SeededRandom(20_250_415)
        for round in 0..<400 {
            let messages = (0..<Int.random(in: 1...8, using: &random)).map { index in
                let words = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                    Self.pieces.randomElement(using: &random) ?? ""
                }
                let kind =
                    index > 0 && Int.random(in: 0..<12, using: &random) == 0
                    ? ChatMessage.Kind.allCases.randomElement(using: &random) ?? .message : .message
                let date = LocalDate(daysSince1970: 20_193 + index / 3)
                return ChatMessage(
                    id: "\(index)", side: Bool.random(using: &random) ? .customer : .contact,
                    at: LocalDateTime(date: date, hour: 10, minute: index) ?? .midnight(date),
                    text: words.joined(separator: " "), kind: kind, target: "\(index / 2)",
                    quoted: Int.random(in: 0..<5, using: &random) == 0 ? "\(index / 2)" : nil)
            }
            let thread = ChatThread(messages: messages, context: Words.context)
            let analysis = Words.reader.read(thread)
            #expect(analysis == Words.reader.read(thread))
            for plan in analysis.plans where plan.status == .agreed {
                #expect(AgreementChecks(thread: thread).problems(of: plan.event).isEmpty, "round \(round)")
            }
        }
    }

    @Test("a very long message is read, too")
    func long() {
        let text = String(repeating: "dinner tomorrow at 8? ok بكرة الساعة ٩ ", count: 400)
        let messages = [
            ChatMessage(id: "1", side: .customer, at: .midnight(LocalDate(daysSince1970: 20_193)), text: text),
            ChatMessage(id: "2", side: .contact, at: .midnight(LocalDate(daysSince1970: 20_193)), text: text),
        ]
        #expect(Words.reader.read(ChatThread(messages: messages, context: Words.context)).plans.count < 10)
    }
}
