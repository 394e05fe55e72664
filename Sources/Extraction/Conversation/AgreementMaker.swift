import CivilTime
import PrayerTimes

/// Makes events of plans.
struct AgreementMaker {
    let messages: [StandingMessage]
    let thread: ChatThread
    var plans: [Plan] = []
    /// The tones of the messages.
    var tones: [Tone] = []

    /// Returns a plan's event; nil without any day or hour.
    func event(of plan: Plan) -> FoundPlan? {
        guard let start = start(of: plan) else { return nil }
        let end = end(of: plan, start)
        return FoundPlan(
            title: title(plan), activity: plan.activity?.key, date: start.date, minute: start.minute,
            endDate: max(end.date, start.date), endMinute: end.minute,
            place: plan.place.flatMap(words) ?? plan.existing?.place, anchor: start.anchor,
            repetition: plan.day?.value.repetition, hijri: plan.day?.value.hijri, zone: plan.time?.value.zone,
            confidence: confidence(plan).share,
            isAmbiguous: plan.day?.value.isAmbiguous ?? false, proof: proof(plan),
            origin: messages.indices.contains(plan.origin) ? messages[plan.origin].id : nil,
            coming: messages.contains { $0.speaker != nil } ? plan.coming : [],
            rule: plan.acceptance == nil ? nil : plan.agreedBy,
            act: plan.acceptance == nil ? nil : plan.acceptedBy?.rawValue,
            changeOf: plan.existing?.uid)
    }

    /// Returns how sure a plan is.
    func confidence(_ plan: Plan) -> Confidence {
        Confidence(
            plan: plan, plans: plans, isHeard: isHeard(plan), isGroup: messages.contains { $0.speaker != nil },
            tones: tones)
    }

    /// Returns false if the acceptance is a voice note.
    private func isHeard(_ plan: Plan) -> Bool {
        guard let yes = plan.acceptance?.message, messages.indices.contains(yes) else { return true }
        return !messages[yes].isUnheard
    }

    /// The beginning of an event.
    private struct Start {
        var date: LocalDate
        var minute: Int?
        var anchor: PrayerAnchorReading?
    }

    /// Returns the beginning of a plan; nil without any day or hour.
    private func start(of plan: Plan) -> Start? {
        guard var start = day(of: plan) else { return nil }
        start.anchor = plan.time == nil ? plan.untimedPrayer : plan.time?.value.anchor
        if let time = plan.time?.value {
            if plan.day != nil, time.isLateNight { start.date = start.date + 1 }
            start.minute = moved(time.minute, start.anchor, from: time.said, to: start.date)
        } else if plan.day != nil, let iftar = iftar(plan, start.date) {
            (start.minute, start.anchor) = iftar
        }
        return start
    }

    /// Returns the day of a plan: said, the next one with its hour, or that of the event made before.
    private func day(of plan: Plan) -> Start? {
        if let value = plan.day?.value ?? plan.refusedDay?.value { return Start(date: value.date) }
        if let time = plan.time { return Start(date: time.value.nextDay ?? said(time)) }
        return plan.existing.map { Start(date: $0.date, minute: $0.minute) }
    }

    /// Returns the day on which an hour was said.
    private func said(_ time: Plan.Slot<Plan.Time>) -> LocalDate {
        messages.indices.contains(time.message) ? messages[time.message].at.date : thread.context.reference.date
    }

    /// Returns the end of a plan that begins at a time.
    private func end(of plan: Plan, _ start: Start) -> (date: LocalDate, minute: Int?) {
        let lastDay = plan.day?.value.end ?? start.date
        guard let minute = start.minute else { return (lastDay, nil) }
        if let end = saidEnd(plan) {
            guard let last = end.minute ?? end.length.map({ minute + $0 }) else { return (lastDay, nil) }
            return (last >= 1_440 || last <= minute ? start.date + 1 : lastDay, last % 1_440)
        }
        guard let length = plan.existing?.length else { return (lastDay, nil) }
        return (start.date + (minute + length) / 1_440, (minute + length) % 1_440)
    }

    /// Returns the end that the messages say; nil for one that only the event made before has.
    private func saidEnd(_ plan: Plan) -> Plan.End? {
        plan.end.flatMap { messages.indices.contains($0.message) ? $0.value : nil }
    }

    /// Returns false for an agreement whose checks fail: it stays a proposal.
    func isBelievable(_ event: FoundPlan) -> Bool {
        let checks = AgreementChecks(thread: thread)
        // A place or an end that an agreed event lacked needs no acceptance.
        guard event.changeOf == nil || event.proof.acceptance != nil else {
            return checks.problems(ofProposal: event).isEmpty
        }
        return checks.problems(of: event).isEmpty
    }

    /// Returns the time on a day of a time that was counted from a prayer of another day.
    func moved(_ minute: Int, _ anchor: PrayerAnchorReading?, from said: LocalDate?, to date: LocalDate) -> Int {
        guard let anchor, let said, said != date, let then = prayer(anchor, on: said),
            let now = prayer(anchor, on: date)
        else { return minute }
        // The rules round the time of that day; a fixed distance moves with the prayer.
        return rule(anchor, then) == minute ? rule(anchor, now) : minute + now - then
    }

