import Text

/// What a client can unpack: its `Accept-Encoding` header (RFC 9110 §12.5.3).
public struct AcceptEncoding: Sendable, Equatable {
    /// 0 to 1; nil where the header does not name it.
    private var gzip: Double?, identity: Double?, others: Double?

    /// - Parameter header: nil where the client sent none, which allows anything; what is sent is then
    ///   not packed, for many that send none cannot unpack.
    public init(_ header: String?) {
        guard let header else { return }
        for item in Array(header.utf8.prefix(1_000)).split(separator: UInt8(ascii: ",")) {
            let parts = item.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { $0.trimmed(while: isBlank) }
            var quality = 1.0
            for part in parts.dropFirst() where lowerCased(part).hasPrefix("q=") {
                // A weight that is no number from 0 to 1 says that the client cannot be asked for it.
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

    /// Whether gzip is wanted at least as much as the plain bytes.
    public var prefersGzip: Bool {
        let gzip = self.gzip ?? others ?? 0
        // Plain is always acceptable unless excluded, and wanted only if it is named.
        return gzip > 0 && gzip >= (identity ?? 0)
    }
}
