import CZlib

/// Compresses bytes with gzip (RFC 1952).
///
/// The same bytes always give the same result: the header has no time, no file name and no machine.
///
/// - Parameter level: from 1 for fast to 9 for small.
/// - Throws: `GzipError` if there is not enough memory.
public func gzipped(_ bytes: [UInt8], level: Int32 = 6) throws(GzipError) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 to ask for gzip's header instead of zlib's.
    let started = deflateInit2_(
        &stream, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { throw GzipError(status: started) }
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(bytes.count)))
    var status = Z_OK
    var input = bytes
    let packed = [UInt8](unsafeUninitializedCapacity: room) { output, filled in
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            status = deflate(&stream, Z_FINISH)
        }
        filled = output.count - Int(stream.avail_out)
    }
    guard status == Z_STREAM_END else { throw GzipError(status: status) }
    return packed
}

/// An error of zlib in compressing. Only a lack of memory causes it.
public struct GzipError: Error, Hashable, Sendable {
    /// The status code of zlib.
    public let status: Int32
}
