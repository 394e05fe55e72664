import CivilTime
import Crypto
import Extraction
import Places
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage

/// A chat as the extraction takes it: opened messages, and what is known about the customer.
struct ChatReading {
    let chat: ChatRow
    let messages: [MessageRow]
    let thread: ChatThread
    /// The words of the messages by their ids, for the proof.
    let sentences: SentenceMaker
    let contactName: String?
    /// The customer's own name in an uploaded chat; nil in others.
    let ownName: String?
    /// The minutes of a day's prayers.
    let prayers: @Sendable (LocalDate) -> PerEvent<Int>?
    /// The customer's day now.
    let today: LocalDate
    /// The customer's time now, in minutes after midnight.
    let minute: Int
    /// The seconds until the chat is read without an answer; nil if it is to be read now.
    let secondsUntilAnswered: Int?

    /// The most messages that are read together, the newest ones.
    static let mostMessages = 400
    /// A chat in which one person alone has written is read after a day.
    private static let patienceSeconds = 86_400

    init(_ chat: ChatRow, _ customer: Customer, _ vault: Vault, _ app: App) throws {
        self.chat = chat
        let zone = try app.zone(of: customer), now = app.now()
        messages = try app.store.messages(of: chat, limit: Self.mostMessages)
        let opened = try messages.map { row in
            (row, try vault.open(MessageWords.self, row.sealed, .message(chat: chat.key, message: row.key)))
        }
        let contact = chat.sealedContact.isEmpty
            ? ContactWords() : try vault.open(ContactWords.self, chat.sealedContact, .contact(chat: chat.key))
        contactName = contact.name
        ownName = contact.own
        let local = zone.local(now)
        (today, minute) = (local.date, local.minuteOfDay)

        var context = ReadingContext(reference: local, timeZone: zone)
        let timeZones = app.shared.timeZones
        context.zones = { name in try? timeZones.rules(named: name) }
        context.isMonthFirst = chat.source == .upload ? chat.isMonthFirst : app.writesMonthFirst(customer)
        context.firstDay = Weekday(rawValue: customer.firstDay) ?? .sunday
        context.weekend = app.firstDayOff(of: customer)
        context.hijri = try app.hijri.shifted(by: app.store.calendarPreferences(of: customer.id).hijriShift)
        let timetable = try app.customerTimetable(of: customer.id)
        prayers = { date in timetable?.minutes(date, on: zone) }
        context.prayerTimes = prayers

        let forgotten = try app.store.agreements(of: customer.id, chat: chat.id).filter(\.isForgotten)
        let foundBefore = try forgotten.filter { !$0.isCancelled }.flatMap { row in
            let proof = try row.sealedProof.map { try vault.open([FoundSentence].self, $0, .proof) } ?? []
            return proof.isEmpty ? [row.foundAt] : proof.map(\.sentAt)
        }
        let known = try forgotten.compactMap { row -> KnownEvent? in
            guard row.lastDay >= local.date, row.state != .dismissed, let uid = row.uid
            else { return nil }
            return try vault.open(FoundValues.self, row.sealedValues, .values).known(uid: uid)
        }
        thread = ChatThread(
            messages: opened.map { row, words in
                ChatMessage(
                    id: hex(row.key), side: row.isMine ? .customer : .contact, at: zone.local(row.sentAt),
                    text: words.b, kind: ChatMessage.Kind(rawValue: row.kind) ?? .message,
                    target: row.target.map { hex($0) }, quoted: words.q, quotedText: words.t)
            }, context: context, contactName: contact.name, known: known,
            foundBefore: foundBefore.map(zone.local),
            mistrusted: Set(try app.store.mistrustedRules(of: customer.id)))
        let said = opened.enumerated().map { index, message in
            let (row, words) = message
            return (
                hex(row.key),
                SentenceMaker.Message(index: index, text: words.b, isMine: row.isMine, sentAt: row.sentAt)
            )
        }
        sentences = SentenceMaker(messages: Dictionary(said, uniquingKeysWith: { first, _ in first }))

        let hasBoth = Set(messages.map(\.isMine)).count == 2 || !known.isEmpty
        let first = messages.first?.sentAt ?? now
        let waited = Int(now.secondsSince1970 - first.secondsSince1970)
        secondsUntilAnswered = chat.source == .upload || hasBoth || waited >= Self.patienceSeconds
            ? nil : Self.patienceSeconds - waited
    }
}

extension CustomerTimetable {
    /// Returns the times of a day in minutes on a clock; nil if a time is missing or on another day.
    fileprivate func minutes(_ date: LocalDate, on clock: TimeZoneRules) -> PerEvent<Int>? {
        let times = day(date).times
        var minutes = PerEvent<Int>(all: 0)
        for event in DayEvent.allCases {
            guard let time = times[event] else { return nil }
            let local = clock.local(time)
            minutes[event] = (local.date - date) * 1_440 + local.minuteOfDay
        }
        return minutes
    }
}

extension App {
    /// Returns true if people of a customer's country write the month before the day, as in the United States.
    func writesMonthFirst(_ customer: Customer) -> Bool {
        shared.timeZones.country(of: customer.timeZone) == "US"
    }

    /// Returns the first day of a customer's weekend.
    fileprivate func firstDayOff(of customer: Customer) -> Weekday {
        let off = Set(Weekday.allCases).subtracting(workingDays(of: customer))
        return off.first { day in !off.contains(Weekday(rawValue: (day.rawValue + 5) % 7 + 1) ?? day) } ?? .friday
    }
}
