import Archive
import CivilTime
import Extraction
import Places
import PrayerFeeds
import Runtime
package import Storage

/// The reason why an uploaded chat was not read.
package enum UploadRefusal: Error, Sendable, Hashable {
    /// The file is empty.
    case empty
    /// It is larger than `megabytes`, or holds more than that.
    case tooLarge(megabytes: Int)
    /// It is neither a text nor a ZIP file with one.
    case notAChat
    /// It is a text, but no line is one of an exported chat.
    case noMessages
    /// The customer has uploaded many chats. The seconds until the next one.
    case tooOften(seconds: Int)
    /// More than two people wrote in it.
    case group
    /// One person alone wrote in it.
    case oneSided
    /// The customer switched the chat off.
    case chatOff
    /// Nobody in it has the name that the customer gave. The names in the file.
    case whoAreYou(names: [String])
}

/// A chat that was uploaded and is read within seconds.
package struct UploadedChat: Sendable, Hashable {
    package let id: ChatID
    /// The name of the other person in the file.
    package let contact: String
    package let messages: Int
    /// True if the file leaves open which number is the day and which the month.
    package let isDateOrderGuessed: Bool
    /// True if its dates were read with the month before the day.
    package let isMonthFirst: Bool
}

extension AgreementHome {
    /// The most bytes of an uploaded file.
    package static let uploadBytes = 8 << 20
    /// The most bytes of the text in it.
    private static let textBytes = 16 << 20
    /// The most files that a customer may upload in an hour: reading a large one costs seconds.
    private static let uploadsPerHour = 20
    /// The most messages that are kept of it, the newest ones.
    private static let mostMessages = ChatReading.mostMessages

    /// Takes in a chat that WhatsApp exported, as a text or a ZIP file. It is read at once, and its words are deleted
    /// after that.
    ///
    /// - Parameter name: the customer's own name in the file, exactly; nil if the customer was not asked yet.
    /// - Throws: `UploadRefusal`.
    package func upload(_ bytes: [UInt8], ownName name: String?) throws -> UploadedChat {
        guard !bytes.isEmpty else { throw UploadRefusal.empty }
        guard bytes.count <= Self.uploadBytes else { throw UploadRefusal.tooLarge(megabytes: Self.uploadBytes >> 20) }
        try countUpload()
        let export = try Self.export(bytes, app, try app.zone(of: customer).local(app.now()).date, customer)
        let senders = export.senders(atMost: 3)
        guard senders.count <= 2 else { throw UploadRefusal.group }
        guard senders.count == 2 else { throw UploadRefusal.oneSided }
        guard let own = name ?? likelyOwnName(senders), let contact = senders.first(where: { $0 != own }),
            senders.contains(own)
        else { throw UploadRefusal.whoAreYou(names: senders) }
        return try keep(export, own: own, contact: contact)
    }

    /// Counts a file that is about to be read, whatever the result.
    private func countUpload() throws {
        let store = try app.store
        let limit = app.throttle(
            "whatsapp.uploads", Array(owner.description.utf8), limit: Self.uploadsPerHour, seconds: 3_600)
        if let seconds = try store.transaction({ try store.take([limit]) }) {
            throw UploadRefusal.tooOften(seconds: seconds)
        }
    }

    private func keep(_ export: ChatExport, own: String, contact: String) throws -> UploadedChat {
        let zone = try app.zone(of: customer), store = try app.store
        let context = ReadingContext(reference: zone.local(app.now()), timeZone: zone)
        let thread = export.thread(customer: own, context: context)
        let messages = thread.messages.suffix(Self.mostMessages)
        guard !messages.isEmpty else { throw UploadRefusal.noMessages }
        return try store.transaction {
            let vault = try app.vault(making: owner)
            // The messages of a file have no ids. Their number in the minute tells two equal ones apart.
            var seen: [String: Int] = [:], chat: ChatID?
            for message in messages {
                let words = "\(message.at) \(message.side.rawValue) \(message.text)"
                seen[words, default: 0] += 1
                let incoming = IncomingMessage(
                    customer: owner, id: "\(words) \(seen[words] ?? 0)", chat: "upload \(contact)",
                    contactName: contact, isMine: message.side == .customer, body: message.text,
                    sentAt: zone.instant(of: message.at))
                let received = try app.keep(
                    incoming, vault, .upload, ownName: MessageText.name(own), delay: nil)
                if received == .dropped(.chatOff) { throw UploadRefusal.chatOff }
            }
            chat = try store.chat(of: owner, key: vault.digest("chat", Array("upload \(contact)".utf8)))?.id
            guard let chat else { throw UploadRefusal.noMessages }
            let isMonthFirst = export.dateOrder == .mdy
            try store.setMonthFirst(of: owner, chat, isMonthFirst)
            try store.armAnalysis(of: owner, chat, AnalysisDelay(quietSeconds: 0, mostSeconds: 0), isAtOnce: true)
            return UploadedChat(
                id: chat, contact: contact, messages: messages.count, isDateOrderGuessed: export.isDateOrderGuessed,
                isMonthFirst: isMonthFirst)
        }
    }

    /// Returns the sender that is the customer by the name in the account; nil if neither or both are.
    private func likelyOwnName(_ senders: [String]) -> String? {
        let name = customer.name.lowercased()
        guard !name.isEmpty else { return nil }
        let likely = senders.filter { $0.lowercased() == name }
        return likely.count == 1 ? likely[0] : nil
    }

    private static func export(
        _ bytes: [UInt8], _ app: App, _ today: LocalDate, _ customer: Customer
    ) throws -> ChatExport {
        let text = isZip(bytes) ? try textInZip(bytes) : bytes
        guard let text = String(validating: text, as: UTF8.self) else { throw UploadRefusal.notAChat }
        let order: DateOrder = app.writesMonthFirst(customer) ? .mdy : .dmy
        let words = try app.shared.chatWords().exports
        do throws(ChatExportError) {
            return try ChatExport(text, words: words, preferred: order, lastDay: today)
        } catch {
            throw UploadRefusal.noMessages
        }
    }

    /// Returns the text file in a ZIP file: the largest one, which is the chat.
    private static func textInZip(_ bytes: [UInt8]) throws(UploadRefusal) -> [UInt8] {
        let limits = UnzipLimits(entries: 5_000, files: 5, bytes: textBytes, ratio: 200)
        let texts: [UnzippedFile]
        do throws(UnzipError) {
            texts = try unzip(bytes, limits) { $0.lowercased().hasSuffix(".txt") }
        } catch {
            switch error {
            case .tooLarge, .tooManyFiles: throw .tooLarge(megabytes: textBytes >> 20)
            case .damaged, .encrypted, .outOfMemory: throw .notAChat
            }
        }
        guard let largest = texts.max(by: { $0.bytes.count < $1.bytes.count }) else { throw .notAChat }
        return largest.bytes
    }
}
