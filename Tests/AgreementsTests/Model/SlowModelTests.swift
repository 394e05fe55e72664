import Agreements
import Glibc
import Runtime
import Storage
import Synchronization
import TestSupport
import Testing

@Suite("A slow language model", .timeLimit(.minutes(1)))
struct SlowModelTests {
    /// The figures of a run: requests to the model, events of the other customer while it thought, and all events.
    private struct Figures: Sendable {
        var requests = 0, eventsBefore = 0, othersMeanwhile = 0, events = 0
    }

    @Test("defect 12: forty messages ask a slow model once, and another customer's chat is read meanwhile")
    func fortyMessages() throws {
        let answer = completion(reply("HAS_EVENT_AGREED", 39, 40, day: "on Thursday", time: "at 8 pm"))
        let server = try ModelServer([answer, answer], delayMilliseconds: 5_000)
        let world = try ChatWorld([
            "JADWAL_MODEL_URL": server.base, "JADWAL_MODEL_NAME": "small", "JADWAL_MODEL_TIMEOUT_SECONDS": "20",
            "JADWAL_MODEL_HOST_COUNTRY": "Germany",
        ], quietSeconds: 2)
        try world.home.choose(allowsModel: true, mailsFindings: false)
        let talk = Talk(world, try ChatWorld(world.test, email: "laila@example.org"), server)
        // Two readers, as `jadwal work` has them, and the people who write.
        let figures = try inParallel(count: 3) { () -> Figures? in
            switch talk.nextRole() {
            case 0: try talk.read(waitsForModel: true)
            case 1: try talk.read(waitsForModel: false)
            default: return try talk.write()
            }
            return nil
        }
        let seen = try #require(figures.compactMap(\.self).first)
        #expect(seen.othersMeanwhile == 1 && seen.eventsBefore == 0)
        #expect(seen.events == 1)
        #expect(seen.requests == 1)
    }

    /// The work of the three threads.
    private final class Talk: @unchecked Sendable {
        // One thread writes with the two worlds. The readers make apps of their own, and the rest is behind a lock.
        private let world: ChatWorld, other: ChatWorld, server: ModelServer
        private let roles = Mutex(0), isOver = Mutex(false)

        init(_ world: ChatWorld, _ other: ChatWorld, _ server: ModelServer) {
            (self.world, self.other, self.server) = (world, other, server)
        }

        func nextRole() -> Int {
            roles.withLock { role in
                role += 1
                return role - 1
            }
        }

        func read(waitsForModel: Bool) throws {
            let app = try world.test.anotherApp()
            let runner = AnalysisRunner(app, model: try ChatModel(app.config), waitsForModel: waitsForModel)
            runner.run { isOver.withLock { $0 } }
        }

        func write() throws -> Figures {
            defer { isOver.withLock { $0 = true } }
            var figures = Figures()
            for number in 0..<38 {
                let isMine = number % 2 == 0
                try world.deliver(world.message("hello \(number)", id: "m\(number)", mine: isMine, after: number))
            }
            try world.deliver(world.message("Dinner on Thursday at 8 pm?", id: "asks", after: 40))
            try world.deliver(world.message("ok deal", id: "agrees", mine: true, after: 41))
            _ = try becomesTrue { server.requests.count == 1 }
            try other.chat("Coffee tomorrow at 4?", ">ok deal")
            _ = try becomesTrue { try other.events().count == 1 }
            figures.othersMeanwhile = try other.events().count
            figures.eventsBefore = try world.events().count
            _ = try becomesTrue { try world.events().count == 1 }
            figures.events = try world.events().count
            figures.requests = server.requests.count
            return figures
        }

        private func becomesTrue(_ condition: () throws -> Bool) throws -> Bool {
            for _ in 0..<200 {
                if try condition() { return true }
                usleep(100_000)
            }
            return false
        }
    }
}
