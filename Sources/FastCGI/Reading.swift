import CFastCGI
import Glibc
import HTTP
import Synchronization

extension Responder {
    /// Reads the parameters of the request that libfcgi has accepted.
    ///
    /// - Parameter deadline: nil if the whole body has arrived.
    /// - Returns: the request, and its body, which may have bytes left; nil if libfcgi has none.
    func readRequest(_ connection: Int32, until deadline: UInt64?) -> (Incoming, IncomingBody?) {
        guard let input = request.pointee.in, let environment = request.pointee.envp else {
            return (.malformed(.incompleteRequest, id: "", method: "", remoteAddress: ""), nil)
        }
        let variables = CGIVariables(environment)
        let length = Result { () throws(RequestError) in try variables.bodyLength() }
        let body = IncomingBody(
            input, length: (try? length.get()) ?? 0, connection, deadline.map { (listener.watchdog, $0) })
        do throws(RequestError) {
            guard FCGX_GetError(input) == 0, variables.isValid else { throw RequestError.incompleteRequest }
            guard let method = variables.method, !method.isEmpty,
                  let target = variables.target,
                  let remoteAddress = variables.remoteAddress, !remoteAddress.isEmpty
            else { throw RequestError.incompleteRequest }
            var request = try Request(
                method: Method(rawValue: method), target: target,
                headers: Headers(wire: variables.headers), remoteAddress: remoteAddress, id: variables.requestID ?? "")
            if try length.get() > 0 {
                request.stream = body
            } else {
                _ = try body.read(1)
            }
            return (.request(request), body)
        } catch {
            return (.malformed(
                error, id: variables.requestID ?? "", method: variables.method ?? "",
                remoteAddress: variables.remoteAddress ?? ""), body)
        }
    }
}

extension CGIVariables {
    /// Reads the announced length of the body; 0 without one.
    fileprivate func bodyLength() throws(RequestError) -> Int {
        guard let text = contentLength, !text.isEmpty else { return 0 }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .badRequest("Content-Length is not a number")
        }
        // A number that does not fit into an Int is too large for every route.
        guard let length = Int(text) else { throw .tooLarge("the body is longer than \(Int.max) bytes") }
        return length
    }
}

/// A body that libfcgi reads from the connection. It belongs to the thread of its request.
final class IncomingBody: RequestBody {
    /// The maximum number of bytes that are read of a body that is not used.
    private static let drainLimit = 16 << 20

    let length: Int
    /// libfcgi's stream, which is freed some time after `finish`. It is read under the lock of `received`, and by
    /// `finish` once nobody else may read: never by two threads at once, and never when it is freed.
    private nonisolated(unsafe) let input: UnsafeMutablePointer<FCGX_Stream>
    private let connection: Int32
    /// The end of the time in which the body must arrive; nil if it has arrived.
    private let deadline: (watchdog: Watchdog, time: UInt64)?
    /// The bytes read so far; nil after the request.
    private let received = Mutex<Int?>(0)

    init(
        _ input: UnsafeMutablePointer<FCGX_Stream>, length: Int, _ connection: Int32,
        _ deadline: (watchdog: Watchdog, time: UInt64)?
    ) {
        self.input = input
        self.length = length
        self.connection = connection
        self.deadline = deadline
    }

    func read(_ count: Int) throws(RequestError) -> [UInt8] {
        let error = RequestError.badRequest("the body is not as long as Content-Length says")
        return try received.withLock { received throws(RequestError) in
            guard let before = received else { throw error }
            let wanted = min(count, length - before)
            let bytes = wanted == 0 ? [] : [UInt8](unsafeUninitializedCapacity: wanted) { room, count in
                count = fill(room)
            }
            received = before + bytes.count
            guard bytes.count == wanted else { throw error }
            // The end is looked for once, when bytes are asked for behind the last one.
            guard count == 0 || wanted > 0 || isAtEnd() else { throw error }
            return bytes
        }
    }

    /// Reads and discards the rest. A peer that still writes does not read the response.
    ///
    /// After this nothing can be read.
    ///
    /// - Returns: true if the last record of the body was read.
    func finish() -> Bool {
        received.withLock { $0 = nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1_024) { scratch in
            var drained = 0
            while drained < Self.drainLimit {
                let count = fill(scratch)
                drained += count
                if count < scratch.count { return FCGX_GetError(input) == 0 }
            }
            return false
        }
    }

    private func isAtEnd() -> Bool {
        watched { FCGX_GetChar(input) == -1 && FCGX_GetError(input) == 0 }
    }

    /// Returns the number of bytes read, less than there is room for if the body ended.
    private func fill(_ room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard let start = room.baseAddress else { return 0 }
        let bytes = UnsafeMutableRawPointer(start).assumingMemoryBound(to: CChar.self)
        return watched { Int(FCGX_GetStr(bytes, Int32(clamping: room.count), input)) }
    }

    private func watched<Value>(_ read: () -> Value) -> Value {
        guard let deadline else { return read() }
        deadline.watchdog.watch(connection, until: deadline.time)
        defer { deadline.watchdog.release(connection) }
        return read()
    }
}

extension RequestError {
    static let incompleteRequest = RequestError.badRequest("the request did not arrive whole")
}
