import CQRCode
import Glibc

/// A text as the square that phone cameras read (ISO/IEC 18004), with error correction of level M:
/// 15 % of it may be unreadable.
public struct QRCode: Sendable {
    /// Dark and light squares on a side, without the margin.
    public let width: Int
    /// Row by row from the top, whether each square is dark.
    private let squares: [Bool]

    /// Light squares that must stand around, on every side (ISO/IEC 18004 §6.3.8).
    public static let margin = 4

    /// - Parameter text: as UTF-8 at most 2,331 bytes, and no NUL among them.
    public init(_ text: String) throws(QRCodeError) {
        guard !text.utf8.contains(0) else { throw QRCodeError(reason: "a NUL in the text") }
        // Version 0: the smallest that holds the text.
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else {
            throw QRCodeError(reason: String(cString: strerror(errno)))
        }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        width = side
        // The lowest bit of a square tells whether it is dark; the others are the library's own notes.
        squares = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
    }

    public func isDark(row: Int, column: Int) -> Bool { squares[row * width + column] }

    /// Squares on a side with the margin: what an SVG's viewBox measures.
    public var size: Int { width + 2 * Self.margin }

    /// The dark squares as the `d` of an SVG path, a square being one unit: neighbours in a row are
    /// one rectangle.
    public var path: String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                guard isDark(row: row, column: column) else {
                    column += 1
                    continue
                }
                let start = column
                while column < width, isDark(row: row, column: column) { column += 1 }
                path += "M\(start + Self.margin) \(row + Self.margin)h\(column - start)v1h-\(column - start)z"
            }
        }
        return path
    }
}

/// Why a text makes no code: it is too long, or there was no memory.
public struct QRCodeError: Error, CustomStringConvertible {
    let reason: String

    public var description: String { "no QR code can be made: \(reason)" }
}
