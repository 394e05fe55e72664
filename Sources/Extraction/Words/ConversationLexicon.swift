import Text

/// The words by which people make plans: what they do with a sentence, what they plan, where.
///
/// Read from `acts.tsv`, `activities.tsv`, `places.tsv` and `marks.tsv` in `templates/lexicon/chats`.
public struct ConversationLexicon: Sendable {
    /// The names of the files, in the folder of the lexicon.
    public static let fileNames = ["acts.tsv", "activities.tsv", "places.tsv", "marks.tsv"]

    /// All lines, for tests of their examples.
    public let entries: [LexiconEntry]
    let acts: PhraseTable<ActSense>
    let activities: PhraseTable<ActivitySense>
    let places: PhraseTable<PlaceSense>
    let marks: PhraseTable<Mark>
    /// The words that short spellings stand for.
    private let spellings: [String: String]
    /// Finds the Arabic words behind Latin letters.
    let arabizi: ArabiziWords

    /// Reads the files. Others than those of `fileNames` are passed over.
    ///
    /// - Throws: an error that names file and line.
    public init(files: [LexiconFile]) throws(LexiconError) {
        var tables = Tables()
        for file in files where Self.fileNames.contains(file.name) {
            for entry in try file.entries() { try tables.add(entry) }
        }
        tables.finish()
        let vocabulary = tables.acts.vocabulary.union(tables.activities.vocabulary).union(tables.places.vocabulary)
        arabizi = ArabiziWords(vocabulary, signs: tables.signs, units: tables.units)
        (entries, spellings) = (tables.entries, tables.spellings)
        (acts, activities, places, marks) = (tables.acts, tables.activities, tables.places, tables.marks)
    }

    /// The words of the files, as they are read line by line.
    private struct Tables {
        var entries: [LexiconEntry] = []
        var spellings: [String: String] = [:]
        var signs: Set<String> = [], units: Set<String> = []
        var acts = PhraseTable<ActSense>(), activities = PhraseTable<ActivitySense>()
        var places = PhraseTable<PlaceSense>(), marks = PhraseTable<Mark>()

        mutating func add(_ entry: LexiconEntry) throws(LexiconError) {
            entries.append(entry)
            let value = entry.sense.value
            switch entry.sense.category {
            case "act":
                guard let sense = ActSense(value) else { throw error(entry, "'\(value)' is no act.") }
                for phrase in entry.phrases { acts.add(phrase, sense) }
            case "activity":
                guard let sense = ActivitySense(value) else {
                    throw error(entry, "An activity is written: key, hours, English title, /, Arabic title.")
                }
                for phrase in entry.phrases { activities.add(phrase, sense) }
            case "place":
                guard let sense = PlaceSense(rawValue: value)
                else { throw error(entry, "'\(value)' is no kind of place.") }
                for phrase in entry.phrases { places.add(phrase, sense) }
            case "mark":
                guard let mark = Mark(rawValue: value) else { throw error(entry, "'\(value)' is no mark.") }
                for phrase in entry.phrases { marks.add(phrase, mark) }
                if mark == .arabizi { signs.formUnion(entry.phrases) }
                if mark == .unit { units.formUnion(entry.phrases) }
            case "spelling":
                for phrase in entry.phrases { spellings[phrase] = value }
            default:
                throw error(entry, "'\(entry.sense.category)' is not act, activity, place, mark or spelling.")
            }
        }

        private func error(_ entry: LexiconEntry, _ problem: String) -> LexiconError {
            LexiconError(file: entry.file, line: entry.line, problem: problem)
        }

        mutating func finish() {
            acts.finish()
            activities.finish()
            places.finish()
            marks.finish()
        }
    }

    /// Returns the words of a message, with the words that short spellings and Arabizi stand for.
    func words(_ text: String) -> [ChatWord] {
        arabizi.marked(
            chatWords(text).map { word in
                guard word.short == nil, let full = spellings[word.text] else { return word }
                var word = word
                word.short = Spelling(full)
                return word
            })
    }

    /// Returns true if words that begin at an index have a mark.
    func isMarked(_ mark: Mark, _ words: [ChatWord], at index: Int) -> Bool {
        marks.matches(words, at: index).contains { $0.value == mark }
    }

    /// Returns the marks of some words.
    func marks(in words: [ChatWord]) -> CaseSet<Mark> {
        var found: CaseSet<Mark> = []
        for index in words.indices {
            for match in marks.matches(words, at: index) { found.insert(match.value) }
        }
        return found
    }

    /// Returns true if any of some words have a mark.
    func hasMark(_ mark: Mark, _ words: [ChatWord]) -> Bool {
        words.indices.contains { isMarked(mark, words, at: $0) }
    }
}

/// The effect of a phrase in a conversation, and its place in a clause.
struct ActSense: Sendable {
    let act: Act
    let position: Position

