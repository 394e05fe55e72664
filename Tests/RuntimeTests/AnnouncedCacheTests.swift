import CivilTime
import Runtime
import Testing

@Suite("What is kept in memory until a change is announced")
struct AnnouncedCacheTests {
    private let now = Instant(secondsSince1970: 1_800_000_000)
    private var later: Instant { now + .seconds(60) }

    private func cache(limitBytes: Int = 1_000) -> AnnouncedCache<String, Int> {
        let cache = AnnouncedCache<String, Int>(limitBytes: limitBytes)
        cache.listening(true)
        return cache
    }

    private func keep(_ value: Int, _ key: String, _ cache: AnnouncedCache<String, Int>, bytes: Int = 10) {
        cache.keep(value, for: key, until: later, bytes: bytes, cache.ticket())
    }

    @Test("a value is there until its moment, and no longer")
    func until() {
        let cache = cache()
        keep(1, "a", cache)
        #expect(cache.value("a", at: now) == 1)
        #expect(cache.value("a", at: later) == nil)
        #expect(cache.value("b", at: now) == nil)
    }

    @Test("nothing is kept while nobody listens, and all is forgotten when listening ends")
    func listening() {
        let deaf = AnnouncedCache<String, Int>(limitBytes: 1_000)
        keep(1, "a", deaf)
        #expect(deaf.value("a", at: now) == nil)
        let cache = cache()
        keep(1, "a", cache)
        cache.listening(false)
        #expect(cache.value("a", at: now) == nil)
    }

    @Test("an announced change takes the key away, and others stay")
    func change() {
        let cache = cache()
        keep(1, "a", cache)
        keep(2, "b", cache)
        cache.forget("a")
        #expect(cache.value("a", at: now) == nil)
        #expect(cache.value("b", at: now) == 2)
        cache.forgetEverything()
        #expect(cache.value("b", at: now) == nil)
    }

    @Test("what was read before a change was announced is not kept after it")
    func race() {
        let cache = cache()
        let ticket = cache.ticket()
        cache.forget("a")
        cache.keep(1, for: "a", until: later, bytes: 10, ticket)
        #expect(cache.value("a", at: now) == nil)
    }

    @Test("a value in use stays when room is made, and an unused one is deleted")
    func room() {
        let cache = cache(limitBytes: 100)
        keep(0, "used", cache)
        for number in 1...30 {
            keep(number, "\(number)", cache)
            #expect(cache.value("used", at: now) == 0)
        }
        #expect(cache.value("1", at: now) == nil)
        #expect(cache.value("30", at: now) == 30)
    }

    @Test("a value larger than half the room is not kept")
    func large() {
        let cache = cache(limitBytes: 100)
        keep(1, "a", cache, bytes: 51)
        #expect(cache.value("a", at: now) == nil)
    }
}
