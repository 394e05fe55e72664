import CQRCode
import Glibc

// QR codes, by libqrencode.

/// A text as a QR code (ISO/IEC 18004), with error correction of level M: up to 15 % of it may be
/// unreadable.
public struct QRCode: Sendable {
    /// The number of squares on a side, without the margin.
    public let width: Int
    /// The squares row by row from the top, true for dark.
    private let squares: [Bool]

    /// The number of light squares that are needed on every side (ISO/IEC 18004 §6.3.8).
    public static let margin = 4

    /// Encodes a text.
    ///
    /// - Parameter text: at most 2,331 bytes of UTF-8 without a NUL.
    public init(_ text: String) throws(QRCodeError) {
        guard !text.utf8.contains(0) else { throw QRCodeError(reason: "a NUL in the text") }
        // Version 0 means the smallest code for the text.
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else {
            throw QRCodeError(reason: String(cString: strerror(errno)))
        }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        width = side
        // The lowest bit of a square is 1 if it is dark. The other bits are for the library.
        squares = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
    }

    public func isDark(row: Int, column: Int) -> Bool { squares[row * width + column] }

    /// The number of squares on a side with the margin, for the viewBox of an SVG.
    public var size: Int { width + 2 * Self.margin }

    /// The dark squares as the `d` of an SVG path, one unit for a square. Neighbours in a row are one line along their
    /// middle, for a stroke of one unit.
    public var path: String {
        var path = ""
        for row in 0..<width {
            var column = 0, end: Int?
            while column < width {
                guard isDark(row: row, column: column) else {
                    column += 1
                    continue
                }
                let start = column
                while column < width, isDark(row: row, column: column) { column += 1 }
                path += end.map { "m\(start - $0) 0" } ?? "M\(start + Self.margin) \(row + Self.margin).5"
                path += "h\(column - start)"
                end = column
            }
        }
        return path
    }
}

/// An error in encoding a text: it is too long or has a NUL, or there is not enough memory.
public struct QRCodeError: Error, CustomStringConvertible {
    let reason: String

    public var description: String { "no QR code can be made: \(reason)" }
}
