import Dispatch
import Glibc
@testable import Runtime
import Testing

@Suite("The output of the log")
struct LogOutputTests {
    /// A pipe whose reading end never waits.
    private final class Pipe: Sendable {
        let reading, writing: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            precondition(pipe(&ends) == 0)
            (reading, writing) = (ends[0], ends[1])
            _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        }

        deinit {
            close(reading)
            close(writing)
        }

        /// Returns what has been written since the last call.
        func read() -> String {
            var bytes: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 65_536)
            while case let count = Glibc.read(reading, &piece, piece.count), count > 0 { bytes += piece[..<count] }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private func line(_ text: String) -> [UInt8] { Array("\(text)\n".utf8) }

    @Test("the line of a request waits, and is written before the next line that does not wait")
    func order() {
        let pipe = Pipe()
        let output = LogOutput(pipe.writing)
        output.append(line("one"))
        output.append(line("two"))
        #expect(pipe.read() == "")
        output.write("warning\n")
        #expect(pipe.read() == "one\ntwo\nwarning\n")
        output.append(line("three"))
        output.flush()
        #expect(pipe.read() == "three\n")
        output.flush()
        #expect(pipe.read() == "")
    }

    @Test("lines that wait are written soon, even if nothing else happens")
    func soon() {
        let pipe = Pipe()
        let output = LogOutput(pipe.writing)
        Thread.start { output.flushRegularly() }
        output.append(line("one"))
        var seen = ""
        for _ in 0..<2_000 where seen.isEmpty {
            usleep(5_000)
            seen = pipe.read()
        }
        #expect(seen == "one\n")
    }

    @Test("sixty-four kilobytes are written at once")
    func full() {
        let pipe = Pipe()
        let output = LogOutput(pipe.writing)
        var written = 0
        while written < 65_536 {
            #expect(pipe.read() == "")
            output.append(line(String(repeating: "x", count: 1_023)))
            written += 1_024
        }
        // A pipe holds as much.
        #expect(pipe.read().utf8.count == 65_536)
    }

    @Test("lines of many threads arrive whole, once, and in the order of each thread")
    func threads() {
        let pipe = Pipe()
        let output = LogOutput(pipe.writing)
        let threads = DispatchGroup()
        for thread in 0..<8 {
            threads.enter()
            Thread.start {
                for number in 0..<2_000 {
                    let text = "\(thread) \(number) " + String(repeating: "y", count: number % 200)
                    if number % 50 == 0 { output.write(text + "\n") } else { output.append(line(text)) }
                }
                threads.leave()
            }
        }
        var read = ""
        while threads.wait(timeout: .now() + .milliseconds(1)) == .timedOut { read += pipe.read() }
        // The waiting lines fit into the empty pipe.
        read += pipe.read()
        output.flush()
        read += pipe.read()
        var next = [Int](repeating: 0, count: 8)
        for line in read.split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 3, let thread = Int(words[0]), let number = Int(words[1]), next.indices.contains(thread)
            else {
                Issue.record("a line is broken: \(line)")
                return
            }
            #expect(number == next[thread] && words[2].utf8.count == number % 200)
            next[thread] = number + 1
        }
        #expect(next == [Int](repeating: 2_000, count: 8))
    }

    @Test("an output that cannot be written stops nobody")
    func broken() {
        let output = LogOutput(-1)
        output.append(line("one"))
        output.write("two\n")
        output.flush()
    }
}

/// Threads without Foundation.
private enum Thread {
    static func start(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "log-output").async(execute: body)
    }
}