    enum Position: String, Sendable {
        /// Anywhere.
        case any
        /// At the beginning of a clause.
        case start
        /// At the end of a clause.
        case end
        /// With nothing else in the clause.
        case alone
    }

    init?(_ value: String) {
        let words = value.split(separator: " ")
        guard let first = words.first, let act = Act(rawValue: String(first)), words.count <= 2 else { return nil }
        if words.count == 2 {
            guard let position = Position(rawValue: String(words[1])) else { return nil }
            self.position = position
        } else {
            position = .any
        }
        self.act = act
    }
}

/// An act of people who make a plan.
public enum Act: String, Hashable, Sendable, CaseIterable {
    // Agreement.
    /// Says yes: "sure", تمام.
    case yes
    /// Finds something good, which is a yes to a proposal: "sounds great", حلو.
    case like
    /// Binds oneself: "I'll be there", جاي.
    case commit
    /// "God willing": a yes to a plain proposal, a delay beside words of doubt.
    case inshallah
    /// Reports that it was booked, which is a yes to a request.
    case done
    // Delay.
    /// Puts the answer off: "let me check", بشوف.
    case `defer`
    /// May be: "maybe", يمكن.
    case maybe
    /// Makes it depend on something: "if I finish early", إذا فضيت.
    case condition
    /// Doubts an agreed plan: "I might not make it".
    case doubt
    // Refusal.
    /// A bare no.
    case no
    /// Refuses a day or an hour: "too early", ما يناسبني.
    case refuseValue = "refuse-value"
    /// Refuses the plan: "can't make it", مشغول.
    case refusePlan = "refuse-plan"
    /// Takes back what was planned: "cancel", كنسل.
    case withdraw
    /// Moves it to later, which needs a new time or is a withdrawal: "postpone", أجل.
    case postpone
    /// Reports that booking failed: "fully booked".
    case fail
    // Proposals.
    /// Proposes: "let's", "shall we", نتقابل.
    case propose
    /// Asks whether the other is free: "are you free", فاضي.
    case free
    /// "See you", a proposal with an hour or a question, else a farewell.
    case farewell
    /// Offers to come: a proposal, or a yes to the other's: "I'll pick you up", بمر عليك.
    case come
    /// Invites: "will you come", حياك.
    case invite
    /// Puts another value for an earlier one: "instead", "make it", خلها.
    case counter
    /// Asks formally to confirm: "please confirm", "is that correct".
    case confirm
    /// Tells what is about to be booked, which asks to confirm: "booking a table for two at 7".
    case booking
    /// Asks whether an earlier plan stands: "still on".
    case reconfirm
    /// Corrects one's own words: "I meant".
    case correct
    /// Adds another plan: "another", كمان مرة.
    case another
    /// Asks whether something takes place: "is there a match".
    case inquiry
    /// Asks for other offers, which drops those before: "any others".
    case others
    // Questions.
    case askWhen = "ask-when"
    case askDay = "ask-day"
    case askTime = "ask-time"
    case askHalf = "ask-half"
    case askPlace = "ask-place"
    /// A question that is about neither day, time nor place: "how many", "who else".
    case askOther = "ask-other"
    /// Asks for an earlier time than the offered one, which stands if there is none: "anything earlier?".
    case askEarlier = "ask-earlier"
    /// Asks for a number of things: "how many".
    case askCount = "ask-count"
    /// Offers more help, to which "no" refuses nothing: "anything else".
    case more
    // Values taken from before.
    case sameTime = "same-time"
    case sameDay = "same-day"
    case samePlace = "same-place"
    // Frames: what a clause is about when it is no plan.
    /// The past: "was", كان.
    case past
    /// Words of others: "he said", قال.
    case reported
    /// Plans of others: "my brother", أخوي.
    case third
    /// One's own plans: "I have", عندي دوام.
    case own
    /// Opening hours: "close", يفتح.
    case hours
    /// Weather, news, prices and other subjects whose days are no plan.
    case topic
    /// Free hours in a calendar: "free from", "slots".
    case window
    /// A bound before or after which somebody is busy: "until", لين.
    case until
    /// A joke: "just kidding", أمزح.
    case joke
    /// An apology, which makes a refusal of the plan from a refused value.
    case apology
    /// The half of the day: "am", الصبح.
    case morning, evening
    /// "or", between options.
    case or
    /// "not", before what is refused.
    case not
    /// Words beside a yes that do not change it: "thanks".
    case filler
    /// Words that say nothing here, to keep shorter phrases from being found in them.
    case nothing
}

/// Something that people plan to do.
struct ActivitySense: Sendable, Hashable {
    /// One word that tells activities apart.
    let key: String
    /// The hours it usually has.
    let hours: Activity?
    /// True for appointments and the like, for which a plain announcement asks for a yes.
    let isFormal: Bool
    let traits: CaseSet<ActivityTrait>
    let english: String
    let arabic: String

