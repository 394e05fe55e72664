import CivilTime
import Extraction
import Foundation

/// Called by libFuzzer with one text after the other: a chat, a message a line. No text may cause a trap, the same chat
/// must give the same answer, and what is agreed must pass the checks of every agreement.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let thread = chat(Array(UnsafeBufferPointer(start: start, count: count)))
    let analysis = reader.read(thread)
    precondition(analysis == reader.read(thread), "the same chat gives another answer")
    let checks = AgreementChecks(thread: thread)
    for plan in analysis.plans where plan.status == .agreed && plan.event.changeOf == nil {
        precondition(checks.problems(of: plan.event).isEmpty, "an agreement that nobody can believe")
    }
    for message in thread.messages { _ = times.expressions(in: message.text, thread.context) }
    return 0
}

/// Makes a chat: the first octet of a line says who wrote it and of which kind it is, the others are its text, torn as
/// they may be. The first octet of all makes a group of it.
private func chat(_ octets: [UInt8]) -> ChatThread {
    let isGroup = octets.first.map { $0 & 1 == 1 } ?? false
    let lines = octets.dropFirst().split(separator: 0x0A, maxSplits: 100, omittingEmptySubsequences: false)
    let messages = lines.enumerated().map { index, line in
        let head = Int(line.first ?? 0), kinds = ChatMessage.Kind.allCases
        let kind = head >> 4 == 0 ? kinds[head % kinds.count] : .message
        let minute = index * 7
        return ChatMessage(
            id: "\(index)", side: head & 1 == 0 ? .customer : .contact,
            at: LocalDateTime(date: day + minute / 1_440, hour: minute / 60 % 24, minute: minute % 60)
                ?? .midnight(day),
            text: String(decoding: line.dropFirst(), as: UTF8.self), kind: kind, target: "\(index / 2)",
            quoted: head & 2 == 0 ? nil : "\(index / 2)", speaker: isGroup ? "\(head & 3)" : nil)
    }
    return ChatThread(messages: messages, context: ReadingContext(reference: .midnight(day), timeZone: .utc))
}

private let day = LocalDate(daysSince1970: 20_193)

/// The folder of the words, which `script/fuzz` names.
private let folder = ProcessInfo.processInfo.environment["JADWAL_LEXICON"] ?? "templates/lexicon"

private let times: ExpressionReader = {
    do {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".tsv") }.sorted()
        return ExpressionReader(try Lexicon(files: names.map(lexiconFile)))
    } catch { fatalError("\(error)") }
}()

private let reader: ThreadReader = {
    do {
        let files = try ConversationLexicon.fileNames.map { try lexiconFile("chats/\($0)") }
        return ThreadReader(lexicon: try ConversationLexicon(files: files), times: times)
    } catch { fatalError("\(error)") }
}()

private func lexiconFile(_ name: String) throws -> LexiconFile {
    LexiconFile(name: name, text: try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
}
