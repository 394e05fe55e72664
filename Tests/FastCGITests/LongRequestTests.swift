import CFastCGI
@testable import FastCGI
import Testing

@Suite("Long requests")
struct LongRequestTests {
    @Test("half of the processors are for long requests, the smaller half of an odd number", arguments: [
        ([0, 1], [1]), ([2, 5, 7], [7]), ([0, 1, 2, 3], [2, 3]),
    ])
    func halves(all: [Int], half: [Int]) {
        #expect(ProcessorSet(all).secondHalf == ProcessorSet(half))
    }

    @Test("one processor has no half")
    func onlyOne() {
        #expect(ProcessorSet([3]).secondHalf == nil)
        #expect(ProcessorSet([]).secondHalf == nil)
    }

    @Test("a request that runs long goes on at half of the processors, and its thread gets all of them back")
    func moved() async throws {
        let all = try #require(ProcessorSet.ofThisThread())
        guard let half = all.secondHalf else { return }
        let seen = await withCheckedContinuation { continuation in
            startThread(named: "long") {
                let requests = LongRequests(), thread = number_of_thread()
                var seen: [ProcessorSet?] = []
                requests.begin(on: thread)
                requests.limit()
                seen.append(.ofThisThread())
                sleep(milliseconds: 80)
                requests.limit()
                seen.append(.ofThisThread())
                requests.end(on: thread)
                seen.append(.ofThisThread())
                continuation.resume(returning: seen)
            }
        }
        #expect(seen == [all, half, all])
    }
}