    /// Returns true for an activity with a trait.
    func `is`(_ trait: ActivityTrait) -> Bool { traits.contains(trait) }

    /// True for a meeting of any sort.
    var isGeneral: Bool { key == "meet" }

    /// Reads `dinner evening Dinner / عشاء`. Hours may be `-`; a `!` after the key makes it formal; traits, each with a
    /// `+`, stand before the title.
    init?(_ value: String) {
        let parts = value.split(separator: "/")
        guard parts.count == 2 else { return nil }
        let words = parts[0].split(separator: " ")
        guard words.count >= 3 else { return nil }
        isFormal = words[0].hasSuffix("!")
        key = String(isFormal ? words[0].dropLast() : words[0])
        if words[1] == "-" {
            hours = nil
        } else {
            guard let hours = Activity(rawValue: String(words[1])) else { return nil }
            self.hours = hours
        }
        var traits: CaseSet<ActivityTrait> = []
        let rest = words[2...].drop { $0.hasPrefix("+") }
        for word in words[2..<rest.startIndex] {
            guard let trait = ActivityTrait(rawValue: String(word.dropFirst())) else { return nil }
            traits.insert(trait)
        }
        self.traits = traits
        english = rest.joined(separator: " ")
        arabic = String(parts[1].trimmed())
        guard !arabic.isEmpty else { return nil }
    }
}

/// A property of an activity that matters for plans. The head of `activities.tsv` explains each.
enum ActivityTrait: String, Sendable, CaseIterable {
    case booked, `public`, general, errand, early, place, viewed, played
}

/// The meaning of a word about places.
enum PlaceSense: String, Sendable {
    /// A word before a place: "at", في.
    case before
    /// A word before a place only if a capital letter or a noun of places follows: "in", ب.
    case maybe
    /// A noun of places: "office", مطعم.
    case noun
    /// A place without a name: "my place", عندي.
    case whole
    /// A word that ends a place: "please", الساعة.
    case stop
}

/// The meaning of a word that shows how other words are to be read.
enum Mark: String, Sendable, CaseIterable {
    /// The voice of a business that looks things up and books them: "which city?", "how many tickets?".
    case service
    /// A word that tells in such a voice that something was booked, after a yes: "completed".
    case booked
    /// Words before the answer that a business asks for: "reply 1 to confirm".
    case replyWith = "reply-with"
    /// A question that goes on with what the talk is of: "what about Sunday?".
    case elliptic
    /// A word of a promise to answer: "let you know".
    case answer
    /// Chooses the first of several options: "the first one".
    /// A word for the hour of a plan: "the time", الساعة.
    case hour
    case firstOption = "first-option"
    /// Chooses the last of several options: "the later one".
    case lastOption = "last-option"
    /// Says that the thing to be viewed is sold or rented.
    case gone
    /// A word of films and songs that a business plays at once: "subtitles".
    case media
    /// A yes that, alone, may only show that one has read: "ok".
    case mereOK = "mere-ok"
    /// A yes that may only acknowledge: "understood".
    case acknowledge
    /// A yes that answers a time: "works for me".
    case suits
    /// A word of a wish, which before "but" refuses: "I'd love to".
    case wish
    /// A sign that a repeated value dismays rather than pleases: 💀.
    case dismay
    /// A word of talk about money, where a bare number is a price: "rent".
    case price
    /// A word before the old and the new day: "moved from the 23rd to the 24th".
    case moved
    /// Words before the old day or hour: "instead of".
    case replaced
    /// Asks who comes: "who's in".
    case who
    /// Answers who comes: "me".
    case me
    /// Laughter: "haha".
    case laugh
    /// Begins a wish that cannot come true: "if I win".
    case unreal
    /// The beginning of a message that another wrote: "forwarded".
    case forwarded
    /// A word that begins a clause: "but".
    case but
    /// Thanks and blessings, which take an offer to come: "you're a star".
    case thanks
    /// A word before a reason: "because".
    case because
    /// A word that puts a bare hour into the morning: "early".
    case early
    /// A word that makes the hour after it an end.
    case until
    /// A word that puts the hours of a message into the evening.
    case evening
    /// A word beside a number that can only be an hour: "pm".
    case clock
    /// A word of addresses: "road".
    case street
    /// Something for a number of people: "a table for 2".
    case table
    /// A word that may follow a bare hour, and shows no count.
    case afterHour = "after-hour"
    /// A word before a count: "just 1".
    case countBefore = "count-before"
    /// A place that has a number: "gate 3".
    case numbered
    /// A word before a place that does not belong to it.
    case article
    /// A small word inside a name: "House of Coffee".
    case nameLink = "name-link"
    /// A word that shows Arabic in Latin letters.
    case arabizi
    /// A unit directly behind a digit, which is no Arabizi: "5pm".
    case unit
}
