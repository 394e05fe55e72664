import CivilTime
import Extraction
import PrayerTimes
import Text

/// The answer to a thread, as one JSON line.
struct ThreadAnswer: Encodable {
    struct Event: Encodable {
        let start_date: String
        let start_time: String?
        let end_date: String?
        let end_time: String?
        let title: String
        let location: String?
        let anchor: Anchor?
        let confidence: Double
        let ambiguous: Bool

        private enum CodingKeys: String, CodingKey {
            case start_date, start_time, end_date, end_time, title, location, anchor, confidence, ambiguous
        }

        /// Writes all keys, null for what is not known.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(start_date, forKey: .start_date)
            try values.encode(start_time, forKey: .start_time)
            try values.encode(end_date, forKey: .end_date)
            try values.encode(end_time, forKey: .end_time)
            try values.encode(title, forKey: .title)
            try values.encode(location, forKey: .location)
            try values.encode(anchor, forKey: .anchor)
            try values.encode(confidence, forKey: .confidence)
            try values.encode(ambiguous, forKey: .ambiguous)
        }
    }

    struct Anchor: Encodable {
        let prayer: String
        let relation: String
        let minutes: Int?
    }

    struct Quote: Encodable {
        let message: String
        let from: String
        let range: [Int]
        let words: String
    }

    let id: String
    let status: String
    let event: Event?
    let proof: [String: Quote]

    init(id: String, _ analysis: ThreadAnalysis) {
        self.id = id
        status = analysis.status.rawValue
        let found = analysis.status == .denied ? nil : analysis.event
        event = found.map(Event.init)
        proof = analysis.event.map(quotes) ?? [:]
    }

    private enum CodingKeys: String, CodingKey {
        case id, status, event, proof
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(status, forKey: .status)
        try values.encode(event, forKey: .event)
        try values.encode(proof, forKey: .proof)
    }
}

private extension ThreadAnswer.Event {
    init(_ event: FoundPlan) {
        let isSeveralDays = event.endDate != event.date
        self.init(
            start_date: event.date.iso8601, start_time: event.minute.map(clock),
            end_date: isSeveralDays || event.endMinute != nil ? event.endDate.iso8601 : nil,
            end_time: event.endMinute.map(clock), title: event.title, location: event.place,
            anchor: event.anchor.map {
                ThreadAnswer.Anchor(
                    prayer: $0.isFriday ? "jumuah" : $0.prayer.rawValue, relation: $0.relation.rawValue,
                    minutes: $0.minutes)
            },
            confidence: (event.confidence * 100).rounded() / 100, ambiguous: event.isAmbiguous)
    }
}

private func quotes(_ event: FoundPlan) -> [String: ThreadAnswer.Quote] {
    let proof = event.proof
    let all = [
        "date": proof.date, "time": proof.time, "place": proof.place, "proposal": proof.proposal,
        "acceptance": proof.acceptance,
    ]
    return all.compactMapValues { quote in
        quote.map {
            ThreadAnswer.Quote(
                message: $0.message, from: $0.side == .customer ? "person1" : "person2",
                range: [$0.range.lowerBound, $0.range.upperBound], words: $0.words)
        }
    }
}

/// Formats minutes after midnight as `14:30`.
func clock(_ minute: Int) -> String { "\(digits(minute / 60 % 24, 2)):\(digits(minute % 60, 2))" }
