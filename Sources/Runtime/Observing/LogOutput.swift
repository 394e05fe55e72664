import Glibc
import Synchronization
import System

/// The lines of a log on their way to a file or a pipe. Lines of several threads never mix, and stay in
/// order.
///
/// The line of a request waits for others, at most a tenth of a second, and goes out with them in one
/// write. Every other line goes out at once, after those that wait. A process that ends by itself writes
/// a last line, so nothing is lost. Only a process that crashes or is killed loses the lines that wait.
package final class LogOutput: Sendable {
    /// The output of the process.
    package static let standardError = LogOutput(STDERR_FILENO)

    /// The number of bytes that wait at most, about 300 lines.
    private static let limit = 65_536
    /// The milliseconds for which a line waits.
    private static let interval = 100

    private let descriptor: Int32
    private let waiting = Mutex<[UInt8]>([])
    /// A thread that writes holds this. Its value is the buffer for the next lines.
    private let writing = Mutex<[UInt8]>([])

    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Adds a line that may wait.
    package func append(_ line: [UInt8]) {
        let isFull = waiting.withLock { waiting in
            waiting += line
            return waiting.count >= Self.limit
        }
        if isFull { flush() }
    }

    /// Writes a line at once, after those that wait.
    package func write(_ line: String) {
        waiting.withLock { $0.append(contentsOf: line.utf8) }
        flush()
    }

    /// Writes the lines that wait.
    package func flush() {
        writing.withLock { lines in
            waiting.withLock { swap(&$0, &lines) }
            // A log that cannot be written (the disk is full) must not stop the service.
            _ = lines.withUnsafeBytes { writeAll($0, to: descriptor) }
            lines.removeAll(keepingCapacity: true)
        }
    }

    /// Writes the lines that wait, ten times a second. It never returns; give it a thread.
    package func flushRegularly() -> Never {
        while true {
            usleep(UInt32(Self.interval) * 1_000)
            flush()
        }
    }
}
