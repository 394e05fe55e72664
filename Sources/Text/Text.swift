// Helpers for modules that read and write texts, most of them ASCII formats of the Internet, in this order:
//
// - Text.swift: kinds of bytes (`isDigit`, `isLetter`, `isBlank`, `isWhiteSpace`).
// - Trimming.swift: a text or bytes without the white space around them.
// - Digits.swift: a number with zeros in front.
// - Directions.swift: a text without the marks that turn it around, and set apart in a sentence.
// - Shortening.swift: a text as lists show it.
// - Folding.swift: the words of a text as search compares them.
// - ExactText.swift: a text as a key that equals only the same octets.
//
// Callers use the functions of the first three files in inner loops, so all of those are inlinable.

/// Returns true for `0` to `9`.
@inlinable
public func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
}

/// Returns true for `a` to `z` and `A` to `Z`.
@inlinable
public func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
}

/// Returns true for a space and a tab, the white space of RFC 9110 §5.6.3.
@inlinable
public func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}

/// Returns true for a space, a tab, a line feed, a vertical tab, a form feed and a carriage return.
@inlinable
public func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte &- UInt8(ascii: "\t") < 5
}
