import ArgumentParser
import Extraction
import Runtime
import System

/// `jadwal extract export`: what was agreed on in a chat that WhatsApp exported.
struct ExtractExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Reads a chat that WhatsApp exported, and says what was agreed on in it.",
        discussion: """
            The chat must be one of two people. --me names the customer as the file does; without it the second \
            one to write is taken. With --messages the messages are printed as they were read, one JSON line each.
            """)

    @OptionGroup var options: ThreadOptions

    @Argument(help: "The .txt file of the export.")
    var file: String

    @Option(help: "The name of the customer in the file.")
    var me: String?

    @Option(help: "The order of dates where the file leaves it open: dmy, mdy or ymd.")
    var dateOrder: String?

    @Flag(help: "Print the messages instead.")
    var messages = false

    func validate() throws {
        if let dateOrder, DateOrder(rawValue: dateOrder) == nil {
            throw ValidationError("--date-order takes dmy, mdy or ymd.")
        }
    }

    func run() throws {
        let words = try ExportWords(chatLexiconFile("exports.tsv", options.lexicon))
        let text = try readText(file)
        let export: ChatExport
        do throws(ChatExportError) {
            export = try ChatExport(text, words: words, preferred: dateOrder.flatMap { DateOrder(rawValue: $0) })
        } catch {
            throw FileError(path: file, message: "\(error)")
        }
        if messages {
            for message in export.messages { print(try JSON.text(ExportLineAnswer(message))) }
            return
        }
        let senders = export.senders
        guard senders.count == 2 else {
            throw FileError(
                path: file,
                message: "the chat is of \(senders.count) people: \(senders.joined(separator: ", "))")
        }
        let customer = me ?? senders[1]
        guard senders.contains(customer) else {
            let names = senders.joined(separator: " and ")
            throw ValidationError("'\(customer)' did not write in this chat; \(names) did.")
        }
        let context = try options.circumstances().context(zone: nil)
        let thread = export.thread(customer: customer, context: context)
        let analysis = try options.reader().read(thread)
        let answers = analysis.plans.map { ThreadAnswer(id: file, ThreadAnalysis($0)) }
        for answer in answers.isEmpty ? [ThreadAnswer(id: file, analysis)] : answers { print(try JSON.text(answer)) }
    }
}

/// A message of an export, as one JSON line.
private struct ExportLineAnswer: Encodable {
    let at: String
    let sender: String?
    let text: String
    let kind: String
    let edited: Bool

    init(_ message: ExportedMessage) {
        at = "\(message.at)"
        sender = message.sender
        text = message.text
        kind = message.kind.rawValue
        edited = message.isEdited
    }
}
