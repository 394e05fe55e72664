/// Escapes text for use between HTML tags and inside a quoted attribute.
///
/// It works on bytes. For Swift a `"` and a combining mark after it are one `Character`, but a browser
/// still sees the quote.
public func htmlEscaped(_ text: String) -> String {
    guard text.utf8.contains(where: { entity($0) != nil }) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 32)
    for byte in text.utf8 {
        if let entity = entity(byte) {
            escaped.append(contentsOf: entity.utf8)
        } else {
            escaped.append(byte)
        }
    }
    return String(decoding: escaped, as: UTF8.self)
}

private func entity(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
}
