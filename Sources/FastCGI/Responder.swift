import CFastCGI
import Glibc
import HTTP
import Synchronization
import System

/// One thread's part in answering: it takes a connection and leaves it closed.
///
/// libfcgi does the talking, on a `FCGX_Request` that this thread keeps. Two of its fields that the
/// header calls private are set by hand, since it can only accept by itself: `ipcFd` is the
/// connection, and `keepConnection` is 1 for as long as `FCGX_Accept_r` would otherwise close it.
/// Then it is 0 for good, whatever the peer asked: a kept connection would hold the thread, and
/// what is left of a body on it would be read as the next request.
final class Responder {
    let listener: Listener
    /// libfcgi: "one FCGX_Request per thread"; it keeps pointers to it, so it must not move.
    let request: UnsafeMutablePointer<FCGX_Request>
    /// Kept for its capacity.
    var output: [UInt8] = []
    private let received: UnsafeMutableRawBufferPointer
    private var head = RequestHead()

    private enum HeadOutcome {
        case complete(isWhole: Bool)
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

    func serve(
        _ connection: Int32, _ answer: (Incoming) -> Response,
        _ finished: (Incoming, Response, Completion) -> Void
    ) {
        let start = Monotonic.nanoseconds()
        let deadline = start + UInt64(listener.options.requestDeadline) * 1_000_000_000
        switch waitForHead(connection, deadline) {
        case .complete(let isWhole):
            guard accept(connection) else { return }
            if !isWhole {
                setTimeouts(connection)
                listener.watchdog.watch(connection, until: deadline)
            }
            let incoming = readRequest()
            if !isWhole { listener.watchdog.release(connection) }
            let response = answer(incoming)
            let (bytesSent, isComplete) = send(response, withBody: !isHead(incoming), connection)
            FCGX_Finish_r(request)
            finished(incoming, response, Completion(
                bytesSent: bytesSent, clientWentAway: !isComplete,
                nanoseconds: Monotonic.nanoseconds() - start))
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
    }

    /// Waits until every parameter of the request lies in the socket's buffer, where libfcgi can
    /// read it without waiting.
    ///
    /// nginx sends them in one piece, so usually one look is enough and shows the body's end too.
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
        case .complete(let isWhole): return .complete(isWhole: isWhole)
        case .refused(let error, let requestID): return .refused(error, requestID: requestID)
        case .incomplete: return waitForRest(connection, count, deadline)
        }
    }

    /// Goes on looking from where the first look ended: with SO_PEEK_OFF, a look waits for bytes
    /// that have not been seen. A peer that sends its parameters in hundreds of tiny pieces fills
    /// the socket before they are complete, and times out.
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
            case .complete(let isWhole): return .complete(isWhole: isWhole)
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
    /// - Returns: false when it could not; it has closed the connection then.
    private func accept(_ connection: Int32) -> Bool {
        request.pointee.ipcFd = connection
        request.pointee.keepConnection = 1
        // A detached connection is closed at once. Else libfcgi would wait for the peer to close,
        // and go on waiting for as long as it sends a byte now and then. Nothing is lost: on a Unix
        // socket the peer still gets all that was written.
        FCGX_Detach(request)
        guard FCGX_Accept_r(request) == 0 else { return false }
        request.pointee.keepConnection = 0
        return true
    }

    /// Answers without libfcgi, which cannot be let at these bytes, and closes.
    ///
    /// - Returns: whether all was written.
    private func refuse(_ connection: Int32, _ response: Response, _ requestID: UInt16) -> Bool {
        setTimeouts(connection)
        let records = Record.answer(wholeAnswer(response), to: requestID)
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
        // A peer still writing would take a closed connection for a fault and not read the answer.
        var wanted = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        for _ in 0..<20 {
            guard !drain(connection), poll(&wanted, 1, 50) > 0 else { break }
        }
        close(connection)
        return sent == records.count
    }

    func setTimeouts(_ connection: Int32) {
        var timeout = timeval(tv_sec: listener.options.receiveTimeout, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
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
