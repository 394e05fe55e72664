import Extraction
import Testing

@Suite("The text of a model")
struct ModelReplyTests {
    private func json(_ changes: [String: String] = [:], without key: String? = nil, _ more: String = "") -> String {
        var values = [
            "status": #""HAS_EVENT_AGREED""#, "proposal": "1", "acceptance": "2", "day_words": #""tomorrow""#,
            "time_words": "null", "place_words": "null", "title": #""Dinner""#, "notes": "null",
        ]
        values.merge(changes) { _, new in new }
        if let key { values[key] = nil }
        return "{" + values.map { "\"\($0)\":\($1)" }.sorted().joined(separator: ",") + more + "}"
    }

    @Test("an object of the schema is an answer")
    func right() throws {
        let answer = try ModelAnswer(reading: " \n" + json() + "\n")
        #expect(
            answer
                == ModelAnswer(
                    status: "HAS_EVENT_AGREED", proposal: 1, acceptance: 2, dayWords: "tomorrow", title: "Dinner"))
    }

    @Test("a missing, unknown or wrong key is no answer")
    func keys() {
        let wrong = [
            json(without: "notes"), json([:], #","more":1"#), json(["proposal": #""1""#]), json(["title": "7"]),
            json(["status": "null"]), json(["proposal": "1.5"]), json(["day_words": #"["tomorrow"]"#]),
        ]
        for text in wrong { #expect(throws: ModelReplyError.otherKeys) { try ModelAnswer(reading: text) } }
    }

    @Test("text around the object, a second one or a cut one is no answer")
    func notJSON() {
        let wrong = [
            "", "no", "[]", "null", "Here: " + json(), json() + json(), json() + " ok", String(json().dropLast()),
            String(json().dropLast(20)), "```json\n" + json() + "\n```",
        ]
        for text in wrong { #expect(throws: ModelReplyError.notJSON) { try ModelAnswer(reading: text) } }
    }

    @Test("a state that does not exist, and sizes that nobody quotes")
    func values() {
        #expect(throws: ModelReplyError.unknownStatus) { try ModelAnswer(reading: json(["status": #""AGREED""#])) }
        let long = { (count: Int) in "\"" + String(repeating: "a", count: count) + "\"" }
        let sizes = [("day_words", 201), ("time_words", 201), ("place_words", 201), ("title", 101), ("notes", 1_001)]
        for (key, count) in sizes {
            #expect(throws: ModelReplyError.outOfSize) { try ModelAnswer(reading: json([key: long(count)])) }
            #expect(throws: Never.self) { try ModelAnswer(reading: json([key: long(count - 1)])) }
        }
        #expect(throws: ModelReplyError.outOfSize) { try ModelAnswer(reading: json(["proposal": "0"])) }
        #expect(throws: ModelReplyError.outOfSize) { try ModelAnswer(reading: json(["acceptance": "-1"])) }
    }

    @Test("a code fence counts only where no schema was asked for")
    func fences() throws {
        for fenced in ["```json\n\(json())\n```", "```\n\(json())\n```\n", json()] {
            #expect(try ModelAnswer(reading: fenced, isPlain: true).proposal == 1)
        }
        for wrong in ["Sure!\n```json\n\(json())\n```", "```json\n\(json())", "```json\n\(json())\n```\n```\n{}\n```"] {
            #expect(throws: ModelReplyError.notJSON) { try ModelAnswer(reading: wrong, isPlain: true) }
        }
    }
}
