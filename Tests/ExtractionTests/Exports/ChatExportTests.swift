import CivilTime
import Foundation
import Synchronization
import Testing

@testable import Extraction

@Suite("Exported chats")
struct ChatExportTests {
    /// A line a message, as `2025-02-23 20:05 Sara: text`, a kind other than message in front.
    private func read(_ text: String, preferred: DateOrder? = nil, lastDay: String? = nil) throws -> [String] {
        let export = try ChatExport(
            text, words: try exportWords(), preferred: preferred, lastDay: lastDay.flatMap { LocalDate(iso8601: $0) })
        return export.messages.map { message in
            let kind = message.kind == .message ? "" : "(\(message.kind.rawValue)) "
            let edited = message.isEdited ? " (edited)" : ""
            return "\(kind)\(message.at.date) \(message.at.clock) \(message.sender ?? "–"): \(message.text)\(edited)"
        }
    }

    @Test(
        "reads the stamps of many phones",
        arguments: [
            // text, the message read
            ("05.03.2024, 19:30 - Lina: hallo", "2024-03-05 19:30 Lina: hallo"),
            ("05.03.24, 19:30 Uhr - Lina: hallo", "2024-03-05 19:30 Lina: hallo"),
            ("[17/03/2024 7:30:11 p. m.] Lina: hola", "2024-03-17 19:30 Lina: hola"),
            ("17/3/24 19:30 - Lina: ola", "2024-03-17 19:30 Lina: ola"),
            ("17/03/2024 às 19:30 - Lina: ola", "2024-03-17 19:30 Lina: ola"),
            ("17/03/2024 kl. 19.30 - Lina: hej", "2024-03-17 19:30 Lina: hej"),
            ("[2024-03-17, 19:30:11] Lina: hej", "2024-03-17 19:30 Lina: hej"),
            ("2024. 03. 17. 19:30 - Lina: szia", "2024-03-17 19:30 Lina: szia"),
            ("17. 3. 2024 19:30 - Lina: ahoj", "2024-03-17 19:30 Lina: ahoj"),
            ("2024년 3월 17일 오후 7:30, Lina : 안녕", "2024-03-17 19:30 Lina: 안녕"),
            ("[2024/3/17 下午7:30:11] Lina: 你好", "2024-03-17 19:30 Lina: 你好"),
            ("17/3/2567 19:30 - Lina: hi", "2024-03-17 19:30 Lina: hi"),
            ("[1402/12/27، 19:30:11] Lina: سلام", "2024-03-17 19:30 Lina: سلام"),
            ("[7/9/1445، 7:30:11 م] Lina: أهلا", "2024-03-17 19:30 Lina: أهلا"),
            ("17 Mar 2024, 19:30 - Lina: hi", "2024-03-17 19:30 Lina: hi"),
            ("٣‏/١٧‏/٢٠٢٤، ١٢:٠٥ ص - Lina: هلا", "2024-03-17 00:05 Lina: هلا"),
            ("17-03-2024 19:30 - Lina: hoi", "2024-03-17 19:30 Lina: hoi"),
            ("17/03/2024, 7:30 م - أبو خالد: هلا", "2024-03-17 19:30 أبو خالد: هلا"),
            ("[17/03/24, 19.30.11] Lina: moi", "2024-03-17 19:30 Lina: moi"),
            ("3/17/24, 12:00 PM - Lina: noon", "2024-03-17 12:00 Lina: noon"),
        ])
    func stamps(text: String, expected: String) throws {
        #expect(try read(text + "\n") == [expected])
    }

    @Test(
        "decides day and month by the whole file",
        arguments: [
            // dates, preferred order, day of the export, dates read
            (["3/4/2025", "4/4/2025", "13/4/2025"], nil, nil, ["2025-04-03", "2025-04-04", "2025-04-13"]),
            (["4/3/2025", "4/4/2025", "4/13/2025"], nil, nil, ["2025-04-03", "2025-04-04", "2025-04-13"]),
            // Time runs forward.
            (["9/1/2025", "10/1/2025", "2/2/2025"], nil, nil, ["2025-01-09", "2025-01-10", "2025-02-02"]),
            // Three messages of three days, not of three months.
            (["1/2/2025", "1/3/2025", "1/4/2025"], nil, nil, ["2025-01-02", "2025-01-03", "2025-01-04"]),
            // Nothing was written after the day of the export.
            (["5/2/2025"], DateOrder.mdy, "2025-03-01", ["2025-02-05"]),
            // Nothing tells: the person's own order, else the day first.
            (["5/2/2025"], DateOrder.mdy, nil, ["2025-05-02"]),
            (["5/2/2025"], nil, nil, ["2025-02-05"]),
            (["25/02/05", "25/02/06"], nil, "2025-03-01", ["2025-02-05", "2025-02-06"]),
        ] as [([String], DateOrder?, String?, [String])])
    func order(dates: [String], preferred: DateOrder?, lastDay: String?, expected: [String]) throws {
        let text = dates.map { "\($0), 10:00 - Lina: hi\n" }.joined()
        let lines = try read(text, preferred: preferred, lastDay: lastDay)
        #expect(lines.map { String($0.prefix(10)) } == expected)
    }

