import CFastCGI
import Glibc
import HTTP
import System

/// The error of a client that closed or stopped reading.
struct ClientDisconnected: Error {}

extension Responder {
    /// The maximum length of a body that is written together with its headers. It fits into the empty buffer
    /// of a connection, so the write does not wait. A kept connection has a timeout.
    private static let smallBody = 32_768
    /// The maximum number of bytes that are written under one deadline.
    fileprivate static let piece = 65_536

    /// Writes a response to its end.
    ///
    /// - Returns: the number of bytes of its body that were written, and true if all of it was.
    func send(
        _ response: Response, withBody: Bool, _ connection: Int32
    ) -> (bytesSent: Int, isComplete: Bool) {
        output.removeAll(keepingCapacity: true)
        var bytesSent = 0
        var isWritten: Bool
        switch response.body {
        case .bytes(let body):
            let isSent = withBody && !response.status.forbidsContent
            appendHead(response, contentLength: body.count, to: &output)
            if isSent, body.count > Responder.smallBody {
                isWritten = put(output[...]) && putLarge(body, connection, &bytesSent)
            } else {
                if isSent { output.append(contentsOf: body) }
                isWritten = put(output[...])
                if isWritten, isSent { bytesSent = body.count }
            }
        case .stream(let write):
            appendHead(response, contentLength: nil, to: &output)
            isWritten = put(output[...])
            if isWritten, withBody, !response.status.forbidsContent {
                isWritten = putStream(write, connection, &bytesSent)
            }
        }
        guard isWritten else {
            // Without the record that ends a request, nginx tells the client that the response was cut.
            shutdown(connection, Int32(SHUT_RDWR))
            return (bytesSent, false)
        }
        return (bytesSent, endRequest())
    }

    private func putLarge(_ body: [UInt8], _ connection: Int32, _ bytesSent: inout Int) -> Bool {
        setTimeouts(connection)
        var rest = body[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Responder.piece)
            guard putWatched(piece, connection) else { return false }
            rest = rest.dropFirst(piece.count)
            bytesSent += piece.count
        }
        return true
    }

    private func putStream(
        _ write: (any ResponseWriter) throws -> Void, _ connection: Int32, _ bytesSent: inout Int
    ) -> Bool {
        setTimeouts(connection)
        let writer = StreamWriter(self, connection)
        defer { bytesSent = writer.bytesSent }
        do {
            try write(writer)
            return true
        } catch {
            return false
        }
    }

    /// Writes bytes that may have to wait for the peer, at most as long as a request may take.
    fileprivate func putWatched(_ bytes: ArraySlice<UInt8>, _ connection: Int32) -> Bool {
        let deadline = Monotonic.nanoseconds() + UInt64(listener.options.requestDeadline) * 1_000_000_000
        listener.watchdog.watch(connection, until: deadline)
        defer { listener.watchdog.release(connection) }
        return put(bytes)
    }

    private func put(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let stream = request.pointee.out else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return true }
            let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
            return FCGX_PutStr(text, Int32(clamping: bytes.count), stream) >= 0
        }
    }

    /// Writes the bytes in libfcgi's buffer and the records that end a request. Nothing was written to
    /// its error stream, which nginx copies to its log.
    private func endRequest() -> Bool {
        guard let errors = request.pointee.err, let output = request.pointee.out else { return false }
        return FCGX_FClose(errors) == 0 && FCGX_FClose(output) == 0
    }
}

/// The writer of a streamed body, which sends it piece by piece.
private final class StreamWriter: ResponseWriter {
    private(set) var bytesSent = 0
    private let responder: Responder
    private let connection: Int32

    init(_ responder: Responder, _ connection: Int32) {
        self.responder = responder
        self.connection = connection
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Responder.piece)
            guard responder.putWatched(piece, connection) else { throw ClientDisconnected() }
            rest = rest.dropFirst(piece.count)
            bytesSent += piece.count
        }
    }
}
