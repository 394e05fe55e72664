import CivilTime
import Extraction
import Runtime

/// The count of a file of exported chats, each with the messages in it.
struct ExportScore {
    private var count = 0, right = 0

    private struct Line: Decodable {
        struct Message: Decodable, Equatable {
            let at: String, sender: String?, text: String, kind: String
        }

        let id: String
        let text: String
        let expect: [Message]
    }

    /// Counts the export of a line. Returns a sentence about what is wrong, or nil.
    mutating func add(_ text: String, _ readers: ScoreReaders) throws -> String? {
        let line = try JSON.value(Line.self, from: text)
        count += 1
        let export: ChatExport
        do throws(ChatExportError) {
            export = try ChatExport(line.text, words: readers.exports)
        } catch {
            return "\(line.id): \(error)"
        }
        let read = export.messages.map { message in
            Line.Message(
                at: message.at.description, sender: message.sender, text: message.text, kind: message.kind.rawValue)
        }
        guard read == line.expect else {
            let first = zip(read, line.expect).first { $0 != $1 }
            return "\(line.id): \(read.count) of \(line.expect.count) messages, the first other one: "
                + (first.map { "\($0.0)" } ?? "none")
        }
        right += 1
        return nil
    }

    var gates: [Gate] { count == 0 ? [] : [Gate("exports: formats", right, of: count, .atLeast(1))] }
}
