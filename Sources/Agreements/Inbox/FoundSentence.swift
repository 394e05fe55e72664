package import CivilTime
import Extraction

/// A sentence of a chat that proves an agreement, with its deciding words.
package struct FoundSentence: Sendable, Hashable, Codable {
    /// A run of words, marked or not.
    package struct Piece: Sendable, Hashable, Codable {
        package let text: String
        package let isMarked: Bool
    }

    /// True for the customer's own.
    package let isMine: Bool
    /// The moment it was written, in seconds since 1970.
    private let seconds: Int64
    package let pieces: [Piece]

    package var sentAt: Instant { Instant(secondsSince1970: seconds) }

    init(isMine: Bool, sentAt: Instant, pieces: [Piece]) {
        self.isMine = isMine
        seconds = sentAt.secondsSince1970
        self.pieces = pieces
    }
}

/// Makes the sentences of a proof.
struct SentenceMaker {
    struct Message {
        /// The place in the chat. Times don't tell it: those of an exported chat are of a minute.
        let index: Int
        let text: String
        let isMine: Bool
        let sentAt: Instant
    }

    /// The messages by their ids.
    let messages: [String: Message]

    /// The longest text, in bytes, that is kept whole.
    private static let mostBytes = 240

    /// Returns the sentences that hold the quoted words, in the order of their messages.
    func sentences(_ proof: Proof) -> [FoundSentence] {
        let quotes = [proof.proposal, proof.date, proof.time, proof.place, proof.acceptance].compactMap(\.self)
        let ids = Set(quotes.map(\.message))
        let proving = ids.compactMap { id in messages[id].map { (id: id, message: $0) } }
            .sorted { $0.message.index < $1.message.index }
        return proving.map { id, message in
            // The words of day, hour, place and acceptance decide; the proposal is the sentence around them.
            let deciding = [proof.date, proof.time, proof.place, proof.acceptance].compactMap(\.self)
            let marked = deciding.filter { $0.message == id }.map(\.range)
            let all = quotes.filter { $0.message == id }.map(\.range)
            return FoundSentence(
                isMine: message.isMine, sentAt: message.sentAt,
                pieces: pieces(Array(message.text.utf8), marked.isEmpty ? all : marked, keeping: all))
        }
    }

    /// Divides a text at the edges of its marked ranges, after the sentences without any are left out.
    private func pieces(_ bytes: [UInt8], _ marked: [Range<Int>], keeping all: [Range<Int>]) -> [FoundSentence.Piece] {
        var pieces: [FoundSentence.Piece] = []
        for part in kept(bytes, all) {
            var start = part.lowerBound
            while start < part.upperBound {
                let isMarked = marked.contains { $0.contains(start) }
                var end = start + 1
                while end < part.upperBound, marked.contains(where: { $0.contains(end) }) == isMarked { end += 1 }
                let text = String(decoding: bytes[start..<end], as: UTF8.self)
                pieces.append(FoundSentence.Piece(text: text, isMarked: isMarked))
                start = end
            }
        }
        return pieces
    }

    /// Returns the parts of a text that are kept: all of a short one, else the sentences with quoted words.
    private func kept(_ bytes: [UInt8], _ quoted: [Range<Int>]) -> [Range<Int>] {
        guard bytes.count > Self.mostBytes else { return [0..<bytes.count] }
        var parts: [Range<Int>] = [], start = 0
        for (index, byte) in bytes.enumerated() {
            // ".", "!", "?", a line break; the Arabic question mark ends with 0x9F after 0xD8.
            let isEnd =
                [0x2E, 0x21, 0x3F, 0x0A].contains(byte) || byte == 0x9F && index > 0 && bytes[index - 1] == 0xD8
            if isEnd || index == bytes.count - 1 {
                parts.append(start..<index + 1)
                start = index + 1
            }
        }
        return parts.filter { part in quoted.contains { $0.overlaps(part) } }
    }
}
