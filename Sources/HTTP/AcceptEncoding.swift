import Text

/// The compressions that a client accepts: its `Accept-Encoding` header (RFC 9110 §12.5.3).
public struct AcceptEncoding: Sendable, Equatable {
    /// The weights, 0 to 1; nil if the header does not name the encoding.
    private var gzip: Double?, identity: Double?, others: Double?

    /// Reads a header.
    ///
    /// - Parameter header: nil if the client sent none. That allows any encoding, but many such clients
    ///   cannot decompress, so they get plain bytes.
    public init(_ header: String?) {
        guard let header else { return }
        for item in Array(header.utf8.prefix(1_000)).split(separator: UInt8(ascii: ",")) {
            let parts = item.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                .map { $0.trimmed(while: isBlank) }
            var quality = 1.0
            for part in parts.dropFirst() where lowerCased(part).hasPrefix("q=") {
                // A weight that is not a number from 0 to 1 counts as 0.
                quality = Double(String(decoding: part.dropFirst(2), as: UTF8.self)).flatMap { (0...1).contains($0) ? $0 : nil } ?? 0
            }
            switch lowerCased(parts.first ?? []) {
            case "gzip", "x-gzip": gzip = max(gzip ?? 0, quality)
            case "identity": identity = quality
            case "*": others = quality
            default: break
            }
        }
    }

    /// True if the client prefers gzip to the plain bytes, or likes both equally.
    public var prefersGzip: Bool {
        let gzip = self.gzip ?? others ?? 0
        // The plain bytes are acceptable unless excluded. They have a weight only if the header names them.
        return gzip > 0 && gzip >= (identity ?? 0)
    }
}
