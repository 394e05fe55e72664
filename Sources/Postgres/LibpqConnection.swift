import CPostgres
import Glibc
import System

/// A connection of libpq, and every wait on it.
///
/// libpq's own waits have no deadline and are not used. The socket is non-blocking, and only this class
/// calls `poll`, always with a deadline. When the connection is lost, its handle is freed at once and
/// `handle` stays nil.
///
/// - Note: PostgreSQL manual, 34.4 "Asynchronous Command Processing".
final class LibpqConnection {
    private(set) var handle: OpaquePointer?
    /// The total time spent waiting for the server.
    private(set) var nanosecondsWaited: UInt64 = 0
    /// The maximum wait for one result.
    var answerTimeoutMilliseconds: Int

    init(handle: OpaquePointer, answerTimeoutMilliseconds: Int) {
        self.handle = handle
        self.answerTimeoutMilliseconds = answerTimeoutMilliseconds
    }

    deinit { PQfinish(handle) }

    /// Returns the handle, for a call that only reads from it or queues bytes to be sent.
    ///
    /// - Throws: kind `.connection` if the connection is lost.
    func open() throws(PostgresError) -> OpaquePointer {
        guard let handle else { throw .lost(.connection, "the connection to the database was lost earlier") }
        return handle
    }

    /// Closes the connection. The server rolls back an open transaction when it notices.
    func close() {
        PQfinish(handle)
        handle = nil
    }

    /// Closes the connection and returns the error to throw.
    func lose(_ kind: PostgresError.Kind, _ message: String) -> PostgresError {
        close()
        return .lost(kind, message)
    }

    /// Closes the connection and returns libpq's error.
    func lose() -> PostgresError {
        lose(.connection, libpqWords(PQerrorMessage(handle)))
    }

    /// Sends the queued bytes and passes every result to `each`, errors too.
    ///
    /// The timeout starts again with every result, like the server's `statement_timeout`.
    func roundTrip(_ each: (LibpqResult) throws(PostgresError) -> Void) throws(PostgresError) {
        let start = Monotonic.nanoseconds()
        defer { nanosecondsWaited += Monotonic.nanoseconds() - start }
        try flush(until: deadline)
        while let result = try nextResult(until: deadline) { try each(result) }
    }

    /// Does the same in pipeline mode, up to the result that marks the end of the pipeline.
    func pipelineRoundTrip(_ each: (LibpqResult) throws(PostgresError) -> Void) throws(PostgresError) {
        let start = Monotonic.nanoseconds()
        defer { nanosecondsWaited += Monotonic.nanoseconds() - start }
        try flush(until: deadline)
        var hasEndedOne = false
        while true {
            // libpq returns nil between the results of two statements. Two nils mean that no more come.
            guard let result = try nextResult(until: deadline) else {
                if hasEndedOne { throw lose(.connection, "the pipeline ended without its last result") }
                hasEndedOne = true
                continue
            }
            hasEndedOne = false
            if result.status == PGRES_PIPELINE_SYNC { return }
            try each(result)
        }
    }

    /// Waits for input and reads it.
    ///
    /// - Returns: false if the deadline passed first.
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
            throw lose(.misuse, "this connection does not support COPY")
        default:
            return result
        }
    }

    /// Sends the queued bytes. It also reads, because a server that waits until its results are read
    /// accepts no input.
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

/// Returns libpq's own message, which is about the connection, in one line.
func libpqWords(_ text: UnsafePointer<CChar>?) -> String {
    let words = text.map { String(cString: $0) } ?? ""
    let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty ? "the connection to the database was lost" : line
}

/// Waits until a socket is ready.
///
/// - Returns: false if the deadline passed first. A socket with an error counts as ready, since the next
///   read or write reports the error.
func waitForSocket(_ socket: Int32, events: Int32, until deadline: UInt64) -> Bool {
    var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
        let left = Monotonic.milliseconds(until: deadline)
        let ready = poll(&entry, 1, Int32(clamping: left))
        if ready > 0 || (ready < 0 && errno != EINTR) { return true }
        if ready == 0 && left == 0 { return false }
    }
}
