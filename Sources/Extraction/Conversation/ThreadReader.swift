import CivilTime
import PrayerTimes

/// Finds what two people agreed on in a chat.
///
/// Pure and deterministic: the same messages give the same answer on every host.
public struct ThreadReader: Sendable {
    let lexicon: ConversationLexicon
    let times: ExpressionReader

    /// Makes a reader of the words of conversations and a reader of times.
    public init(lexicon: ConversationLexicon, times: ExpressionReader) {
        self.lexicon = lexicon
        self.times = times
    }

    /// Analyses a chat.
    public func read(_ thread: ChatThread) -> ThreadAnalysis {
        let messages = standingMessages(thread.messages)
        var negotiation = Negotiation(
            messages: messages.map(\.beginning), reader: MessageReader(lexicon: lexicon), times: times,
            context: thread.context, known: thread.known)
        negotiation.run()
        let maker = AgreementMaker(messages: messages, thread: thread)
        var findings: [PlanFinding] = [], last: PlanFinding?, agreed: PlanFinding?
        let doubts = Doubts(plans: negotiation.plans, messages: messages, foundBefore: thread.foundBefore)
        for (index, found) in negotiation.plans.enumerated() where !found.isDropped {
            var plan = found
            // An event made before is no news unless the chat changes it, or tells its place or its end.
            if let known = plan.existing, plan.state == .agreed, plan.acceptance == nil {
                guard let filled = filled(plan, known, messages) else { continue }
                plan = filled
            }
            guard plan.hasValue || plan.refusedDay != nil || plan.existing != nil, var event = maker.event(of: plan)
            else { continue }
            let status: AgreementStatus =
                switch plan.state {
                case .agreed: maker.isBelievable(event) ? .agreed : .notConfirmed
                case .open: .notConfirmed
                case .idea: .notConfirmed
                case .denied: .denied
                }
            // A day that one person merely thought of is not a plan.
            if plan.state == .idea, !plan.wasAgreed { continue }
            if status == .agreed { event.doubts = doubts.about(index, event) }
            let finding = PlanFinding(status: status, event: event)
            findings.append(standing(plan, maker).map { settled in
                var settled = settled
                settled.event.doubts = doubts.about(index, settled.event)
                return settled
            } ?? finding)
            last = finding
            if status == .agreed { agreed = finding }
        }
        guard let main = agreed ?? last else { return ThreadAnalysis(status: .noEvent, event: nil, plans: []) }
        return ThreadAnalysis(status: main.status, event: main.event, plans: findings)
    }

    /// Returns the agreement that stands while a move of it is only proposed; nil if nothing was agreed, or if the
    /// other already gives way.
    private func standing(_ plan: Plan, _ maker: AgreementMaker) -> PlanFinding? {
        guard plan.state == .open, plan.isFree == nil, plan.existing == nil, let settled = plan.settled.first,
            let event = maker.event(of: settled), maker.isBelievable(event)
        else { return nil }
        return PlanFinding(status: .agreed, event: event)
    }

    /// Returns an event made before with the place and the end that it lacked; nil if the chat tells neither.
    private func filled(_ plan: Plan, _ known: KnownEvent, _ messages: [StandingMessage]) -> Plan? {
        var filled = Plan(known: known, lexicon: lexicon)
        if known.place == nil, let place = plan.place, isPlace(place.message, of: plan, messages) {
            filled.place = place
        }
        if known.minute != nil, known.endMinute == nil { filled.end = plan.end }
        return filled.place == nil && filled.end == nil ? nil : filled
    }

    /// Returns true if a message tells where two people meet: it answers "where?", invites there, or names what is
    /// planned. Days after the agreement, "I'm at the mall" tells something else.
    private func isPlace(_ index: Int, of plan: Plan, _ messages: [StandingMessage]) -> Bool {
        let reader = MessageReader(lexicon: lexicon)
        func read(_ index: Int) -> MessageReading { reader.read(lexicon.words(messages[index].text), []) }
        func names(_ reading: MessageReading) -> Bool {
            reading.activities.contains { $0.sense.key == plan.activity?.key }
        }
        guard messages.indices.contains(index) else { return false }
        if index > 0, messages[index - 1].side != messages[index].side {
            let question = read(index - 1)
            let asking = question.acts.filter { $0.act == .askPlace }.map(\.words)
            // "Where did you buy it?" and وينك؟ ask for another place.
            let isBare = question.words.indices.allSatisfy { word in
                question.words[word].kind != .word || asking.contains { $0.contains(word) }
            }
            let isOfPerson = question.words.contains { $0.text == "وينك" || $0.text == "وينه" }
            if !asking.isEmpty, isBare && !isOfPerson || names(question) { return true }
        }
        let reading = read(index)
        let isElsewhere = reading.has([.past, .reported, .third, .hours, .topic, .defer])
        let meets = reading.has(.propose) && reading.activities.contains { $0.sense.isGeneral }
        return reading.questions.isEmpty && !isElsewhere
            && (reading.has([.invite, .farewell]) || meets || names(reading))
    }
}

