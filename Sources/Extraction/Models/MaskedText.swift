/// A message without names, numbers, addresses and links, in one line, which knows its original words.
///
/// Times and dates stay: they are all that a model has to quote.
public struct MaskedText: Hashable, Sendable {
    /// The message as it may leave the server.
    public private(set) var text: String
    /// The bytes of the original for each byte of the text.
    private var origins: [Range<Int>]

    /// Returns the place in the original of the first occurrence of some masked words; nil if there is none.
    public func original(of words: String) -> Range<Int>? {
        guard let place = firstRange(of: Array(words.utf8), in: Array(text.utf8)) else { return nil }
        return origins[place.lowerBound].lowerBound..<origins[place.upperBound - 1].upperBound
    }
}

/// The things that must not leave the server, with the words that stand for them.
public struct Masking: Sendable {
    /// The words for the customer and the contact, which also name the writer of a line.
    static func label(_ side: ChatSide) -> String { side == .customer ? "person1" : "person2" }

    private let names: MaskedNames

    /// Makes a masking of the names of the two people, as they are written in the chat.
    ///
    /// A part of a name for which `isTime` returns true stays visible: April and Friday are names, too.
    public init(customerNames: [String], contactNames: [String], isTime: (String) -> Bool = { _ in false }) {
        names = MaskedNames(customer: customerNames, contact: contactNames, isTime: isTime)
    }

    /// Masks a message, and removes control characters and marks of direction.
    public func masked(_ message: String) -> MaskedText {
        let scalars = foldedScalars(message)
        var hidden: [(bytes: Range<Int>, label: String)] = []
        func hide(_ found: [Range<Int>], _ label: String) {
            for run in found {
                let bytes = scalars[run.lowerBound].range.lowerBound..<scalars[run.upperBound - 1].range.upperBound
                if !hidden.contains(where: { $0.bytes.overlaps(bytes) }) { hidden.append((bytes, label)) }
            }
        }
        hide(links(in: scalars), "[link]")
        hide(mailAddresses(in: scalars), "[email]")
        hide(bankAccounts(in: scalars), "[number]")
        hide(longNumbers(in: scalars), "[number]")
        for side in ChatSide.allCases { hide(names.found(in: scalars, side), Self.label(side)) }
        hidden.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
        return MaskedText(message, hiding: hidden)
    }
}

extension MaskedText {
    fileprivate init(_ message: String, hiding hidden: [(bytes: Range<Int>, label: String)]) {
        var offset = 0, next = 0, isBlank = true
        (text, origins) = ("", [])
        for scalar in message.unicodeScalars {
            let bytes = offset..<offset + UTF8.width(scalar)
            offset = bytes.upperBound
            while next < hidden.count, hidden[next].bytes.upperBound <= bytes.lowerBound { next += 1 }
            if next < hidden.count, hidden[next].bytes.contains(bytes.lowerBound) {
                if hidden[next].bytes.lowerBound == bytes.lowerBound { add(hidden[next].label, hidden[next].bytes) }
                isBlank = false
                continue
            }
            switch visibility(of: scalar) {
            case .visible:
                add(String(scalar), bytes)
                isBlank = false
            case .blank:
                if !isBlank { add(" ", bytes) }
                isBlank = true
            case .none: continue
            }
        }
        guard text.hasSuffix(" ") else { return }
        text.removeLast()
        origins.removeLast()
    }

    private mutating func add(_ words: String, _ bytes: Range<Int>) {
        text += words
        origins += Array(repeating: bytes, count: words.utf8.count)
    }
}

/// Returns the first place of some bytes among others; nil if there is none.
func firstRange(of wanted: [UInt8], in bytes: [UInt8]) -> Range<Int>? {
    guard !wanted.isEmpty, wanted.count <= bytes.count else { return nil }
    for start in 0...(bytes.count - wanted.count) where bytes[start] == wanted[0] {
        if bytes[start..<start + wanted.count].elementsEqual(wanted) { return start..<start + wanted.count }
    }
    return nil
}
