import CPostgres
import Glibc
import System

/// libpq's connection, and every wait on it.
///
/// libpq's own waits have no deadline, so none of them is used: the socket is non-blocking, and
/// this class alone calls `poll`, always until some moment. Once the connection is lost its
/// handle is given back at once and `handle` stays nil.
///
/// - Note: PostgreSQL manual, 34.4 "Asynchronous Command Processing".
final class LibpqConnection {
    private(set) var handle: OpaquePointer?
    /// The time spent waiting for the server, all in all.
    private(set) var nanosecondsWaited: UInt64 = 0
    /// How long the server may be silent over one statement.
    var answerTimeoutMilliseconds: Int

    init(handle: OpaquePointer, answerTimeoutMilliseconds: Int) {
        self.handle = handle
        self.answerTimeoutMilliseconds = answerTimeoutMilliseconds
    }

    deinit { PQfinish(handle) }

    /// The handle, for a call that only reads from it or queues something to be sent.
    func open() throws(PostgresError) -> OpaquePointer {
        guard let handle else { throw .lost(.connection, "the connection to the database was lost earlier") }
        return handle
    }

    /// Gives the connection up. What the server was doing is undone by the server when it notices.
    func close() {
        PQfinish(handle)
        handle = nil
    }

    func lose(_ kind: PostgresError.Kind, _ message: String) -> PostgresError {
        close()
        return .lost(kind, message)
    }

    /// Gives the connection up for the reason that libpq has.
    func lose() -> PostgresError {
        lose(.connection, libpqWords(PQerrorMessage(handle)))
    }

    /// Sends all that is queued and collects the results up to where libpq has no more.
    ///
    /// Every result is handed to `each`, errors too. The server's time starts anew with every
    /// result, as its `statement_timeout` does.
    func roundTrip(_ each: (LibpqResult) throws(PostgresError) -> Void) throws(PostgresError) {
        let start = Monotonic.nanoseconds()
        defer { nanosecondsWaited += Monotonic.nanoseconds() - start }
        try flush(until: deadline)
        while let result = try nextResult(until: deadline) { try each(result) }
    }

    /// As `roundTrip`, in pipeline mode: up to the answer to the pipeline's end.
    func pipelineRoundTrip(_ each: (LibpqResult) throws(PostgresError) -> Void) throws(PostgresError) {
        let start = Monotonic.nanoseconds()
        defer { nanosecondsWaited += Monotonic.nanoseconds() - start }
        try flush(until: deadline)
        var hasEndedOne = false
        while true {
            // libpq parts the statements' results by a nil; two in a row mean there is nothing.
            guard let result = try nextResult(until: deadline) else {
                if hasEndedOne { throw lose(.connection, "the pipeline ended without its last answer") }
                hasEndedOne = true
                continue
            }
            hasEndedOne = false
            if result.status == PGRES_PIPELINE_SYNC { return }
            try each(result)
        }
    }

    /// Waits for something to read and takes it in.
    ///
    /// - Returns: false when the moment passed first.
    func receive(until deadline: UInt64) throws(PostgresError) -> Bool {
        guard try wait(for: POLLIN, until: deadline) else { return false }
        guard try PQconsumeInput(open()) == 1 else { throw lose() }
        return true
    }

    private func nextResult(until deadline: UInt64) throws(PostgresError) -> LibpqResult? {
        while try PQisBusy(open()) != 0 {
            guard try receive(until: deadline) else { throw timeoutError() }
        }
        guard let pointer = try PQgetResult(open()) else { return nil }
        let result = LibpqResult(pointer)
        switch result.status {
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
            throw lose(.misuse, "COPY is not done through this connection")
        default:
            return result
        }
    }

    /// Reads while it writes: a server that waits for us to take its answers takes nothing itself.
    private func flush(until deadline: UInt64) throws(PostgresError) {
        while true {
            switch try PQflush(open()) {
            case 0: return
            case 1:
                guard try wait(for: POLLIN | POLLOUT, until: deadline) else { throw timeoutError() }
                guard try PQconsumeInput(open()) == 1 else { throw lose() }
            default: throw lose()
            }
        }
    }

    private func timeoutError() -> PostgresError {
        lose(.timeout, "the database did not answer within \(answerTimeoutMilliseconds) ms")
    }

    private var deadline: UInt64 { Monotonic.deadline(milliseconds: answerTimeoutMilliseconds) }

    private func wait(for events: Int32, until deadline: UInt64) throws(PostgresError) -> Bool {
        let socket = try PQsocket(open())
        return waitForSocket(socket, events: events, until: deadline)
    }
}

/// What libpq itself says, which is of the connection, on one line.
func libpqWords(_ text: UnsafePointer<CChar>?) -> String {
    let words = text.map { String(cString: $0) } ?? ""
    let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty ? "the connection to the database was lost" : line
}

/// - Returns: false when the moment passed first. An error of the socket counts as ready: the
///   read or write that follows reports it.
func waitForSocket(_ socket: Int32, events: Int32, until deadline: UInt64) -> Bool {
    var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
        let left = Monotonic.milliseconds(until: deadline)
        let ready = poll(&entry, 1, Int32(clamping: left))
        if ready > 0 || (ready < 0 && errno != EINTR) { return true }
        if ready == 0 && left == 0 { return false }
    }
}
