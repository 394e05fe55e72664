import Testing
import Text

@Suite("Exact texts")
struct ExactTextTests {
    @Test("texts of the same octets are equal")
    func equal() {
        #expect(Set([ExactText("القاهرة"), ExactText("القاهرة"), ExactText("")]).count == 2)
    }

    @Test("texts that only look alike are not equal")
    func alike() {
        #expect("caf\u{E9}" == "cafe\u{301}")
        #expect(ExactText("caf\u{E9}") != ExactText("cafe\u{301}"))
        #expect(Set([ExactText("caf\u{E9}"), ExactText("cafe\u{301}")]).count == 2)
    }
}
