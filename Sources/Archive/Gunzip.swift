import CZlib

/// Decompresses a gzip file of one or several members (RFC 1952) and checks their checksums.
///
/// - Parameter limit: the maximum number of decompressed bytes, since a few kilobytes can become gigabytes.
/// - Throws: `GunzipError`, also for a file that ends too early.
public func gunzipped(_ bytes: [UInt8], limit: Int) throws(GunzipError) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 for gzip's header and nothing else.
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        throw .outOfMemory
    }
    defer { inflateEnd(&stream) }
    guard let count = UInt32(exactly: bytes.count) else { throw .tooLarge(limit: limit) }
    var input = bytes, unpacked: [UInt8] = [], piece = [UInt8](repeating: 0, count: 256 * 1_024)
    return try input.withUnsafeMutableBufferPointer { (input) throws(GunzipError) in
        stream.next_in = input.baseAddress
        stream.avail_in = count
        while true {
            let status = piece.withUnsafeMutableBufferPointer { piece in
                stream.next_out = piece.baseAddress
                stream.avail_out = UInt32(piece.count)
                return inflate(&stream, Z_NO_FLUSH)
            }
            let made = piece.count - Int(stream.avail_out)
            guard unpacked.count + made <= limit else { throw .tooLarge(limit: limit) }
            unpacked += piece.prefix(made)
            switch status {
            case Z_OK: continue
            case Z_STREAM_END where stream.avail_in == 0: return unpacked
            case Z_STREAM_END: inflateReset(&stream)
            case Z_MEM_ERROR: throw .outOfMemory
            default: throw .damaged
            }
        }
    }
}

/// An error in decompressing a gzip file.
public enum GunzipError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not a gzip file, its checksum is wrong, or it ends too early.
    case damaged
    case tooLarge(limit: Int)
    case outOfMemory

    public var description: String {
        switch self {
        case .damaged: "is not a gzip file, or is damaged"
        case .tooLarge(let limit): "unpacks to more than \(limit) bytes"
        case .outOfMemory: "cannot be unpacked: there is not enough memory"
        }
    }
}
