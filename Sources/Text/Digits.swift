/// Returns a number in decimal digits, with zeros in front up to `width` of them.
///
/// A longer number keeps all its digits. The sign of a negative number is before the zeros and
/// does not count as a digit.
@inlinable
public func digits(_ number: Int, _ width: Int) -> String {
    var rest = number.magnitude
    var count = 1
    while rest >= 10 {
        rest /= 10
        count += 1
    }
    let sign = number < 0 ? 1 : 0
    let length = sign + max(count, width)
    return String(unsafeUninitializedCapacity: length) { text in
        var rest = number.magnitude
        for index in stride(from: length - 1, through: sign, by: -1) {
            text[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        if sign == 1 { text[0] = UInt8(ascii: "-") }
        return length
    }
}