    @Test("capitals, slashes and two digits of the year are the American look")
    func americanLook() throws {
        #expect(try read("2/3/25, 8:05\u{202F}PM - Lina: hi") == ["2025-02-03 20:05 Lina: hi"])
        #expect(try read("02/03/2025, 8:05\u{202F}pm - Lina: hi") == ["2025-03-02 20:05 Lina: hi"])
    }

    @Test("says when it had to guess the order")
    func guessed() throws {
        let words = try exportWords()
        #expect(try ChatExport("5/2/2025, 10:00 - Lina: hi", words: words).isDateOrderGuessed)
        #expect(try !ChatExport("15/2/2025, 10:00 - Lina: hi", words: words).isDateOrderGuessed)
        #expect(try !ChatExport("3/3/2025, 10:00 - Lina: hi", words: words).isDateOrderGuessed)
    }

    @Test("keeps lines together that belong together")
    func continuations() throws {
        let lines = try read(
            """
            17/03/2024, 19:30 - Lina: The plan:

            [12/03/2024, 10:00:00] Ali: quoted from another chat
            10:30 - 11:00 breakfast
            18/3: museum
            17/03/2024, 19:31 - Omar: Note: bring water

            """)
        #expect(
            lines == [
                "2024-03-17 19:30 Lina: The plan:\n\n[12/03/2024, 10:00:00] Ali: quoted from another chat\n"
                    + "10:30 - 11:00 breakfast\n18/3: museum",
                "2024-03-17 19:31 Omar: Note: bring water",
            ])
    }

    @Test("reads line ends of Windows and a byte order mark")
    func lineEnds() throws {
        #expect(
            try read("\u{FEFF}17/03/2024, 19:30 - Lina: hi\r\nthere\r\n17/03/2024, 19:31 - Omar: hey\r\n") == [
                "2024-03-17 19:30 Lina: hi\nthere", "2024-03-17 19:31 Omar: hey",
            ])
    }

    @Test(
        "tells what the app wrote from what people wrote",
        arguments: [
            ("Lina: Omar added sugar to the tea", "Lina: Omar added sugar to the tea"),
            ("Lina changed the subject from \"Trip: north\" to \"Trip\"", "(system) –: "),
            ("Lina: location: the café at the corner", "Lina: location: the café at the corner"),
            (
                "Lina: الموقع: https://maps.google.com/?q=24.7,46.6",
                "(location) Lina: https://maps.google.com/?q=24.7,46.6"
            ),
            ("Lina: <Médias omis>", "(media) Lina: "),
            ("Lina: DOC-20240317-WA0001.pdf (الملف مرفق)", "(media) Lina: "),
            ("Lina: the deleted scene was good", "Lina: the deleted scene was good"),
            ("Lina: حذفت هذه الرسالة", "(deleted) Lina: "),
            ("Lina: قدام الباب <تم تعديل هذه الرسالة>", "Lina: قدام الباب (edited)"),
            ("Lina: a <b> c", "Lina: a <b> c"),
            ("تم تغيير رمز الأمان. اضغط لمعرفة المزيد.", "(system) –: "),
        ])
    func kinds(line: String, expected: String) throws {
        let kind = expected.hasPrefix("(") ? String(expected.prefix { $0 != " " }) + " " : ""
        let rest = expected.dropFirst(kind.count)
        #expect(try read("17/03/2024, 19:30 - \(line)\n") == ["\(kind)2024-03-17 19:30 \(rest)"])
    }

    @Test(
        "reads what iOS marks as its own",
        arguments: [
            ("\u{200E}Missed video call, \u{200E}Tap to call back", "(system)", ""),
            ("\u{200E}Lina changed her phone number. \u{200E}Tap to message", "(system)", ""),
            ("budget.pdf • \u{200E}1 page \u{200E}document omitted", "(media)", ""),
            ("Our table \u{200E}<attached: 00000031-PHOTO-2024-03-17-19-30-11.jpg>", "(media)", "Our table"),
            ("\u{200E}تم استبعاد الصورة", "(media)", ""),
        ])
    func apple(text: String, kind: String, expected: String) throws {
        let read = try read("\u{200E}[17/03/2024, 19:30:11] Lina: \(text)\n")
        #expect(read == ["\(kind) 2024-03-17 19:30 Lina: \(expected)"])
    }

    @Test("refuses what is no chat", arguments: ["", "hello\n", "10:30 - 11:00 breakfast\n", "1,2,3\n4,5,6\n"])
    func refused(text: String) throws {
        let words = try exportWords()
        #expect(throws: ChatExportError.noMessages) { try ChatExport(text, words: words) }
    }

    @Test("refuses dates that do not exist")
    func noDates() throws {
        let words = try exportWords()
        #expect(throws: ChatExportError.noDates) { try ChatExport("45/45/2024, 19:30 - Lina: hi", words: words) }
    }

    @Test("names the people in the order of their first message")
    func senders() throws {
        let export = try ChatExport(
            """
            17/03/2024, 19:29 - Messages and calls are end-to-end encrypted. Tap to learn more.
            17/03/2024, 19:30 - Omar: hi
            17/03/2024, 19:31 - \u{202A}+966 50 000 0001\u{202C}: hey
            17/03/2024, 19:32 - Omar: ok
            """, words: try exportWords())
        #expect(export.senders == ["Omar", "+966 50 000 0001"])
    }

    @Test("names twice as many people with twice as many comparisons, and stops at the third if that is enough")
    func manySenders() throws {
        func comparisons(_ count: Int, atMost most: Int) -> Int {
            Counted.comparisons.withLock { $0 = 0 }
            #expect(distinct((0..<count).map(Counted.init), atMost: most).count == min(count, most))
            return Counted.comparisons.withLock(\.self)
        }
        // Each with each would be four times as many. A hash meets another one now and then.
        #expect(comparisons(8_000, atMost: .max) < 3 * comparisons(4_000, atMost: .max))
        #expect(comparisons(100_000, atMost: 3) < 10)
        let lines = (0..<60_000).map { "1/1/25, 10:00 - a\($0): x" }.joined(separator: "\n")
        let export = try ChatExport(lines, words: exportWords())
        #expect(export.senders(atMost: 3) == ["a0", "a1", "a2"])
    }

    @Test(
        "a wording file with a mistake names its line",
        arguments: [
            ("media\tMedia omitted\n", "x.tsv:1: 2 columns, not 4"),
            ("# c\n\nmedium\tMedia omitted\ta\tb\n", "x.tsv:3: 'medium' is not a kind of wording."),
        ])
    func mistakes(text: String, expected: String) {
        let error = #expect(throws: LexiconError.self) { try ExportWords(LexiconFile(name: "x.tsv", text: text)) }
        #expect(error?.description == expected)
    }

    @Test("reads the example of every wording as its line says")
    func examples() throws {
        let words = try exportWords()
        #expect(words.entries.count > 60)
        for entry in words.entries {
            let isStamp = entry.example.hasSuffix("Lina: hi")
            let text = isStamp ? entry.example : "\u{200E}[17/03/2024, 19:30:11] Lina: \u{200E}\(entry.example)"
            let message = try ChatExport(text, words: words).messages[0]
            let result =
                isStamp
                ? "\(message.at.date) \(message.at.clock)"
                : message.isEdited ? "edited" : message.kind.rawValue
            #expect(result == entry.result, "\(entry.file):\(entry.line)")
        }
    }

    @Test(
        "reads the project's reference layouts",
        .enabled(
            if: ReferenceFile.exportFormats.exists,
            "skipped: no reference data"))
    func reference() throws {
        let words = try exportWords()
        let rows = try ReferenceFile.exportFormats.rows()
        #expect(rows.count == 28)
        for row in rows {
            let export = try ChatExport(row["text"] as? String ?? "", words: words)
            let read = export.messages.map {
                [$0.at.description, $0.sender ?? "–", $0.text, $0.kind.rawValue]
            }
            let expected = (row["expect"] as? [[String: Any]] ?? []).map { message in
                ["at", "sender", "text", "kind"].map { message[$0] as? String ?? "–" }
            }
            #expect(read == expected, "\(row["id"] ?? "")")
            #expect(!expected.isEmpty)
        }
    }
}

/// A value that counts how often it is compared.
private struct Counted: Hashable {
    static let comparisons = Mutex(0)
    let number: Int

    static func == (one: Counted, other: Counted) -> Bool {
        comparisons.withLock { $0 += 1 }
        return one.number == other.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private func exportWords() throws -> ExportWords {
    try ExportWords(LexiconFile(name: "exports.tsv", text: lexiconFile("chats/exports.tsv")))
}
