public import CivilTime

/// The state of the plans in a chat.
public enum AgreementStatus: String, Hashable, Sendable, CaseIterable {
    case agreed = "HAS_EVENT_AGREED"
    case notConfirmed = "HAS_EVENT_BUT_NOT_CONFIRMED"
    case denied = "HAS_EVENT_DENIED"
    case noEvent = "NO_EVENT"
}

/// An event made of this chat before, which later messages may change.
public struct KnownEvent: Hashable, Sendable {
    public var uid: String
    public var date: LocalDate
    public var endDate: LocalDate?
    /// Minutes after midnight; nil for a whole day.
    public var minute: Int?
    public var endMinute: Int?
    public var place: String?
    /// The key of the activity in the lexicon.
    public var activity: String?
    /// The prayer that the time was counted from.
    public var anchor: PrayerAnchorReading?

    public init(
        uid: String, date: LocalDate, endDate: LocalDate? = nil, minute: Int? = nil, endMinute: Int? = nil,
        place: String? = nil, activity: String? = nil, anchor: PrayerAnchorReading? = nil
    ) {
        self.uid = uid
        self.date = date
        self.endDate = endDate
        self.minute = minute
        self.endMinute = endMinute
        self.place = place
        self.activity = activity
        self.anchor = anchor
    }

    /// The length in minutes; nil if no hour or no end was said.
    var length: Int? {
        guard let minute, let endMinute else { return nil }
        let length = ((endDate ?? date) - date) * 1_440 + endMinute - minute
        return length > 0 ? length : nil
    }
}

/// A chat to be analysed, and what is known about the customer.
public struct ChatThread: Sendable {
    /// The messages in order.
    public var messages: [ChatMessage]
    /// Zone, order of dates, prayer times. Its `reference` and `activity` are not used.
    public var context: ReadingContext
    /// The name of the other person, for the title.
    public var contactName: String?
    /// The events already made of this chat, oldest first.
    public var known: [KnownEvent]
    /// The times of the messages of plans that were found before, and whose words are deleted.
    public var foundBefore: [LocalDateTime]
    /// The names of the rules whose findings the customer keeps dismissing: they ask instead of adding.
    public var mistrusted: Set<String>

    public init(
        messages: [ChatMessage], context: ReadingContext, contactName: String? = nil, known: [KnownEvent] = [],
        foundBefore: [LocalDateTime] = [], mistrusted: Set<String> = []
    ) {
        self.mistrusted = mistrusted
        self.messages = messages
        self.context = context
        self.contactName = contactName
        self.known = known
        self.foundBefore = foundBefore
    }
}

/// The findings in a chat.
public struct ThreadAnalysis: Hashable, Sendable {
    public var status: AgreementStatus
    /// The plan that the status is about; nil for `noEvent`. For `denied` it is the plan that was refused.
    public var event: FoundPlan?
    /// All plans of the chat with their states, in the order of their proposals.
    public var plans: [PlanFinding]
}

/// One of several plans of a chat.
public struct PlanFinding: Hashable, Sendable {
    public var status: AgreementStatus
    public var event: FoundPlan
}

/// A plan as an event of the calendar, with its proof.
public struct FoundPlan: Hashable, Sendable {
    /// The title in the language of the chat: "Coffee with Sara", "عشاء مع سارة".
    public var title: String
    /// The key of the activity in the lexicon; nil if none was named.
    public var activity: String?
    public var date: LocalDate
    /// Minutes after midnight; nil for a whole day. No hour is invented.
    public var minute: Int?
    /// The last day; the same as `date` for most.
    public var endDate: LocalDate
    /// Minutes after midnight on `endDate`; nil if the end was not said.
    public var endMinute: Int?
    public var place: String?
    /// The prayer that the time was counted from.
    public var anchor: PrayerAnchorReading?
    public var repetition: RepetitionReading?
    public var hijri: HijriDate?
    /// The zone that was named, where it is not the customer's.
    public var zone: String?
    /// 0 to 1. Below 0.5 only where the words allow several days or hours.
    public var confidence: Double
    /// The words allow another day: "next Thursday", 05/06.
    public var isAmbiguous: Bool
    /// The reasons not to believe it without the customer; empty for most.
    public var doubts: Set<Doubt> = []
    public var proof: Proof
    /// The id of the message with which the plan began. It stays when the plan changes; nil for an event made before.
    public var origin: String?
    /// The people of a group who said that they come; empty in a chat of two people.
    public var coming: Set<String> = []
    /// The name of the rule that made the agreement, and the sort of the yes; nil without an agreement.
    public var rule: String?
    public var act: String?
    /// The event that this one replaces or that it proposes to change.
    public var changeOf: String?
}

/// A reason why an agreement is proposed to the customer, and not put into the calendar: a false event is worse than
/// none.
public enum Doubt: String, Hashable, Sendable, CaseIterable {
    /// Two people made several plans within a day.
    case severalPlans
    /// Its day, hour, place or activity was said in the exchange about another plan.
    case otherExchange
    /// The customer dismissed the last findings of its rule.
    case dismissedBefore
    /// Others of a group agreed, and the customer did not say that they come.
    case notComing
    /// Its confidence is not high: the words allow another day, or the half of the day was guessed.
    case unsure
}

/// The words that made a plan an agreement.
public struct Proof: Hashable, Sendable {
    /// Words of a message.
    public struct Quote: Hashable, Sendable {
        /// The id of the message.
        public var message: String
        public var side: ChatSide
        /// The position in the message, in UTF-8 bytes.
        public var range: Range<Int>
        public var words: String

        public init(message: String, side: ChatSide, range: Range<Int>, words: String) {
            self.message = message
            self.side = side
            self.range = range
            self.words = words
        }
    }

    public var date: Quote?
    public var time: Quote?
    public var place: Quote?
    public var proposal: Quote?
    public var acceptance: Quote?

    public init(
        date: Quote? = nil, time: Quote? = nil, place: Quote? = nil, proposal: Quote? = nil, acceptance: Quote? = nil
    ) {
        self.date = date
        self.time = time
        self.place = place
        self.proposal = proposal
        self.acceptance = acceptance
    }
}
