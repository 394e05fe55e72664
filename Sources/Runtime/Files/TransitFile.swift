internal import Archive
package import CivilTime
package import Places
package import PrayerTimes
internal import Synchronization
package import System
package import Transit

/// The operator's timetable: an archive that is read when it is first asked for, and again when it is replaced.
///
/// Shared by all threads. The file is looked at once a second at most. While one thread reads a new file, which takes
/// half a second for a city, the others go on with the one before. A file that cannot be used changes nothing.
package final class TransitFile: Sendable {
    package enum Event: Sendable {
        case opened(days: ClosedRange<LocalDate>, problems: Int)
        /// The file cannot be used. The one before is used on, if there is one.
        case kept(FileError, hasOld: Bool)
    }

    private let path: String, zones: TimeZones, rules: ChangeRules
    private let seconds: @Sendable () -> Int, report: @Sendable (Event) -> Void
    private let state = Mutex(State())

    private struct State {
        var loaded: LoadedTransit?
        /// The file that was read last, also if it could not be used.
        var stamp: FileStamp?
        var checkedSeconds: Int?
        var isReading = false
    }

    /// - Parameters:
    ///   - seconds: the present second of a clock that never goes back.
    ///   - report: hears of each file that is read. No path in a log is needed: there is one file.
    package init(
        path: String, zones: TimeZones, rules: ChangeRules = ChangeRules(),
        seconds: @escaping @Sendable () -> Int = { Int(Monotonic.nanoseconds() / 1_000_000_000) },
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.path = path
        self.zones = zones
        self.rules = rules
        self.seconds = seconds
        self.report = report
    }

    /// Finds the best way between two points; nil if there is no timetable.
    package func answer(
        from start: Coordinates, to goal: Coordinates, _ time: JourneyTime, _ pace: WalkingPace
    ) -> JourneyAnswer? {
        current().map { $0.network.answer(from: start, to: goal, time, pace, on: $0.day(of: time.moment)) }
    }

    /// The feed in use, for the names of its stops; nil if there is none.
    package var feed: TransitFeed? { current()?.network.feed }

    private func current() -> LoadedTransit? {
        let now = seconds()
        let (loaded, new) = state.withLock { state -> (LoadedTransit?, FileStamp?) in
            guard !state.isReading, state.checkedSeconds != now else { return (state.loaded, nil) }
            state.checkedSeconds = now
            let stamp = try? FileStamp(path: path)
            // A file that is gone takes its timetable along.
            if stamp == nil { (state.loaded, state.stamp) = (nil, nil) }
            guard let stamp, stamp != state.stamp else { return (state.loaded, nil) }
            state.isReading = true
            return (state.loaded, stamp)
        }
        guard let new else { return loaded }
        return read(new, before: loaded)
    }

    private func read(_ stamp: FileStamp, before: LoadedTransit?) -> LoadedTransit? {
        let loaded: LoadedTransit?
        do throws(FileError) {
            let feed = try Self.feed(path, zones)
            loaded = LoadedTransit(TransitNetwork(feed, rules))
            report(.opened(days: feed.days, problems: feed.problemCount))
        } catch {
            loaded = before
            report(.kept(error, hasOld: before != nil))
        }
        state.withLock { state in
            state.isReading = false
            state.stamp = stamp
            state.loaded = loaded
        }
        return loaded
    }
}

extension TransitFile {
    /// The path of the timetable in a data folder.
    package static func path(in data: String) -> String { data + "/transit.zip" }

    /// Puts an archive in the place of the timetable, if it can be used. Processes that run use it within a second.
    ///
    /// - Returns: its feed.
    package static func load(_ archive: String, to path: String, _ zones: TimeZones) throws(FileError) -> TransitFeed {
        let feed = try feed(archive, zones)
        try writeAtomically(try readBytes(archive), to: path, mode: 0o640)
        return feed
    }

    /// Reads an archive. It stays on the disk, and nothing of it is written.
    ///
    /// - Throws: an error that says what to change.
    package static func feed(_ archive: String, _ zones: TimeZones) throws(FileError) -> TransitFeed {
        var reader = FeedReader { name in try? zones.rules(named: name) }
        do {
            try ZipFile(path: archive, entries: 10_000).read { name, bytes in
                try reader.begin(name, bytes: bytes)
            } piece: { piece in
                try reader.read(piece)
            } end: {
                try reader.end()
            }
            return try reader.feed()
        } catch let error as FeedError {
            throw FileError(path: archive, message: sentence(error))
        } catch let error as UnzipError {
            throw FileError(path: archive, message: sentence(error))
        } catch {
            throw FileError(path: archive, message: "\(error)")
        }
    }

    private static func sentence(_ error: FeedError) -> String {
        switch error {
        case .missingFile(let file): "has no \(file.name). Feeds have their files in no folder."
        case .missingColumn(let file, let column): "\(file.name) has no column \(column)."
        case .repeatedFile(let file): "has \(file.name) twice."
        case .tooLarge(let limit): "unpacks to more than \(limit >> 20) MB."
        case .tooMany(let file, let limit): "\(file.name) has more than \(limit) entries."
        case .rowTooLong(let file, let line): "\(file.name), line \(line): the row is too long. Is a quote not closed?"
        case .unknownZone(let name, let line): "agency.txt, line \(line): there is no time zone \"\(name)\"."
        case .noTrips: "has no trip that can be used."
        }
    }

    private static func sentence(_ error: UnzipError) -> String {
        switch error {
        case .damaged: "is no zip archive, or is damaged."
        case .encrypted: "has a file that needs a password."
        case .tooManyFiles(let limit): "has more than \(limit) files."
        case .tooLarge(let limit): "unpacks to more than \(limit >> 20) MB."
        case .outOfMemory: "needs more memory than there is."
        }
    }
}

/// A timetable with the connections of the days that were asked for last.
private final class LoadedTransit: Sendable {
    let network: TransitNetwork
    private let days = Mutex<[TransitDay]>([])

    /// Enough for today and tomorrow, and a day that somebody plans.
    private static let daysKept = 3

    init(_ network: TransitNetwork) { self.network = network }

    func day(of moment: Instant) -> TransitDay {
        let date = network.feed.zone.date(at: moment)
        if let day = days.withLock({ $0.first { $0.date == date } }) { return day }
        // Two threads may make the same day; one is kept.
        let day = network.day(of: moment)
        days.withLock { days in
            days.removeAll { $0.date == date }
            days = [day] + days.prefix(Self.daysKept - 1)
        }
        return day
    }
}
