import CivilTime
package import ICalendar
import Logging
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage

/// The series of one customer whose times are computed.
package struct CustomerSeries: ComputedSeries {
    let sources: SeriesSources
    let now: Instant
    /// The customer's day.
    let today: LocalDate
    let database: ZoneResolver.Database

    package var ownNames: Set<String> { OwnName.all }

    package func times(_ time: EventTime, _ repetition: Repetition, replacing old: Component?) throws -> EventTimes {
        do throws(AnchorProblem) {
            guard let old else {
                return try MadeSeries(time, repetition, sources, today: today, ZoneResolver(database: database)).times
            }
            return try EditedSeries(
                time, repetition, replacing: old, sources, now: now, today: today, database: database
            ).times
        } catch {
            throw EventProblem(error)
        }
    }

    package func reading(_ calendar: Component) -> (time: EventTime, repetition: Repetition)? {
        guard let series = StoredSeries(calendar, database: database), let time = series.time else { return nil }
        return (time, series.rule.repetition)
    }

    package func singleChanges(in calendar: Component) throws -> SingleChanges {
        do throws(AnchorProblem) {
            return try SingleChanges(calendar, sources.hijri, database: database)
        } catch {
            throw EventProblem(error)
        }
    }

    package func isAsMade(_ override: Component, in calendar: Component) -> Bool {
        guard let series = StoredSeries(calendar, database: database) else { return false }
        return override.isAsMade(by: series.master, series.zones)
    }

    package func time(of occurrence: Component, in calendar: Component) -> EventTime? {
        guard let series = StoredSeries(calendar, database: database), let anchor = series.rule.anchor
        else { return nil }
        let id = occurrence.date("RECURRENCE-ID")
        let own = calendar.components.first { part in
            part.name == "VEVENT" && id.map { part.isOverride(of: $0, series.zones) } ?? false
        }
        if let own, !own.isAsWritten(series.zones) { return nil }
        guard let start = occurrence.date("DTSTART"), let day = series.day(of: id, sources.hijri) else { return nil }
        let length = occurrence.date("DTEND").map { series.zones.moment($0) - series.zones.moment(start) }
        return .anchored(anchor, day: day, minutes: Int(length ?? series.length) / 60)
    }
}

extension Component {
    fileprivate func isOverride(of id: DateOrTime, _ zones: ZoneResolver) -> Bool {
        date("RECURRENCE-ID").map { zones.moment($0) == zones.moment(id) } ?? false
    }
}

extension StoredSeries {
    /// The seconds that its events last.
    fileprivate var length: Int64 { writer.end.map { zones.moment($0) - zones.moment(writer.start) } ?? 0 }

    /// Returns the day of the prayer that an event follows; nil if the rule does not have it.
    fileprivate func day(of id: DateOrTime?, _ hijri: HijriCalendar) -> LocalDate? {
        guard let id else { return rule.first }
        let nominal = writer.nominalDay(id)
        guard rule.isHijri else { return nominal }
        do throws(AnchorProblem) {
            return try rule.days(from: rule.first - 31, through: nominal + 31, hijri)
                .first { $0.nominal == nominal }?.day
        } catch {
            return nil
        }
    }
}

extension EventProblem {
    fileprivate init(_ problem: AnchorProblem) {
        self = switch problem {
        case .noPlace: EventProblem(.start, .noCity)
        case .noTime: EventProblem(.start, .neverHappens)
        case .unsuitableRule: EventProblem(.repetition, .unsuitableRule)
        }
    }
}

extension CalendarHome {
    /// Returns the customer's computed series, with the prayer times and the Hijri calendar of today.
    ///
    /// - Throws: `UnknownTimeZone` or `FeedOptionProblems` if this release cannot read the customer's choice.
    package func computedSeries() throws -> CustomerSeries {
        let now = app.now()
        return CustomerSeries(
            sources: try seriesSources(), now: now, today: floating.local(now).date, database: zoneDatabase)
    }

    /// Reads what the customer's series are computed from.
    func seriesSources() throws -> SeriesSources {
        let (source, preferences) = try known.map { ($0.prayer, $0.preferences) } ?? app.store.seriesChoices(of: owner)
        let hijri = try app.hijri
        let timetable = try source.map { try app.customerTimetable($0).timetable }
        return SeriesSources(
            prayers: timetable.map { PrayerMoments($0) }, hijri: hijri.shifted(by: preferences.hijriShift),
            inputs: timetable.map { timetableInputs($0.place.zone, hijri) } ?? hijriInputs(hijri))
    }
}

/// Returns the digest of times that need no prayers.
func hijriInputs(_ hijri: HijriCalendar) -> String { "hijri \(hijri.fingerprint)" }
