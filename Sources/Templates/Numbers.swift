/// Writes a number as programs do, `24.6877`: with a point, at most `places` decimals, and no zeros at the end.
///
/// - Parameter value: below a thousand million.
package func decimalText(_ value: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    var text = String(scaled / scale)
    let rest = scaled % scale
    if rest > 0 {
        var decimals = String(rest)
        decimals = String(repeating: "0", count: places - decimals.count) + decimals
        while decimals.hasSuffix("0") { decimals.removeLast() }
        text += "." + decimals
    }
    return value < 0 && scaled > 0 ? "-" + text : text
}

/// Replaces the digits and signs of Arabic and Persian in typed text by those that programs write.
///
/// Fields for numbers accept `٢٤٫٦٨`, and a minus copied from a table may be U+2212. Direction marks and
/// white space at either end are dropped.
package func plainNumber(_ typed: String) -> String {
    var plain = ""
    for scalar in typed.unicodeScalars {
        switch scalar.value {
        case 0x0660...0x0669: plain += String(scalar.value - 0x0660)
        case 0x06F0...0x06F9: plain += String(scalar.value - 0x06F0)
        case 0x066B: plain += "."
        case 0x2212: plain += "-"
        case 0x200E, 0x200F, 0x061C: continue
        default: plain.unicodeScalars.append(scalar)
        }
    }
    return plain.trimmed
}

extension String {
    /// The text without white space at either end.
    package var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