/// Makes events of plans.
struct AgreementMaker {
    let messages: [StandingMessage]
    let thread: ChatThread

    /// Returns a plan's event; nil without any day or hour.
    func event(of plan: Plan) -> FoundPlan? {
        let day: LocalDate
        var minute = plan.time?.value.minute
        if let value = plan.day?.value ?? plan.refusedDay?.value {
            day = value.date
        } else if let time = plan.time {
            day = time.value.nextDay ?? thread.context.reference.date
        } else if let known = plan.existing {
            day = known.date
            minute = known.minute
        } else {
            return nil
        }
        var date = day
        var anchor = plan.time == nil ? plan.untimedPrayer : plan.time?.value.anchor
        if let time = plan.time?.value {
            if plan.day != nil, time.isLateNight { date = date + 1 }
            minute = moved(time.minute, anchor, from: time.said, to: date)
        } else if plan.day != nil, let iftar = iftar(plan, date) {
            (minute, anchor) = iftar
        }
        var endDate = plan.day?.value.end ?? date, endMinute: Int?
        if let end = saidEnd(plan), let start = minute {
            let last = end.minute ?? end.length.map { start + $0 }
            if let last {
                endMinute = last % 1_440
                if last >= 1_440 || last <= start { endDate = date + 1 }
            }
        } else if let start = minute, let length = plan.existing?.length {
            endMinute = (start + length) % 1_440
            endDate = date + (start + length) / 1_440
        }
        let isAmbiguous = plan.day?.value.isAmbiguous ?? false
        return FoundPlan(
            title: title(plan), activity: plan.activity?.key, date: date, minute: minute, endDate: max(endDate, date),
            endMinute: endMinute, place: plan.place.flatMap(words) ?? plan.existing?.place, anchor: anchor,
            repetition: plan.day?.value.repetition, hijri: plan.day?.value.hijri, zone: plan.time?.value.zone,
            confidence: confidence(plan), isAmbiguous: isAmbiguous, proof: proof(plan),
            origin: messages.indices.contains(plan.origin) ? messages[plan.origin].id : nil,
            changeOf: plan.existing?.uid)
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

    private func confidence(_ plan: Plan) -> Double {
        var sure = 0.95
        if let day = plan.day?.value, day.isAmbiguous { sure *= 0.6 }
        if plan.day == nil { sure *= 0.85 }
        // Nobody meets at three in the night: "at 3" leaves nothing open.
        if let time = plan.time?.value, time.isHalfImplied, !Negotiation.nightHours.contains(time.minute % 720) {
            sure *= plan.activity?.hours == nil && plan.part == nil ? 0.8 : 0.95
        }
        if plan.time?.value.isApproximate ?? false { sure *= 0.95 }
        if plan.isAnnouncement { sure *= 0.85 }
        switch plan.acceptedBy {
        case .like?: sure *= 0.95
        case .inshallah?: sure *= 0.85
        default: break
        }
        if plan.activity == nil { sure *= 0.9 }
        return sure
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

extension Plan {
    /// Makes a plan of an event that is in the calendar.
    init(known event: KnownEvent, lexicon: ConversationLexicon) {
        self.init(proposal: Mark(side: .customer, message: -1, bytes: 0..<0))
        state = .agreed
        wasAgreed = true
        existing = event
        let lastDay = event.endMinute == nil ? event.endDate : nil
        day = Slot(value: Day(date: event.date, end: lastDay), side: .customer, message: -1, bytes: 0..<0)
        if let minute = event.minute {
            // A prayer has another time on another day.
            let value = Time(minute: minute, said: event.date, anchor: event.anchor)
            time = Slot(value: value, side: .customer, message: -1, bytes: 0..<0)
        } else {
            untimedPrayer = event.anchor
        }
        end = event.endMinute.map { Slot(value: End(minute: $0), side: .customer, message: -1, bytes: 0..<0) }
        activity = event.activity.flatMap { key in
            lexicon.entries.lazy.filter { $0.sense.category == "activity" }.compactMap { ActivitySense($0.sense.value) }
                .first { $0.key == key }
        }
    }
}
