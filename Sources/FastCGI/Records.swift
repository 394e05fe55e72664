// The FastCGI records that Jadwal reads and writes without libfcgi: FastCGI 1.0 §3.3 and §5.

/// The eight bytes that stand before a record's content.
struct Record {
    static let headerLength = 8
    static let beginRequest: UInt8 = 1
    static let endRequest: UInt8 = 3
    static let parameters: UInt8 = 4
    static let standardInput: UInt8 = 5
    static let standardOutput: UInt8 = 6
    /// The longest content that is a multiple of eight, so that no padding is needed.
    static let maximumContent = 65_528

    let version, type: UInt8
    let requestID: UInt16
    /// Where the content lies, which may be past what has arrived.
    let content: Range<Int>
    /// Where the next record starts.
    let end: Int

    /// - Returns: nil when the header has not arrived.
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        guard bytes.count - start >= Record.headerLength else { return nil }
        version = bytes[start]
        type = bytes[start + 1]
        requestID = UInt16(bytes[start + 2]) << 8 | UInt16(bytes[start + 3])
        let length = Int(bytes[start + 4]) << 8 | Int(bytes[start + 5])
        let contentStart = start + Record.headerLength
        content = contentStart..<(contentStart + length)
        end = contentStart + length + Int(bytes[start + 6])
    }

    /// An answer from its first byte to its last, as the records that carry it.
    static func answer(_ bytes: [UInt8], to requestID: UInt16) -> [UInt8] {
        var records: [UInt8] = []
        records.reserveCapacity(bytes.count + 64)
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(maximumContent)
            append(standardOutput, requestID, piece, to: &records)
            rest = rest.dropFirst(piece.count)
        }
        append(standardOutput, requestID, [], to: &records)
        // Exit status 0, FCGI_REQUEST_COMPLETE.
        append(endRequest, requestID, [0, 0, 0, 0, 0, 0, 0, 0], to: &records)
        return records
    }

    private static func append(
        _ type: UInt8, _ requestID: UInt16, _ content: ArraySlice<UInt8>, to records: inout [UInt8]
    ) {
        records += [
            1, type, UInt8(requestID >> 8), UInt8(requestID & 0xFF),
            UInt8(content.count >> 8), UInt8(content.count & 0xFF), 0, 0,
        ]
        records += content
    }
}
