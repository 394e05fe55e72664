import CivilTime
import Scheduling

/// A line of a file of events that need another time. All times are minutes since midnight of its first day.
struct SuggestionCase: Decodable {
    struct Event: Decodable {
        let start: Int, duration: Int
        let place: Int?
    }

    struct Busy: Decodable {
        let start: Int, end: Int
        let place: Int?
    }

    struct Prayer: Decodable {
        let start: Int, adhan: Int, end: Int
    }

    struct Soft: Decodable {
        let start: Int, end: Int
    }

    /// A member that is not what it must be.
    struct Problem: Error {
        let sentence: String
    }

    let id: String
    /// The weekday of the first day, 0 for Sunday.
    let weekday: Int
    let now: Int, lead: Int, grid: Int, backDays: Int, horizonDays: Int, count: Int
    let event: Event
    /// Hours of each weekday, Sunday first, as pairs of minutes.
    let allowed: [[[Int]]], preferred: [[[Int]]]
    let busy: [Busy], prayers: [Prayer], soft: [Soft]
    let travelMinutes: [[Int]]

    private enum CodingKeys: String, CodingKey {
        case id, weekday = "weekday0"
        case now, lead, grid, backDays = "back_days", horizonDays = "horizon_days", count = "k"
        case event, allowed, preferred, busy, prayers = "prayer", soft, travelMinutes = "travel_min"
    }
}

// MARK: - Checking

extension SuggestionCase {
    /// Checks what the types do not say.
    ///
    /// - Throws: a `Problem` that names the member.
    func check() throws {
        try require((0...6).contains(weekday), "weekday0 must be 0 for Sunday to 6 for Saturday")
        try require((1...1_440).contains(grid), "grid must be 1 to 1440")
        try require((0...1_000_000).contains(lead), "lead must be 0 to 1000000")
        try require((0...3_660).contains(backDays), "back_days must be 0 to 3660")
        try require((1...3_660).contains(horizonDays), "horizon_days must be 1 to 3660")
        try require((0...100_000).contains(count), "k must be 0 to 100000")
        try require(fileMinutes.contains(now), "now is too far away")
        try require(fileMinutes.contains(event.start), "event.start is too far away")
        try require((1...1_000_000).contains(event.duration), "event.duration must be 1 to 1000000")
        try check(allowed, "allowed")
        try check(preferred, "preferred")
        let places = travelMinutes.count
        for (index, row) in travelMinutes.enumerated() {
            try require(
                row.count == places && row.allSatisfy { (0...1_000_000).contains($0) },
                "travel_min[\(index)] must have \(places) whole numbers of at least 0, one for each place")
        }
        try check(event.place, "event.place")
        for (index, item) in busy.enumerated() {
            try check(item.start, item.end, "busy[\(index)]")
            try check(item.place, "busy[\(index)].place")
        }
        for (index, item) in prayers.enumerated() {
            try check(item.start, item.end, "prayer[\(index)]")
            try require(fileMinutes.contains(item.adhan), "prayer[\(index)].adhan is too far away")
        }
        for (index, item) in soft.enumerated() { try check(item.start, item.end, "soft[\(index)]") }
    }

    private func require(_ isRight: Bool, _ sentence: @autoclosure () -> String) throws {
        if !isRight { throw Problem(sentence: sentence()) }
    }

    private func check(_ start: Int, _ end: Int, _ name: String) throws {
        try require(fileMinutes.contains(start) && fileMinutes.contains(end), "\(name) is too far away")
        try require(start <= end, "\(name) ends before it starts; exchange start and end")
    }

    private func check(_ place: Int?, _ name: String) throws {
        guard let place else { return }
        try require(
            travelMinutes.indices.contains(place),
            "\(name) is \(place), and travel_min has \(travelMinutes.count) places; the first is 0")
    }

    private func check(_ week: [[[Int]]], _ name: String) throws {
        try require(week.count == 7, "\(name) must have 7 lists, one for each weekday from Sunday on")
        for (day, hours) in week.enumerated() {
            for pair in hours {
                try require(
                    pair.count == 2 && 0 <= pair[0] && pair[0] <= pair[1] && pair[1] <= 1_440,
                    "\(name)[\(day)] must have pairs of minutes from 0 to 1440, the earlier one first")
            }
        }
    }
}

// MARK: - Values of the engine

extension SuggestionCase {
    var availability: Availability {
        func hours(_ week: [[[Int]]]) -> WeekHours { WeekHours { week[$0.rawValue % 7].map { $0[0]..<$0[1] } } }
        return Availability(
            LocalTimeLine(firstWeekday: Weekday(rawValue: weekday == 0 ? 7 : weekday) ?? .sunday),
            busy: busy.enumerated().map { BusyItem($1.start..<$1.end, number: $0, place: $1.place) },
            prayers: prayers.map {
                PrayerPeriod(prayer: nil, adhan: $0.adhan, block: $0.start..<$0.end, validTime: $0.adhan..<$0.adhan)
            },
            week: WeekPlan(allowed: hours(allowed), preferred: hours(preferred)),
            soft: soft.map { $0.start..<$0.end })
    }

    var request: SuggestionRequest {
        var request = SuggestionRequest(start: event.start, duration: event.duration, place: event.place, now: now)
        request.lead = lead
        request.grid = grid
        request.backDays = backDays
        request.horizonDays = horizonDays
        request.count = count
        return request
    }
}
