import CivilTime
import Foundation
import PrayerTimes
import Transit

/// The program that `script/bench transit` measures; transitpeers.py in script/bench.d asks `pynigiri` the same.
///
///     jadwal-transit-bench FOLDER FILE
///
/// FOLDER holds the files of a GTFS feed. A line of FILE is a journey: the ids of two stops, the minute since 1970 at
/// which it begins, and the minute of the earliest arrival, or `none`. Each line of the output is a name and its
/// figures:
///
/// - `load`: the milliseconds from the files to the connections of a day, and the number of connections.
/// - `memory`: the memory that loading took at most, in kB.
/// - `forward`, `backward` and `points`: the median and the 95th percentile in milliseconds, the number of right
///   answers, and that of all. A journey backwards from the earliest arrival is right if it departs no earlier and
///   arrives in time.
@main
struct TransitBench {
    let network: TransitNetwork, queries: [Query]

    struct Query {
        let from: Int, to: Int, start: Instant, arrival: Instant?
    }

    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            print("Usage: jadwal-transit-bench FOLDER FILE")
            exit(2)
        }
        let lines = try String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8).split(separator: "\n")
        let minutes = lines.compactMap { $0.split(separator: " ").dropFirst(2).first.flatMap { Int64($0) } }
        let before = memoryKilobytes("VmRSS"), began = ContinuousClock().now
        let feed = try readFeed(CommandLine.arguments[1])
        let network = TransitNetwork(feed, ChangeRules(walkMetres: 0))
        let day = network.day(of: Instant(secondsSince1970: (minutes.first ?? 0) * 60))
        let took = began.duration(to: ContinuousClock().now) / .milliseconds(1)
        print("load", String(format: "%.0f", took), day.connectionCount)
        print("memory", memoryKilobytes("VmHWM") - before)
        let queries = lines.compactMap { Query($0.split(separator: " "), feed.stops) }
        guard queries.count == lines.count else { throw BenchError.badQuery }
        TransitBench(network: network, queries: queries).run()
    }

    private func run() {
        let days = Dictionary(grouping: queries) { network.feed.zone.date(at: $0.start) }.keys
            .reduce(into: [LocalDate: TransitDay]()) { $0[$1] = TransitDay(network.feed, $1) }
        measure("forward", queries.indices) { index in
            let query = queries[index], day = days[network.feed.zone.date(at: query.start)]
            return day.flatMap { query.journey(.leaving(query.start), network, $0) }?.arrival == query.arrival
        }
        let arriving = queries.indices.filter {
            queries[$0].arrival.map { days[network.feed.zone.date(at: $0)] != nil } ?? false
        }
        measure("backward", arriving) { index in
            let query = queries[index]
            guard let arrival = query.arrival, let day = days[network.feed.zone.date(at: arrival)],
                  let found = query.journey(.arriving(by: arrival), network, day)
            else { return false }
            return found.departure >= query.start && found.arrival <= arrival
        }
        measure("points", queries.indices) { index in
            let query = queries[index], stops = network.feed.stops
            guard let day = days[network.feed.zone.date(at: query.start)], let from = stops.place(query.from),
                  let to = stops.place(query.to)
            else { return false }
            let answer = network.answer(from: from, to: to, .leaving(query.start), WalkingPace(), on: day)
            // Whoever may also walk to other stops is never later.
            guard let arrival = query.arrival else { return true }
            return switch answer {
            case .journey(let journey): journey.arrival <= arrival
            case .walk(let seconds): query.start + .seconds(seconds) <= arrival
            default: false
            }
        }
    }

    /// Prints the figures of some searches, each with its median of five runs.
    private func measure(_ name: String, _ indices: some Collection<Int>, _ work: (Int) -> Bool) {
        var milliseconds: [Double] = [], right = 0
        for index in indices {
            var isRight = false
            let took = (0..<5).map { _ in ContinuousClock().measure { isRight = work(index) } / .milliseconds(1) }
            milliseconds.append(took.sorted()[2])
            right += isRight ? 1 : 0
        }
        milliseconds.sort()
        guard !milliseconds.isEmpty else { return }
        let late = milliseconds[min(milliseconds.count - 1, milliseconds.count * 95 / 100)]
        print(name, String(format: "%.3f %.3f", milliseconds[milliseconds.count / 2], late), right, milliseconds.count)
    }
}

extension TransitBench.Query {
    init?(_ words: [Substring], _ stops: TransitStops) {
        guard words.count == 4, let from = stops.number(ofID: String(words[0])),
              let to = stops.number(ofID: String(words[1])), let start = Int64(words[2])
        else { return nil }
        self.from = from
        self.to = to
        self.start = Instant(secondsSince1970: start * 60)
        arrival = Int64(words[3]).map { Instant(secondsSince1970: $0 * 60) }
    }

    func journey(_ time: JourneyTime, _ network: TransitNetwork, _ day: TransitDay) -> Journey? {
        network.journey(
            time, access: [StopWalk(stop: from, seconds: 0)], egress: [StopWalk(stop: to, seconds: 0)], on: day)
    }
}

enum BenchError: Error {
    case badQuery
}

private func readFeed(_ folder: String) throws -> TransitFeed {
    var reader = FeedReader { name in
        let path = "/usr/share/zoneinfo/\(name)"
        return (try? Data(contentsOf: URL(filePath: path))).flatMap { try? TimeZoneRules(name: name, tzif: Array($0)) }
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
        guard try reader.begin(name) else { continue }
        let file = try FileHandle(forReadingFrom: URL(filePath: folder).appending(path: name))
        while let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty { try reader.read(Array(piece)) }
        try reader.end()
    }
    return try reader.feed()
}

/// Returns a figure of the process in kB: the memory at the moment, or at most.
private func memoryKilobytes(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
}
