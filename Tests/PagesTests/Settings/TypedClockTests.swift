@testable import Pages
import Testing

@Suite("A typed time of day")
struct TypedClockTests {
    @Test("is read as people write it", arguments: [
        ("7:00", 420), ("07:05", 425), ("7", 420), ("19.30", 1_170), ("1930", 1_170), ("730", 450), ("0:00", 0),
        ("24:00", 1_440), ("7 PM", 1_140), ("7pm", 1_140), ("7:15 p.m.", 1_155), ("12 AM", 0), ("12:30 pm", 750),
        ("٧:٠٠ ص", 420), ("١٠:٣٠ م", 1_350), ("٧", 420), (" 9:00\u{00A0}AM ", 540), ("۷ مساءً", 1_140),
    ])
    func read(text: String, minute: Int) {
        #expect(TypedClock(text)?.minute == minute, "\(text)")
    }

    @Test("is nothing else", arguments: [
        "", "x", "25:00", "24:01", "7:60", "7:5", "13 PM", "0 AM", "-7", "7:00:00", "12345", "7 o'clock", ":30", "7:",
    ])
    func unreadable(text: String) {
        #expect(TypedClock(text) == nil, "\(text)")
    }

    @Test("says if it names its half of the day")
    func half() {
        #expect(TypedClock("5")?.namesHalf == false && TypedClock("5 م")?.namesHalf == true)
    }
}
