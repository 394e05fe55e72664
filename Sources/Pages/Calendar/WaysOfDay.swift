import Calendars
import CivilTime
package import HTTP
import Planning
import Runtime
import Scheduling
import Storage
import Templates
import Text
package import Web

extension CalendarViews {
    /// `GET /day/{date}/map`: the places of a day, drawn and as a table.
    package static func showMap(_ visit: CustomerVisit) throws -> Response {
        let day = try day(visit)
        return visit.page(DayMapPage(
            day, try visit.planning.ways(of: day), visit.format, zone: try visit.app.zone(of: visit.customer),
            isToday: try day == visit.today))
    }

    /// Returns the address of the map of a day; nil if nothing on it has a place.
    static func mapAddress(of day: LocalDate, in view: CalendarView) -> String? {
        let hasPlace = view.entries(on: day).contains { entry in
            entry.kind == .event && !entry.isBar && (entry.point != nil || !entry.place.isEmpty)
        }
        return hasPlace ? "/day/\(day.iso8601)/map" : nil
    }
}

/// `templates/calendar/map.mustache`.
struct DayMapPage: Page {
    static let template = "calendar/map"
    /// `The ways of Monday 23 November`
    var title: String
    var backURL: String
    var back: String
    /// True for a day with places.
    var hasMap: Bool
    /// The drawing.
    var map: TrustedHTML
    var legs: [Leg]
    var hasLegs: Bool
    /// `2 events have no place`; nil if all have one.
    var others: String?

    struct Leg: Encodable {
        /// The numbers and names of both ends.
        var from: DayMapPlace, to: DayMapPlace
        /// `Car`, or that there is no way.
        var mode: String
        /// `25 min, 12 km`; nil without a way.
        var length: String?
        /// `13:30–13:55`
        var times: String?
    }
}

struct DayMapPlace: Encodable {
    var number: String
    var name: String
}

extension DayMapPage {
    init(_ day: LocalDate, _ ways: DayWays, _ format: Formatter, zone: TimeZoneRules, isToday: Bool) {
        let places = ways.stops.enumerated().map { index, stop in
            DayMapPlace(
                number: format.number(index + 1),
                name: stop.name.isEmpty ? format.text("event.untitled") : stop.name.shortened)
        }
        title = format.text("day-map.title", ["day": format.day(day, .weekday)])
        backURL = isToday ? "/today" : CalendarViews.address(of: .day, day)
        back = isToday ? format.text("nav.today") : format.day(day, .weekday)
        legs = ways.legs.map { Leg($0, places, zone, format) }
        hasLegs = !legs.isEmpty
        hasMap = !ways.stops.isEmpty
        map = TrustedHTML(DayMap(ways, places, format).svg(DayMap.Words(title: title, legs.map(\.sentence), format)))
        others = ways.withoutPoint == 0 ? nil : format.text("day-map.others", counting: ways.withoutPoint)
    }
}

extension DayMapPage.Leg {
    init(_ leg: DayWays.Leg, _ places: [DayMapPlace], _ zone: TimeZoneRules, _ format: Formatter) {
        (from, to) = (places[leg.from], places[leg.to])
        guard let option = leg.option else {
            mode = format.text("event.ways.none")
            return
        }
        mode = format.name(of: option.way.mode)
        length = [format.duration(minutes: option.way.minutes), format.distance(option.way.metres)]
            .joined(separator: " · ")
        times = format.times(option.time.lowerBound, option.time.upperBound, zone)
    }

    /// The row of the table for the description of the drawing.
    fileprivate var sentence: String {
        [from.number, to.number].joined(separator: " → ") + ": "
            + [mode, length].compactMap(\.self).joined(separator: " · ")
    }
}

extension DayMap {
    fileprivate init(_ ways: DayWays, _ places: [DayMapPlace], _ format: Formatter) {
        let stops = zip(ways.stops, places).map { Stop($0.point, number: $1.number, name: $1.name) }
        let legs = ways.legs.compactMap { leg in
            leg.option.map { option in
                Leg(
                    option.way.mode, GroundLine([ways.stops[leg.from].point, ways.stops[leg.to].point]),
                    label: format.duration(minutes: option.way.minutes))
            }
        }
        self.init(stops, legs)
    }
}

extension DayMap.Words {
    fileprivate init(title: String, _ sentences: [String], _ format: Formatter) {
        self.init(
            title: title, description: sentences.joined(separator: ". "), north: format.text("day-map.north"),
            lengths: Dictionary(uniqueKeysWithValues: DayMap.barLengths.map { ($0, format.distance($0)) }))
    }
}
