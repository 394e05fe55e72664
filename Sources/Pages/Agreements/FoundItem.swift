import Agreements
import Calendars
import CivilTime
import Runtime
import Storage
import Templates
import Text

/// A finding on a page.
struct FoundItem: Encodable {
    var id: String
    /// The sheet with the date.
    var month: String
    var day: String
    var title: String
    var when: String
    /// The words beside day and time, as `30 min after Maghrib` and the place.
    var details: [String]
    var place: String?
    var proof: ChatProof?
    /// Sentences about its state.
    var flags: [FoundFlag]
    /// The event's page; nil if it is not in the calendar.
    var eventURL: String?
    var buttons: [AnswerButton]
    /// The event's form, while an answer is asked for.
    var editURL: String?
    /// The answer, after it was given.
    var answered: String?
}

/// A sentence about the state of a finding.
struct FoundFlag: Encodable {
    var words: String
    /// True for a question or a note, false for a warning.
    var isNote: Bool
}

struct AnswerButton: Encodable {
    var answer: String
    var words: String
    /// The class of the button's look: `soft`, `quiet`, `bare`.
    var look: String
    var isKeeping: Bool
}

extension FoundItem {
    init(_ found: FoundAgreement, _ words: FoundWords) {
        let values = found.values
        id = found.id.description
        month = words.format.monthName(values.date.month)
        day = words.number(values.date.day)
        title = values.title
        when = words.when(values)
        details = [words.anchor(values), words.repetition(values)].compactMap(\.self)
        place = values.place
        proof = ChatProof(found, words)
        flags = words.flags(found)
        let address = found.event.map { EventAddress(calendar: $0.calendar.description, segment: $0.segment) }
        eventURL = address?.page
        let isOpen = found.isOpen && !words.isOver(values)
        editURL = isOpen && found.state == .added && found.pending == nil ? address?.edit : nil
        buttons = isOpen ? words.buttons(found) : []
        answered = found.isOpen ? nil : words.answered(found)
        // An answer can be taken back for as long as the event is to come.
        if !found.isOpen, !words.isOver(values) {
            buttons = [words.button(.undo, "inbox.take-back", "quiet")]
        }
    }
}

extension FoundAgreement {
    /// True if it waits for an answer.
    var isOpen: Bool { pending != nil || [.proposed, .added, .cancelled].contains(state) }
}

extension FoundWords {
    func button(_ answer: AgreementPages.Answer, _ key: String, _ look: String) -> AnswerButton {
        AnswerButton(answer: answer.rawValue, words: text(key), look: look, isKeeping: look == "soft")
    }

    func buttons(_ found: FoundAgreement) -> [AnswerButton] {
        switch (found.pending, found.state) {
        case (.change, _): [button(.apply, "inbox.change-it", "soft"), button(.leave, "inbox.leave-it", "quiet")]
        case (.cancellation, _): [button(.apply, "inbox.cancel-it", "soft"), button(.leave, "inbox.leave-it", "quiet")]
        case (nil, .proposed) where found.values.isDoubtful:
            [button(.add, "inbox.question.yes", "soft"), button(.dismiss, "inbox.question.no", "bare")]
        case (nil, .proposed): [button(.add, "inbox.add", "soft"), button(.dismiss, "inbox.dismiss", "bare")]
        case (nil, .cancelled):
            found.event == nil
                ? [button(.dismiss, "inbox.dismiss", "quiet")]
                : [button(.keep, "inbox.keep-struck", "soft"), button(.dismiss, "inbox.take-out", "quiet")]
        case (nil, _):
            found.event == nil
                ? [button(.dismiss, "inbox.dismiss", "quiet")]
                : [button(.keep, "inbox.keep", "soft"), button(.dismiss, "inbox.dismiss", "bare")]
        }
    }

    /// The confidence, 0 to 1, under which the inbox says that Jadwal is not sure: the half of the day or the activity
    /// was guessed.
    private static let surely = 0.8

    /// Returns the sentences about the state of a finding that waits, and about what the chat left open.
    func flags(_ found: FoundAgreement) -> [FoundFlag] {
        guard found.isOpen else { return [] }
        var flags: [FoundFlag] = []
        switch found.pending {
        case .change(let values):
            var parts = [when(values)]
            if let place = values.place { parts.append(place.isolated) }
            flags.append(FoundFlag(
                words: text("inbox.flag.change", ["when": parts.joined(separator: " · ")]), isNote: false))
        case .cancellation: flags.append(FoundFlag(words: text("inbox.flag.cancellation"), isNote: false))
        case nil: break
        }
        switch found.state {
        case .proposed:
            flags += question(found.values)
        case .cancelled: flags.append(FoundFlag(words: text("inbox.flag.cancelled"), isNote: false))
        case .added, .kept, .dismissed: break
        }
        if found.event == nil, found.state != .proposed {
            flags.append(FoundFlag(words: text("inbox.flag.gone"), isNote: true))
        }
        guard found.state == .added || found.state == .proposed else { return flags }
        if found.values.isAmbiguous {
            flags.append(FoundFlag(words: text("inbox.flag.ambiguous"), isNote: true))
        } else if found.state == .added, found.values.confidence < Self.surely {
            flags.append(FoundFlag(words: text("inbox.flag.unsure"), isNote: true))
        }
        if found.values.minute == nil, found.values.date == found.values.endDate {
            let key = found.values.anchor == nil ? "inbox.flag.no-hour" : "inbox.flag.no-prayer-time"
            flags.append(FoundFlag(words: text(key), isNote: true))
        }
        return flags
    }

    /// Returns the question whether the two agreed, if Jadwal is not sure; else that they have not agreed.
    private func question(_ values: FoundValues) -> [FoundFlag] {
        guard values.isDoubtful else { return [FoundFlag(words: text("inbox.flag.proposed"), isNote: false)] }
        return [
            FoundFlag(words: text("inbox.question", ["when": when(values)]), isNote: true),
            FoundFlag(words: text("inbox.flag.doubtful"), isNote: false),
        ]
    }

    /// Returns the answer that was given.
    func answered(_ found: FoundAgreement) -> String {
        let key = found.state == .kept ? "inbox.answered.kept" : "inbox.answered.dismissed"
        guard let moment = found.decidedAt else { return text("inbox.answered.over") }
        return text(key, ["day": day(of: moment)])
    }
}
