// The FastCGI records that Jadwal reads and writes without libfcgi: FastCGI 1.0 §3.3 and §5.

/// A record: the eight bytes before its content, decoded.
struct Record {
    static let headerLength = 8
    static let beginRequest: UInt8 = 1
    static let endRequest: UInt8 = 3
    static let parameters: UInt8 = 4
    static let standardInput: UInt8 = 5
    static let standardOutput: UInt8 = 6
    /// The flag FCGI_KEEP_CONN of the record that begins a request.
    static let keepConnection: UInt8 = 1
    /// The longest content that is a multiple of eight, so that no padding is needed.
    static let maximumContent = 65_528

    let version, type: UInt8
    let requestID: UInt16
    /// The position of the content, which may end after the bytes that have arrived.
    let content: Range<Int>
    /// The position of the next record.
    let end: Int

    /// Reads the header at a position; nil if it has not arrived.
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

    /// Returns the records for a whole response.
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
