import CFastCGI
import Glibc
import HTTP
import Synchronization
import System

/// The work of one thread: it serves one request after the other.
///
/// libfcgi reads and writes, with a `FCGX_Request` that belongs to this thread. libfcgi can only use
/// connections that it has accepted itself, so two fields are set here that its header calls private.
/// `ipcFd` is the connection. `keepConnection` is 1 until `FCGX_Accept_r` returns, which would close the
/// connection otherwise. After the response it tells
/// libfcgi to close the connection or keep it.
///
/// A connection is kept only if the request was read to its last record, body included, and nothing followed
/// it. So the bytes of a body are never read as the next request. nginx believes that every connection is kept
/// and may already be sending the next request, so a responder that closed it after a body would lose a form.
final class Responder {
    let listener: Listener
    /// libfcgi's request, one for each thread. libfcgi keeps pointers to it, so it must not move.
    let request: UnsafeMutablePointer<FCGX_Request>
    /// The bytes to write. Its capacity is reused.
    var output: [UInt8] = []
    private let received: UnsafeMutableRawBufferPointer
    /// The system's number of the thread that made this.
    private let thread = number_of_thread()
    private var head = RequestHead()
    /// True if the last request took much memory, or so long that it may have.
    private(set) var usedMuch = false

    private static let muchSent = 4 << 20
    private static let muchTime: UInt64 = 250_000_000

    private enum HeadOutcome {
        case complete(isWhole: Bool, canBeKept: Bool)
        case refused(RequestError, requestID: UInt16)
        case timedOut, closed
    }

    init(_ listener: Listener) {
        self.listener = listener
        request = .allocate(capacity: 1)
        received = .allocate(byteCount: RequestHead.bufferSize, alignment: 8)
        FCGX_InitRequest(request, -1, 0)
    }

    deinit {
        request.deallocate()
        received.deallocate()
    }

    /// Answers one request.
    ///
    /// - Returns: true if the connection is still open and this thread's, for the next request.
    func serve(
        _ connection: Int32, _ answer: (Incoming) -> Response,
        _ finished: (Incoming, Response, Completion) -> Void
    ) -> Bool {
        usedMuch = false
        let start = Monotonic.nanoseconds()
        let deadline = start + UInt64(listener.options.requestDeadline) * 1_000_000_000
        let head = waitForHead(connection, deadline)
        var share: ShareKey?
        if case .complete = head {
            share = self.share()
            // The connection waits for its owner's thread, with the request unread.
            if let share, !listener.begin(connection, share) { return false }
        } else {
            listener.abandon(connection)
        }
        if share != nil { listener.longRequests.begin(on: thread) }
        defer {
            if let share {
                listener.longRequests.end(on: thread)
                listener.end(share)
            }
        }
        switch head {
        case .complete(let isWhole, let canBeKept):
            guard accept(connection) else { return false }
            if !isWhole { setTimeouts(connection) }
            let (incoming, body) = readRequest(connection, until: isWhole ? nil : deadline)
            let response = answer(incoming)
            let isRead = body?.finish() == true
            let (bytesSent, isComplete) = send(response, withBody: !isHead(incoming), connection)
            let isKept = finish(keep: canBeKept && isComplete && isRead)
            let nanoseconds = Monotonic.nanoseconds() - start
            usedMuch = bytesSent > Responder.muchSent || nanoseconds > Responder.muchTime
            finished(incoming, response, Completion(
                bytesSent: bytesSent, clientWentAway: !isComplete, nanoseconds: nanoseconds))
            return isKept
        case .refused(let error, let requestID):
            let incoming = Incoming.malformed(error, id: "", method: "", remoteAddress: "")
            let response = answer(incoming)
            let isSent = refuse(connection, response, requestID)
            finished(incoming, response, Completion(
                bytesSent: isSent ? bodyLength(response) : 0, clientWentAway: !isSent, nanoseconds: Monotonic.nanoseconds() - start))
        case .timedOut:
            listener.state.withLock { $0.statistics.timedOut += 1 }
            close(connection)
        case .closed:
            close(connection)
        }
        return false
    }

    /// Returns the owner of the request whose head is complete, if it may take long.
    private func share() -> ShareKey? {
        head.withPreview(UnsafeRawBufferPointer(received), listener.options.share)
    }

