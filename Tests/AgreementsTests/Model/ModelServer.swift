import Agreements
import Extraction
import Foundation
import Glibc
import LocalServer
import Synchronization
import WebClient

/// A model's endpoint that gives its responses in order, one for each request on one connection.
final class ModelServer {
    private let server: ScriptedServer
    private let heard = HeardRequests()

    /// Gives the responses, each after some time; an empty one is silence.
    init(_ responses: [String], delayMilliseconds: UInt32 = 0) throws {
        startWebClients()
        let heard = self.heard
        server = try ScriptedServer { peer in
            for response in responses {
                guard let head = peer.hear(until: "\r\n\r\n"), let body = peer.hear(count: length(head)) else { return }
                heard.list.withLock { $0.append((head, body)) }
                if delayMilliseconds > 0 { usleep(delayMilliseconds * 1_000) }
                if response.isEmpty { peer.staySilent() } else { peer.say(response) }
            }
        }
    }

    var base: String { "http://127.0.0.1:\(server.port)/v1" }

    /// The requests so far.
    var requests: [(head: String, body: String)] { heard.list.withLock { $0 } }
}

private final class HeardRequests: Sendable {
    let list = Mutex<[(head: String, body: String)]>([])
}

/// A clock that a test moves.
final class ManualClock: Sendable {
    private let seconds: Mutex<Int>

    init(_ now: Int = 0) { seconds = Mutex(now) }

    var now: Int { seconds.withLock { $0 } }

    func advance(_ count: Int) { seconds.withLock { $0 += count } }
}

/// Returns the value of Content-Length.
private func length(_ head: String) -> Int {
    let line = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
    return line.flatMap { Int($0.dropFirst("Content-Length: ".count)) } ?? 0
}

/// Returns a response of HTTP.
func response(_ status: Int, _ body: String, _ headers: String = "") -> String {
    "HTTP/1.1 \(status) X\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// Returns the response of chat completions with a content.
func completion(_ content: String, finish: String = "stop", refusal: String? = nil) -> String {
    let body: JSONValue = [
        "id": "c1", "object": "chat.completion",
        "choices": [
            [
                "index": .number(0), "finish_reason": .text(finish),
                "message": [
                    "role": "assistant", "content": .text(content), "refusal": refusal.map { .text($0) } ?? .null,
                ],
            ]
        ],
    ]
    return response(200, body.json)
}

/// Returns the JSON of an answer.
func reply(
    _ status: String, _ proposal: Int? = nil, _ acceptance: Int? = nil, day: String? = nil, time: String? = nil
) -> String {
    let answer: JSONValue = [
        "status": .text(status), "proposal": proposal.map { .number($0) } ?? .null,
        "acceptance": acceptance.map { .number($0) } ?? .null, "day_words": day.map { .text($0) } ?? .null,
        "time_words": time.map { .text($0) } ?? .null, "place_words": .null, "title": .null, "notes": .null,
    ]
    return answer.json
}

/// Makes a reader with the words of the repository.
func threadReader() throws -> ThreadReader {
    let folder = URL(fileURLWithPath: #filePath).appending(path: "../../../../templates/lexicon").standardized
    func file(_ name: String) throws -> LexiconFile {
        LexiconFile(name: name, text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".tsv") }
    let chats = try ConversationLexicon.fileNames.map { name in
        LexiconFile(name: name, text: try file("chats/\(name)").text)
    }
    return ThreadReader(
        lexicon: try ConversationLexicon(files: chats),
        times: ExpressionReader(try Lexicon(files: try names.sorted().map(file))))
}
