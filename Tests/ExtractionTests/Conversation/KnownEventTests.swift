import CivilTime
import Extraction
import PrayerTimes
import Testing

/// The reading of later messages, when the words that made an event are deleted. The chats are of 15 April 2025.
@Suite("Events made before")
struct KnownEventTests {
    private func date(_ day: Int) -> LocalDate { LocalDate(daysSince1970: 20_193 - 15 + day) }

    /// Reads a chat in a place where Asr is two minutes later every day.
    private func change(_ lines: String, _ known: KnownEvent) -> FoundPlan? {
        var context = Words.context
        let fixed = context.prayerTimes
        context.prayerTimes = { [first = date(15)] day in
            var times = fixed(day)
            times?[.asr] = 921 + 2 * (day - first)
            return times
        }
        let messages = ChatCase("", lines, "").messages
        return Words.reader.read(ChatThread(messages: messages, context: context, known: [known])).event
    }

    @Test("another hour or another day keeps the length that was agreed")
    func length() throws {
        let known = KnownEvent(uid: "u", date: date(16), minute: 840, endMinute: 990, activity: "meeting")
        let later = try #require(change("A: can we make the meeting at 4?\nB: ok", known))
        #expect(later.minute == 960 && later.endMinute == 1_110 && later.endDate == date(16))
        let moved = try #require(change("A: can we move it to Thursday?\nB: ok", known))
        #expect(moved.date == date(17) && moved.minute == 840 && moved.endMinute == 990)
        let late = KnownEvent(uid: "u", date: date(16), endDate: date(17), minute: 1_380, endMinute: 60)
        let earlier = try #require(change("A: can we make it 9pm?\nB: ok", late))
        #expect(earlier.minute == 1_260 && earlier.endMinute == 1_380 && earlier.endDate == date(16))
    }

    @Test("a new end is an end that both agree on")
    func end() throws {
        let known = KnownEvent(uid: "u", date: date(16), minute: 840, endMinute: 990, activity: "meeting")
        let event = try #require(change("A: can we do the meeting from 3 to 6pm instead?\nB: ok", known))
        #expect(event.minute == 900 && event.endMinute == 1_080)
    }

    @Test("on another day a time by a prayer is that day's, whether it was said by rule or by minutes")
    func prayers() throws {
        // 30 minutes after the Asr of the 16th, rounded up to five: 15:55. On the 19th that is 16:00.
        let anchor = PrayerAnchorReading(prayer: .asr, relation: .after)
        let rule = KnownEvent(uid: "u", date: date(16), minute: 955, anchor: anchor)
        let moved = try #require(change("A: خلها السبت\nB: تم", rule))
        #expect(moved.date == date(19) && moved.minute == 960 && moved.anchor == anchor)
        let minutes = KnownEvent(uid: "u", date: date(16), minute: 933, anchor: anchor)
        #expect(change("A: خلها السبت\nB: تم", minutes)?.minute == 939)
    }

    @Test("an hour of the clock ends the tie to the prayer")
    func clock() throws {
        let anchor = PrayerAnchorReading(prayer: .asr, relation: .after)
        let known = KnownEvent(uid: "u", date: date(16), minute: 955, anchor: anchor)
        let event = try #require(change("A: can we make it 6pm?\nB: sure", known))
        #expect(event.minute == 1_080 && event.anchor == nil)
    }

    @Test(
        "a place or an end that an event lacks is filled in by either side",
        arguments: [
            ("A: where?\nB: Najd House", "Najd House"), ("B: وين؟\nA: مطعم نجد", "مطعم نجد"),
            ("A: see you at Najd House", "Najd House"), ("B: the dinner is at Najd House", "Najd House"),
            ("A: let's meet at Najd House", "Najd House"),
        ])
    func place(lines: String, place: String) throws {
        let known = KnownEvent(uid: "u", date: date(17), minute: 1_200, activity: "dinner")
        let event = try #require(change(lines, known))
        #expect(event.place == place && event.changeOf == "u" && event.date == date(17) && event.minute == 1_200)
    }

    @Test("an end that an event lacks is filled in, and a later end is a change")
    func missingEnd() throws {
        var known = KnownEvent(uid: "u", date: date(17), minute: 1_200, activity: "dinner")
        let event = try #require(change("A: the dinner on Thursday is from 8 to 10pm", known))
        #expect(event.minute == 1_200 && event.endMinute == 1_320 && event.proof.acceptance == nil)
        known.endMinute = 1_320
        #expect(change("A: the dinner on Thursday is from 8 to 11pm", known)?.proof.acceptance == nil)
    }

    @Test(
        "a place of something else is not the event's",
        arguments: [
            "A: I'm at the mall now", "B: I was at Najd House yesterday, great food", "A: I left it at home",
            "A: where did you buy it?\nB: at Jarir", "A: where are you?\nB: at the mall", "A: وينك؟\nB: في البيت",
            "B: كنت في مطعم نجد امس", "A: the keys are at Najd House", "A: how was the game at the stadium?",
        ])
    func elsewhere(lines: String) {
        let known = KnownEvent(uid: "u", date: date(17), minute: 1_200, activity: "dinner")
        #expect(change(lines, known) == nil)
    }

    @Test("a place that is known is not replaced without an agreement")
    func knownPlace() {
        let known = KnownEvent(uid: "u", date: date(17), minute: 1_200, place: "Kanakah", activity: "dinner")
        #expect(change("A: where?\nB: Najd House", known) == nil)
    }
}
