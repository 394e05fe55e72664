import CivilTime
import Extraction
import Foundation
import Testing

/// Chats in which the values change hands before both agree.
@Suite("Counter-offers in chats")
struct CounterOfferTests {
    @Test("an earlier plan that is named is the one that changes")
    func named() {
        let texts = [
            "Dinner on Thursday at 8?", "Yes, deal", "And coffee on Saturday at 4?", "let me check",
            "About the dinner on Thursday, can we make it 9?", "ok 9 is fine for dinner",
        ]
        let lines = texts.enumerated().map { "\($0 % 2 == 0 ? "A" : "B"): \($1)" }.joined(separator: "\n")
        expect(lines, "AGREED 2025-04-17 21:00")
    }

    @Test(
        "a counter-offer is accepted by its value",
        arguments: [
            ("A: meeting tomorrow 10?\nB: can do 11 if thats ok, have school pickup\nA: 11 works", "2025-04-16 11:00"),
            ("A: is ur 3pm still open tmrw?\nB: 3 is taken, 4:30?\nA: ok 4:30", "2025-04-16 16:30"),
            ("A: Evening possible tomorrow?\nB: 6:30 pm then?\nA: Ok madam 6:30", "2025-04-16 18:30"),
            ("A: bowling on tues at 9pm?\nB: can we do wed same time\nA: no prob wed 9 it is", "2025-04-16 21:00"),
            ("A: منلتقي التلاتا ٦ المسا؟\nB: خليها ٧ بتاخر بالشغل\nA: عادي ٧ اريح الي كمان", "2025-04-22 19:00"),
        ])
    func byValue(lines: String, expected: String) { expect(lines, "AGREED \(expected)") }

    @Test(
        "an hour of today that is over is the evening's",
        arguments: [
            ("A: hi need haircut today\nB: Full until 8\nA: 8:30?\nB: ok", "AGREED 2025-04-15 20:30"),
            ("A: lunch friday at my dads\nB: what time exactly?\nA: الساعة ١:٣٠\nB: ok", "AGREED 2025-04-18 13:30"),
        ])
    func over(lines: String, expected: String) { expect(lines, expected) }

    @Test(
        "a second plan does not take the place of the first",
        arguments: [
            (
                "A: بكره بمر عليك ٩ الصبح اعطيك الاوراق\nB: تمام حياك\nA: والجمعه الغدا عند الوالد\n"
                    + "B: الساعه كم بالضبط؟\nA: الساعة ١:٣٠\nB: ابشر", ["2025-04-16 09:00", "2025-04-18 13:30"]
            ),
            (
                "A: yo football thursday 8:30pm?\nB: in!!\nB: oh n khalid is moving out friday, shall we go help him\n"
                    + "A: ya sure, 5pm?\nB: yep 5. ill bring the pickup", ["2025-04-17 20:30", "2025-04-18 17:00"]
            ),
        ])
    func second(lines: String, expected: [String]) {
        let found = read(lines).plans.filter { $0.status == .agreed }.map { plan in
            let hour = plan.event.minute.map { String(format: "%02d:%02d", $0 / 60, $0 % 60) } ?? "–"
            return "\(plan.event.date.iso8601) \(hour)"
        }
        #expect(found == expected)
    }

    @Test(
        "an invitation right after a message that told when proposes that time",
        arguments: [
            ("A: الجمعة طالعين البر قبل المغرب بربع ساعة\nA: بتيجي معنا؟\nB: اه والله بيجي", "AGREED 2025-04-18 17:59"),
            ("A: we're hiking saturday 6am\nA: you coming?\nB: yes count me in", "AGREED 2025-04-19 06:00"),
        ])
    func invitation(lines: String, expected: String) { expect(lines, expected) }

    @Test(
        "people accept and decline in many ways",
        arguments: [
            (
                "A: ملعب الاربعاء من ٩ ل ١٠ ونص بالليل تلعب ويانا؟\nB: اي افا عليك حطني",
                "AGREED 2025-04-16 21:00 to 22:30"
            ),
            ("A: فطارك عندنا الجمعة\nB: حاضر من عنيا", "AGREED 2025-04-18 –"),
            ("A: منمر عليكم بكرا ٦ المسا اذا فاضيين\nB: اهلا وسهلا بتنورو البيت", "AGREED 2025-04-16 18:00"),
            (
                "A: هل يمكننا عقد اجتماع يوم الأحد الساعة 10 صباحا؟\nB: التاريخ والوقت مناسبان لنا",
                "AGREED 2025-04-20 10:00"
            ),
            (
                "A: أستقبلك يوم الأحد الساعة 10 صباحاً\nB: شكراً جزيلاً، سأحضر في الموعد بإذن الله",
                "AGREED 2025-04-20 10:00"
            ),
            ("A: ندعوكم لحضور الورشة يوم الأحد الساعة 10 صباحا\nB: نعتذر عن عدم الحضور لارتباطات سابقة", "DENIED"),
            (
                "A: el 5amees ba3d el 3esha 3sha el shabab\nA: la tgol mashghool\nB: abshir jay",
                "AGREED 2025-04-17 20:15"
            ),
            ("A: بكرة سينما ٩؟\nB: مش هينفع خالص بكرة عندي فرح", "DENIED"),
            ("A: beach sat?\nB: cant bro working", "DENIED"),
        ])
    func manyWays(lines: String, expected: String) { expect(lines, expected) }

    private func read(_ lines: String) -> ThreadAnalysis {
        Words.reader.read(ChatThread(messages: ChatCase("", lines, "").messages, context: Words.context))
    }

    private func expect(_ lines: String, _ expected: String) {
        #expect(answer(read(lines)) == expected, "\(lines)")
    }
}