    /// Returns the time of breaking the fast: Maghrib of a day in Ramadan.
    private func iftar(_ plan: Plan, _ date: LocalDate) -> (Int, PrayerAnchorReading)? {
        guard let key = plan.activity?.key, key == "iftar" || key == "breakfast", plan.part == nil,
            thread.context.hijri.isRamadan(date)
        else { return nil }
        let anchor = PrayerAnchorReading(prayer: .maghrib, relation: .at)
        return prayer(anchor, on: date).map { (rule(anchor, $0), anchor) }
    }

    /// Returns the beginning of an anchor's prayer on a day, in minutes after midnight.
    private func prayer(_ anchor: PrayerAnchorReading, on date: LocalDate) -> Int? {
        thread.context.prayerTimes(date)?[anchor.prayer]
    }

    /// Returns the time that a prayer's beginning gives: 30 minutes after it rounded up to 5, before it rounded down.
    private func rule(_ anchor: PrayerAnchorReading, _ prayer: Int) -> Int {
        if let minutes = anchor.minutes { return prayer + minutes }
        return switch anchor.relation {
        case .after: (prayer + 30 + 4) / 5 * 5
        case .before: (prayer - 30) / 5 * 5
        case .at, .between: (prayer + 4) / 5 * 5
        }
    }

    // MARK: words

    private func words<Value>(_ slot: Plan.Slot<Value>) -> String? {
        quote(slot.message, slot.side, slot.bytes).map(\.words)
    }

    private func quote(_ message: Int, _ side: ChatSide, _ bytes: Range<Int>) -> Proof.Quote? {
        guard messages.indices.contains(message) else { return nil }
        let text = messages[message].text, utf8 = text.utf8
        guard bytes.upperBound <= utf8.count else { return nil }
        let start = utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)
        let end = utf8.index(utf8.startIndex, offsetBy: bytes.upperBound)
        // In a group a plan knows roles, and the proof the people.
        let side = messages[message].speaker == nil ? side : messages[message].side
        return Proof.Quote(
            message: messages[message].id, side: side, range: bytes, words: String(text[start..<end]))
    }

    private func proof(_ plan: Plan) -> Proof {
        // An hour alone gives the day, too.
        let day =
            plan.day.flatMap { quote($0.message, $0.side, $0.bytes) }
            ?? plan.time.flatMap { quote($0.message, $0.side, $0.bytes) }
        return Proof(
            date: day, time: plan.time.flatMap { quote($0.message, $0.side, $0.bytes) },
            place: plan.place.flatMap { quote($0.message, $0.side, $0.bytes) },
            proposal: quote(plan.proposal.message, plan.proposal.side, plan.proposal.bytes),
            acceptance: plan.acceptance.flatMap { quote($0.message, $0.side, $0.bytes) })
    }

    /// Returns the title in the language of the proposal.
    func title(_ plan: Plan) -> String {
        let text = messages.indices.contains(plan.proposal.message) ? messages[plan.proposal.message].text : ""
        let isArabic = isArabic(text)
        let activity = plan.activity
        let title = isArabic ? activity?.arabic ?? "لقاء" : activity?.english ?? "Meeting"
        let isAlone = activity?.isFormal ?? false && !["meeting", "interview"].contains(activity?.key)
        guard let name = thread.contactName.map(cleanLine), !name.isEmpty, !isAlone else { return title }
        return isArabic ? "\(title) مع \(name)" : "\(title) with \(name)"
    }

    /// Returns true if the chat is in Arabic: by the letters of the proposal, else of all messages, else by Arabizi.
    private func isArabic(_ text: String) -> Bool {
        func letters(_ text: String) -> (arabic: Int, latin: Int) {
            text.unicodeScalars.reduce(into: (0, 0)) { count, scalar in
                if (0x600...0x6FF).contains(scalar.value) {
                    count.0 += 1
                } else if scalar.properties.isAlphabetic {
                    count.1 += 1
                }
            }
        }
        let mine = letters(text)
        if mine.arabic > 0 { return mine.arabic * 2 >= mine.latin }
        if mine.latin > 3 {
            return chatWords(text).contains { word in
                word.kind == .word && word.text.utf8.count > 2
                    && word.text.utf8.dropFirst().contains { (0x32...0x39).contains($0) }
                    && word.text.utf8.last.map { !(0x30...0x39).contains($0) } ?? false
                    && !["1st", "2nd", "3rd"].contains(word.text) && !word.text.hasSuffix("th")
                    && !word.text.hasSuffix("pm")
                    && !word.text.hasSuffix("am")
            }
        }
        let all = messages.reduce((arabic: 0, latin: 0)) { sum, message in
            let count = letters(message.text)
            return (sum.arabic + count.arabic, sum.latin + count.latin)
        }
        return all.arabic > all.latin
    }
}
