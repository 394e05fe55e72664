/// Octets that are kept compressed until they are written, so that a text of 200 MB waits in few of memory.
public struct PackedPieces: Sendable {
    private var pieces: [[UInt8]] = []
    private var open: [UInt8] = []
    /// The number of all octets, before they were compressed.
    public private(set) var count = 0

    private static let pieceLength = 1 << 20

    public init() {}

    /// Appends octets.
    ///
    /// - Throws: `GzipError` if there is not enough memory.
    public mutating func append(_ octets: [UInt8]) throws(GzipError) {
        open += octets
        count += octets.count
        guard open.count >= Self.pieceLength else { return }
        pieces.append(try gzipped(open, level: 1))
        open.removeAll(keepingCapacity: true)
    }

    /// Writes all octets in their order, a piece at a time.
    public func write(_ write: ([UInt8]) throws -> Void) throws {
        for piece in pieces { try write(gunzipped(piece, limit: .max)) }
        if !open.isEmpty { try write(open) }
    }
}
