import System
import Testing

@Suite("The monotonic clock")
struct MonotonicTests {
    @Test("never goes back")
    func ascending() {
        var last = Monotonic.nanoseconds()
        for _ in 0..<10_000 {
            let next = Monotonic.nanoseconds()
            #expect(next >= last)
            last = next
        }
    }

    @Test("a deadline is as far away as was asked, and a wait for it never ends too early")
    func deadlines() {
        let before = Monotonic.nanoseconds()
        let deadline = Monotonic.deadline(milliseconds: 60_000)
        let left = Monotonic.milliseconds(until: deadline)
        let after = Monotonic.nanoseconds()
        #expect((before + 60_000_000_000...after + 60_000_000_000).contains(deadline))
        #expect(left <= 60_000 && left * 1_000_000 >= deadline - after)
    }

    @Test("a deadline in the past is now, and nothing is left of it")
    func past() {
        #expect(Monotonic.deadline(milliseconds: -1) <= Monotonic.nanoseconds())
        #expect(Monotonic.milliseconds(until: 0) == 0)
    }
}
