import CivilTime

/// All components of one UID: the repeating one, and the overrides of single occurrences (RFC 5545 §3.8.4.4).
///
/// Make it once and ask it often: dates are read and zones are looked up here.
public struct Series: Sendable {
    /// The components in the given order; `Occurrence.partIndex` is an index of this array.
    public let components: [Component]
    /// The problems of values that could not be read and were left out.
    public let problems: [Problem]

    let zones: ZoneResolver
    /// The reader's zone.
    let floating: any ZoneRules
    /// The component without RECURRENCE-ID; nil if there are only detached overrides.
    let master: IndexedPart?
    /// The overrides with RANGE=THISANDFUTURE, which hold from their RECURRENCE-ID on; the earliest first.
    let changes: [IndexedPart]
    /// The overrides of one occurrence each.
    let overrides: [IndexedPart]
    /// The master's times that an override or change describes.
    let overridden: Set<SeriesTime>
    /// The role of each component, by its index.
    let roles: [Role]

    enum Role: Sendable {
        /// Not used: it is at no time, or another component of the same occurrence counts.
        case none
        case master
        /// The index in `changes` or in `overrides`.
        case change(Int), override(Int)
    }

    struct IndexedPart: Sendable {
        let index: Int
        let part: SeriesPart
        /// RECURRENCE-ID as a key of the master's clock; of its own clock if there is no master.
        var key = 0
    }

    /// - Parameters:
    ///   - components: those of one UID and one name. If several describe the same occurrence, the highest
    ///     SEQUENCE counts, and of equal ones the first.
    ///   - floating: the reader's zone, for days and floating times.
    public init(_ components: [Component], zones: ZoneResolver, floating: any ZoneRules) {
        var problems: [Problem] = []
        var masters: [IndexedPart] = [], others: [IndexedPart] = []
        for (index, component) in components.enumerated() {
            guard let part = SeriesPart(component, zones, &problems) else { continue }
            if part.recurrenceID == nil {
                masters.append(IndexedPart(index: index, part: part))
            } else {
                others.append(IndexedPart(index: index, part: part))
            }
        }
        self.components = components
        self.problems = problems
        self.zones = zones
        self.floating = floating
        let master = newest(masters)
        self.master = master
        var newestByTime: [SeriesTime: IndexedPart] = [:]
        for other in others {
            guard let id = other.part.recurrenceID else { continue }
            let time = (master?.part.clock ?? other.part.clock).identity(of: id)
            newestByTime[time] = newest([newestByTime[time], other].compactMap { $0 })
        }
        var changes: [IndexedPart] = [], overrides: [IndexedPart] = []
        // Some hundredths of a second for all overrides. One that is not checked by then is shown rather than
        // lost.
        var budget = WorkBudget(steps: 1_000_000)
        for (time, entry) in newestByTime {
            if let master {
                // An excluded occurrence has no override; a THISANDFUTURE change of it still holds for later
                // ones.
                let isExcluded = master.part.recurrence.excluded.contains(time)
                if isExcluded ? !entry.part.isThisAndFuture : isStale(entry, time, master.part, &budget) {
                    newestByTime[time] = nil
                    continue
                }
            }
            var entry = entry
            if let id = entry.part.recurrenceID { entry.key = (master?.part.clock ?? entry.part.clock).key(of: id) }
            if entry.part.isThisAndFuture, master != nil { changes.append(entry) } else { overrides.append(entry) }
        }
        changes.sort { $0.key < $1.key }
        overrides.sort { ($0.key, $0.index) < ($1.key, $1.index) }
        var roles = components.map { _ in Role.none }
        if let master { roles[master.index] = .master }
        for (place, change) in changes.enumerated() { roles[change.index] = .change(place) }
        for (place, override) in overrides.enumerated() { roles[override.index] = .override(place) }
        self.roles = roles
        self.changes = changes
        self.overrides = overrides
        overridden = Set(newestByTime.filter { !($0.value.part.isThisAndFuture && master != nil) }.keys)
    }

    /// True if it has, or could have, more than one occurrence.
    public var isRecurring: Bool { master?.part.recurrence.isRecurring ?? !overrides.isEmpty }
}

private func newest(_ parts: [Series.IndexedPart]) -> Series.IndexedPart? {
    parts.max { ($0.part.sequence, -$0.index) < ($1.part.sequence, -$1.index) }
}

/// Returns true if an override is outdated: the series was changed after it, by SEQUENCE, and no longer has
/// its occurrence.
private func isStale(
    _ override: Series.IndexedPart, _ time: SeriesTime, _ master: SeriesPart, _ budget: inout WorkBudget
) -> Bool {
    guard override.part.sequence < master.sequence else { return false }
    let range = switch time {
    case .key(let key): key...key
    case .day(let day): day * secondsPerDay - secondsPerDay...day * secondsPerDay + 2 * secondsPerDay
    }
    var starts = RecurrenceStarts(master.recurrence, from: range.lowerBound, through: range.upperBound)
    do throws(RecurrenceError) {
        return try starts.next(&budget) == nil
    } catch {
        return false
    }
}

extension Series {
    /// Returns the series of a calendar, by UID, in the order of their first components.
    ///
    /// A component without UID, which the standard does not allow, is a series of its own. So is one with the UID of
    /// another that starts at another time, if neither is newer.
    ///
    /// - Parameter names: the names of the components.
    public static func all(
        in calendar: Component, names: Set<String> = ["VEVENT", "VTODO", "VJOURNAL"],
        zones: ZoneResolver, floating: any ZoneRules
    ) -> [Series] {
        var groups: [[Component]] = []
        var places: [String: Int] = [:]
        /// The first component without RECURRENCE-ID of each UID.
        var firsts: [String: Component] = [:]
        for component in calendar.components where names.contains(component.name) {
            let uid = component.first("UID")?.value ?? ""
            var key = component.name + uid
            if component.isMaster {
                if let first = firsts[key] {
                    if component.isSeparate(from: first) { key += "\n" + component.startText }
                } else {
                    firsts[key] = component
                }
            }
            if !uid.isEmpty, let place = places[key] {
                groups[place].append(component)
            } else {
                places[key] = groups.count
                groups.append([component])
            }
        }
        return groups.map { Series($0, zones: zones, floating: floating) }
    }
}

extension Component {
    /// Returns true if it is an entry of its own though another has its UID: neither is an override or newer than the
    /// other, and they start at different times. Timetables of schools are written so.
    public func isSeparate(from other: Component) -> Bool {
        guard isMaster, other.isMaster, sequence == other.sequence,
              startText != other.startText
        else { return false }
        guard let changed = first("LAST-MODIFIED"), let otherChanged = other.first("LAST-MODIFIED") else { return true }
        return changed.value == otherChanged.value
    }

    /// DTSTART as it is written, with its zone.
    public var startText: String {
        first("DTSTART").map { "\($0.parameter("TZID") ?? ""):\($0.value)" } ?? ""
    }
}
