import Dispatch
@testable import FastCGI
import Glibc
import HTTP
import Testing

extension FastCGITests {
    @Suite("Messages to the service manager")
    struct ServiceManagerTests {
        @Test("without a valid socket there is no manager", arguments: [
            [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "relative"], ["WATCHDOG_USEC": "3000000"],
        ])
        func nobody(environment: [String: String]) {
            #expect(ServiceManager(environment: environment) == nil)
        }

        @Test("heartbeats are sent three times in the watchdog's time, and by this process only", arguments: [
            (["WATCHDOG_USEC": "3000000"], 1_000_000_000 as UInt64?),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "\(getpid())"], 1_000_000_000 as UInt64?),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"], nil),
            ([:], nil), (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "soon"], nil), (["WATCHDOG_USEC": "-1"], nil),
            (["WATCHDOG_USEC": "18446744073709551615"], nil),
        ])
        func interval(environment: [String: String], expected: UInt64?) throws {
            let manager = try #require(ServiceManager(environment: environment.merging(["NOTIFY_SOCKET": "/x"]) { $1 }))
            #expect(manager.pingInterval == expected)
        }

        @Test("a message arrives at a path and at an abstract name", arguments: ["/tmp/", "@"])
        func words(prefix: String) throws {
            let socket = try NotifySocket("\(prefix)jadwal-notify-\(getpid())-\(UInt32.random(in: 0 ... .max))")
            let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": socket.name]))
            manager.sayReady()
            #expect(socket.next() == "READY=1")
            manager.ping()
            #expect(socket.next() == "WATCHDOG=1")
            manager.sayStopping()
            #expect(socket.next() == "STOPPING=1")
        }

        @Test("a missing manager and a name that is too long do no harm")
        func gone() throws {
            for name in ["/tmp/jadwal-nobody-\(getpid())", "@jadwal-nobody-\(getpid())", "/" + String(repeating: "x", count: 200)] {
                try #require(ServiceManager(environment: ["NOTIFY_SOCKET": name])).sayReady()
            }
        }

        @Test("heartbeats are sent while threads make progress, and not while all are stuck")
        func stuck() throws {
            let socket = try NotifySocket("/tmp/jadwal-notify-\(getpid())-\(UInt32.random(in: 0 ... .max))")
            let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "90000"]))
            var options = testOptions()
            options.stuckAfter = 1
            let gate = DispatchSemaphore(value: 0)
            let responder = try TestResponder(threads: 1, options, manager: manager) { incoming in
                gate.wait()
                return echo(incoming)
            }
            defer { responder.stop() }
            #expect(socket.next() == "WATCHDOG=1")
            #expect(socket.next() == "WATCHDOG=1")

            let peer = RawPeer(responder.path)
            peer.send(request())
            #expect(eventually { responder.incoming.count == 1 })
            #expect(eventually { socket.isSilent(seconds: 2) }, "the one thread is stuck")

            gate.signal()
            #expect(peer.answer().status == 200)
            #expect(socket.next() == "WATCHDOG=1")
        }
    }
}

/// The datagram socket of a service manager.
private final class NotifySocket {
    let name: String
    private let descriptor: Int32

    init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            path.copyBytes(from: name.utf8)
            if name.hasPrefix("@") { path[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
        let status = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(status == 0)
    }

    deinit {
        close(descriptor)
        if name.hasPrefix("/") { unlink(name) }
    }

    /// Waits at most ten seconds for the next message; nil if none came.
    func next() -> String? {
        wait(milliseconds: 10_000) ? read() : nil
    }

    /// Reads all messages, and returns true if no more come within `seconds`.
    func isSilent(seconds: Int) -> Bool {
        while read() != nil {}
        return !wait(milliseconds: Int32(seconds) * 1_000)
    }

    private func wait(milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) == 1
    }

    private func read() -> String? {
        var words = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &words, words.count, Int32(MSG_DONTWAIT))
        return count > 0 ? String(decoding: words[..<count], as: UTF8.self) : nil
    }
}
