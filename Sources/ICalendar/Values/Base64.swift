/// Decodes Base64 (RFC 4648 §4), as in BINARY values (RFC 5545 §3.3.1).
func binary(_ text: some StringProtocol, _ reading: Reading) throws(Irregularity) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for character in text.utf8 {
        if isSpace(character) {
            if reading == .strict { throw .looseBase64 }
            continue
        }
        if character == equalsSign {
            padding += 1
            continue
        }
        guard padding == 0, let value = sextet(character) else { throw .malformed(.binary) }
        bits = bits << 6 | value
        count += 1
        if count.isMultiple(of: 4) {
            octets += [
                UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits),
            ]
            bits = 0
        }
    }
    switch count % 4 {
    case 0: break
    case 2: octets.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3: octets += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    default: throw .malformed(.binary)
    }
    let isComplete = (count + padding).isMultiple(of: 4) && padding < 3
    if !isComplete, reading == .strict { throw .looseBase64 }
    return octets
}

private func sextet(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
}