    /// Waits until all parameters of the request are in the buffer of the socket, where libfcgi can read
    /// them without waiting.
    ///
    /// nginx sends them in one piece. So the first peek is usually enough, and often shows the whole
    /// body too.
    private func waitForHead(_ connection: Int32, _ deadline: UInt64) -> HeadOutcome {
        var count = peek(connection, at: 0, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN {
            var wanted = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, Int32(listener.options.receiveTimeout) * 1_000) > 0
            else { return .timedOut }
            count = peek(connection, at: 0, Int32(MSG_DONTWAIT))
        }
        guard count > 0 else { return .closed }
        switch head.examine(UnsafeRawBufferPointer(rebasing: received[..<count])) {
        case .complete(let isWhole, let canBeKept): return .complete(isWhole: isWhole, canBeKept: canBeKept)
        case .refused(let error, let requestID): return .refused(error, requestID: requestID)
        case .incomplete: return waitForRest(connection, count, deadline)
        }
    }

    /// Continues after the first peek. With SO_PEEK_OFF, a peek waits for new bytes.
    ///
    /// A peer that sends its parameters in hundreds of tiny pieces fills the buffer of the socket before
    /// they are complete, and times out.
    private func waitForRest(_ connection: Int32, _ seen: Int, _ deadline: UInt64) -> HeadOutcome {
        setTimeouts(connection)
        setOption(connection, SO_PEEK_OFF, Int32(seen))
        var seen = seen
        while Monotonic.nanoseconds() < deadline {
            let count = peek(connection, at: seen, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return .timedOut }
            guard count > 0 else { return .closed }
            seen += count
            switch head.examine(UnsafeRawBufferPointer(rebasing: received[..<seen])) {
            case .complete(let isWhole, let canBeKept):
                // The next peek begins at the first byte again.
                setOption(connection, SO_PEEK_OFF, -1)
                return .complete(isWhole: isWhole, canBeKept: canBeKept)
            case .refused(let error, let requestID): return .refused(error, requestID: requestID)
            case .incomplete where seen == received.count:
                guard let begin = Record(UnsafeRawBufferPointer(received), at: 0) else { return .closed }
                return .refused(.headersTooLarge, requestID: begin.requestID)
            case .incomplete: continue
            }
        }
        return .timedOut
    }

    private func peek(_ connection: Int32, at offset: Int, _ flags: Int32) -> Int {
        let room = UnsafeMutableRawBufferPointer(rebasing: received[offset...])
        return recv(connection, room.baseAddress, room.count, Int32(MSG_PEEK) | flags)
    }

    /// Hands the connection to libfcgi and lets it read the parameters.
    ///
    /// - Returns: false if it cannot read them. Then it has closed the connection.
    private func accept(_ connection: Int32) -> Bool {
        request.pointee.ipcFd = connection
        request.pointee.keepConnection = 1
        // libfcgi closes a detached connection at once. Otherwise it would wait for the peer to close,
        // even if the peer sends a byte now and then. Nothing is lost, since on a Unix socket the peer
        // still gets all written bytes.
        FCGX_Detach(request)
        return FCGX_Accept_r(request) == 0
    }

    /// Ends the request in libfcgi, which closes the connection unless it is kept and has no error.
    ///
    /// - Returns: true if the connection is still open.
    private func finish(keep: Bool) -> Bool {
        request.pointee.keepConnection = keep ? 1 : 0
        FCGX_Finish_r(request)
        defer { request.pointee.ipcFd = -1 }
        return request.pointee.ipcFd >= 0
    }

    /// Answers a malformed request and closes. It does not use libfcgi, which must not read such bytes.
    ///
    /// - Returns: true if the whole response was written.
    private func refuse(_ connection: Int32, _ response: Response, _ requestID: UInt16) -> Bool {
        setTimeouts(connection)
        let records = Record.answer(responseBytes(response), to: requestID)
        var sent = 0
        while sent < records.count {
            let count = records.withUnsafeBytes { records in
                let rest = UnsafeRawBufferPointer(rebasing: records[sent...])
                return Glibc.send(connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
        shutdown(connection, Int32(SHUT_WR))
        // A peer that still writes would get an error from a closed connection, and not read the answer.
        var wanted = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        for _ in 0..<20 {
            guard !drain(connection), poll(&wanted, 1, 50) > 0 else { break }
        }
        close(connection)
        return sent == records.count
    }

    func setTimeouts(_ connection: Int32) {
        FastCGI.setTimeouts(connection, seconds: listener.options.receiveTimeout)
    }

    private func setOption(_ connection: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(connection, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

private func bodyLength(_ response: Response) -> Int {
    if case .bytes(let bytes) = response.body { bytes.count } else { 0 }
}

private func isHead(_ incoming: Incoming) -> Bool {
    switch incoming {
    case .request(let request): request.method == .head
    case .malformed(_, _, let method, _): method == Method.head.rawValue
    }
}

/// Limits the time of each read and write.
func setTimeouts(_ connection: Int32, seconds: Int) {
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
}
