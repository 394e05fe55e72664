/// Writes iCalendar content lines: CRLF at the end, folded at 75 octets (RFC 5545 §3.1).
public struct ContentLineWriter {
    public private(set) var bytes: [UInt8] = []

    public init(reserving capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes `name:value` as they are; parameters belong to the name, as in `REFRESH-INTERVAL;VALUE=DURATION`.
    ///
    /// - Parameters:
    ///   - name: ASCII, shorter than a line.
    ///   - value: already escaped as its type wants it.
    public mutating func line(_ name: String, _ value: String) {
        var column = 0
        append(name.utf8, &column)
        append(CollectionOfOne(UInt8(ascii: ":")), &column)
        append(value.utf8, &column)
        bytes.append(carriageReturn)
        bytes.append(lineFeed)
    }

    /// Writes a property of type TEXT (RFC 5545 §3.3.11).
    public mutating func text(_ name: String, _ value: String) {
        line(name, escapedText(value))
    }

    /// Copies what was written before, whole lines or parts that make a line no longer than 75 octets.
    public mutating func raw(_ octets: [UInt8]) {
        bytes.append(contentsOf: octets)
    }

    /// A line break may stand between any two octets, but some programs decode each piece by
    /// itself: it is put in front of the octet that begins a character.
    private mutating func append(_ octets: some Sequence<UInt8>, _ column: inout Int) {
        for octet in octets {
            let isContinuation = octet & 0b1100_0000 == 0b1000_0000
            // The longest character has four octets, so one that begins at column 72 still fits.
            if !isContinuation, column + length(ofCharacterBeginningWith: octet) > lineLimit {
                bytes.append(carriageReturn)
                bytes.append(lineFeed)
                bytes.append(UInt8(ascii: " "))
                column = 1
            }
            bytes.append(octet)
            column += 1
        }
    }
}

/// A TEXT value with backslash, semicolon, comma and line break escaped (RFC 5545 §3.3.11).
public func escapedText(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecialInText) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 16)
    for octet in text.utf8 {
        switch octet {
        case lineFeed:
            escaped += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case carriageReturn:
            break
        default:
            if isSpecialInText(octet) { escaped.append(UInt8(ascii: "\\")) }
            escaped.append(octet)
        }
    }
    return String(decoding: escaped, as: UTF8.self)
}

private func isSpecialInText(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), carriageReturn, lineFeed: true
    default: false
    }
}

/// UTF-8 says in its first octet how many follow (RFC 3629 §3).
private func length(ofCharacterBeginningWith octet: UInt8) -> Int {
    switch octet {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
}

private let lineLimit = 75
private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")
