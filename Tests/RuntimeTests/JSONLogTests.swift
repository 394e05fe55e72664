import CivilTime
import Foundation
import HTTP
import Logging
@testable import Runtime
import TestSupport
import Testing

@Suite("Log lines")
struct JSONLogTests {
    private func object(_ line: String) throws -> [String: Any] {
        #expect(line.hasSuffix("}\n"))
        #expect(!line.dropLast().contains { $0.isNewline }, "one event, one line")
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    private func line(_ message: String, _ metadata: Logger.Metadata) -> String {
        JSONLog(process: "serve").line(
            LogEvent(
                level: .warning, message: "\(message)", metadata: metadata, source: "", file: "", function: "", line: 0),
            at: Instant(secondsSince1970: 0))
    }

    @Test("a line is an object that says when, who, what, and its fields in order")
    func whole() throws {
        #expect(line("mail limit", ["retry_seconds": "30", "request": "abc"]) == """
            {"time":"1970-01-01T00:00:00Z","level":"warning","process":"serve","event":"mail limit",\
            "request":"abc","retry_seconds":30}

            """)
    }

    @Test("whatever a field holds, the line is JSON and gives it back", arguments: [
        "\"", "\\", "a\nb", "a\r\nb", "\u{0}", "\u{1F}\u{7F}", "\u{2028}\u{2029}", "مرحبًا 👩‍👩‍👧", "\"\u{301}", "{\"a\":1}",
        "</script>", "", " ", "007", "+5", "-", "1e3", "0x10", "99999999999999999999",
    ])
    func escaping(text: String) throws {
        let fields = try object(line(text, ["field": "\(text)"]))
        #expect(fields["event"] as? String == text)
        #expect(fields["field"] as? String == text)
    }

    @Test("whole numbers stay numbers", arguments: [0, 5, -7, Int.max])
    func numbers(number: Int) throws {
        #expect(try object(line("x", ["field": "\(number)"]))["field"] as? Int == number)
    }

    @Test("a request's line is JSON too, and names its route")
    func request() throws {
        let recorder = RequestRecorder(try TestApp.withoutDatabase())
        recorder.makeLine(
            id: "a\"b", route: "POST /login", status: 303, milliseconds: 1.23456, databaseMilliseconds: 0.1,
            bytes: 12, clientWentAway: true)
        let fields = try object(String(decoding: recorder.line, as: UTF8.self))
        #expect(fields["request"] as? String == "a\"b")
        #expect(fields["route"] as? String == "POST /login")
        #expect(fields["status"] as? Int == 303)
        #expect(fields["ms"] as? Double == 1.235)
        #expect(fields["db_ms"] as? Double == 0.1)
        #expect(fields["bytes"] as? Int == 12)
        #expect(fields["client_went_away"] as? Bool == true)
    }
}
