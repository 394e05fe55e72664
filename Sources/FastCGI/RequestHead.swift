import Glibc
import HTTP

/// A check of the records of a request, before libfcgi may read them.
///
/// libfcgi trusts their lengths. A parameter with a length of 2 GiB stops the whole process, one that
/// never arrives blocks a thread, and a NUL in one cuts it short. A connection that ends early looks
/// like a request with few parameters. So libfcgi reads nothing until all parameters have arrived and
/// are valid. The check only peeks at the bytes; libfcgi reads them again.
struct RequestHead {
    /// The maximum length of a name and its value together, in bytes: that of nginx's header lines, and the
    /// `HTTP_` that it adds to a name.
    static let lineLimit = 16_384 + 8
    /// The maximum length of all names and values together, in bytes. nginx takes four lines of 16 KiB and sends
    /// the address twice. So what nginx takes is never refused here, which would close the connection.
    static let totalLimit = 98_304
    /// The size of a buffer for all of them, with the headers and the padding of records.
    static let bufferSize = totalLimit + 32_768

    enum Progress: Equatable {
        case incomplete
        /// All parameters have arrived, and the whole body too if `isWhole`. `canBeKept` is true if nginx
        /// asks to keep the connection, and nothing has arrived after the request.
        case complete(isWhole: Bool, canBeKept: Bool = false)
        case refused(RequestError, requestID: UInt16)
    }

    /// The parameters if they come in several records. Its capacity is reused.
    private var gathered: [UInt8] = []
    /// The place of the parameters if they come in one record.
    private var whole = 0..<0

    /// Checks the bytes of a request.
    ///
    /// - Parameter bytes: all bytes that have arrived on the connection, from the first one.
    mutating func examine(_ bytes: UnsafeRawBufferPointer) -> Progress {
        guard let begin = Record(bytes, at: 0), begin.content.upperBound <= bytes.count
        else { return .incomplete }
        let requestID = begin.requestID
        func refused(_ error: RequestError) -> Progress { .refused(error, requestID: requestID) }

        // The role must be that of a responder (FastCGI 1.0 §5.1).
        guard begin.version == 1, begin.type == Record.beginRequest, requestID != 0,
              begin.content.count == 8,
              bytes[begin.content.lowerBound] == 0, bytes[begin.content.lowerBound + 1] == 1
        else { return refused(.badRequest("not a FastCGI request")) }

        gathered.removeAll(keepingCapacity: true)
        var position = begin.end
        var total = 0
        whole = 0..<0
        while true {
            guard let record = Record(bytes, at: position) else { return .incomplete }
            guard record.version == 1, record.type == Record.parameters,
                  record.requestID == requestID
            else { return refused(.badRequest("a FastCGI record is out of place")) }
            position = record.end
            if record.content.isEmpty { break }
            total += record.content.count
            guard total <= RequestHead.totalLimit else { return refused(.headersTooLarge) }
            guard record.content.upperBound <= bytes.count else { return .incomplete }
            if whole.isEmpty {
                whole = record.content
            } else {
                if gathered.isEmpty { gathered += bytes[whole] }
                gathered += bytes[record.content]
            }
        }

        let error = gathered.isEmpty
            ? checkParameters(UnsafeRawBufferPointer(rebasing: bytes[whole]))
            : gathered.withUnsafeBytes(checkParameters)
        if let error { return refused(error) }
        let asksToKeep = bytes[begin.content.lowerBound + 2] & Record.keepConnection != 0
        return examineBody(bytes, from: position, requestID, asksToKeep)
    }

    /// Calls a closure with the parameters of the request that was examined last and is complete.
    ///
    /// - Parameter bytes: those that `examine` got.
    func withPreview<Result>(_ bytes: UnsafeRawBufferPointer, _ body: (RequestPreview) -> Result) -> Result {
        gathered.isEmpty
            ? body(RequestPreview(UnsafeRawBufferPointer(rebasing: bytes[whole])))
            : gathered.withUnsafeBytes { body(RequestPreview($0)) }
    }

    /// libfcgi may leave the padding of the last record unread, so a connection with such a record is not kept.
    private func examineBody(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ requestID: UInt16, _ asksToKeep: Bool
    ) -> Progress {
        var position = start
        while let record = Record(bytes, at: position) {
            guard record.version == 1, record.type == Record.standardInput,
                  record.requestID == requestID
            else {
                let error = RequestError.badRequest("a FastCGI record is out of place")
                return .refused(error, requestID: requestID)
            }
            if record.content.isEmpty {
                return .complete(
                    isWhole: record.end <= bytes.count,
                    canBeKept: asksToKeep && record.end >= bytes.count && record.end == record.content.upperBound)
            }
            position = record.end
        }
        return .complete(isWhole: false, canBeKept: asksToKeep)
    }
}

/// Checks name-value pairs (FastCGI 1.0 §3.4).
///
/// - Returns: the first error, or nil.
private func checkParameters(_ bytes: UnsafeRawBufferPointer) -> RequestError? {
    var position = 0
    while position < bytes.count {
        guard let nameLength = takeLength(bytes, &position),
              let valueLength = takeLength(bytes, &position)
        else { return .badRequest("a FastCGI parameter is cut short") }
        let length = nameLength + valueLength
        guard length <= bytes.count - position else {
            return .badRequest("a FastCGI parameter is cut short")
        }
        guard length <= RequestHead.lineLimit else { return .headersTooLarge }
        let pair = UnsafeRawBufferPointer(rebasing: bytes[position..<(position + length)])
        // libfcgi keeps a pair as the text NAME=value.
        guard !pair.holds(0), !UnsafeRawBufferPointer(rebasing: pair[..<nameLength]).holds(0x3D)
        else { return .badRequest("a FastCGI parameter has a NUL, or its name has an equals sign") }
        position += length
    }
    return nil
}

/// Reads a length: one byte, or four if its highest bit is set. Returns nil if bytes are missing.
func takeLength(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Int? {
    guard position < bytes.count else { return nil }
    let first = Int(bytes[position])
    guard first & 0x80 != 0 else {
        position += 1
        return first
    }
    guard bytes.count - position >= 4 else { return nil }
    defer { position += 4 }
    return (first & 0x7F) << 24 | Int(bytes[position + 1]) << 16
        | Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
}

extension UnsafeRawBufferPointer {
    func holds(_ byte: Int32) -> Bool {
        guard let baseAddress else { return false }
        return memchr(baseAddress, byte, count) != nil
    }
}

extension RequestError {
    static let headersTooLarge = RequestError(
        status: .headersTooLarge, message: "the headers are too large")
}
