import Archive
import CivilTime
import Foundation
import Places
import PrayerTimes
import Runtime
import Synchronization
import System
import Testing
import Transit

@Suite("The operator's timetable")
struct TransitFileTests {
    @Test("is read when it is there, again when it is replaced, and forgotten when it is gone")
    func replaced() throws {
        let folder = try Folder()
        #expect(try folder.answer() == nil)
        try folder.write(end: "20261231")
        // The file is looked at once a second.
        #expect(try folder.answer() == nil)
        folder.waitASecond()
        guard case .journey(let journey)? = try folder.answer() else {
            Issue.record("no journey")
            return
        }
        #expect(journey.arrival - journey.departure == .seconds(600))
        #expect(folder.file.feed?.stops.count == 2)
        try folder.write(end: "20260531")
        folder.waitASecond()
        #expect(try folder.answer() == .ended(try #require(LocalDate(iso8601: "2026-05-31"))))
        try FileManager.default.removeItem(atPath: folder.path)
        folder.waitASecond()
        #expect(try folder.answer() == nil)
        #expect(folder.events == ["opened, 0 problems", "opened, 0 problems"])
    }

    @Test("stays if a new one cannot be used, which is said once")
    func kept() throws {
        let folder = try Folder()
        try Data("no archive".utf8).write(to: URL(filePath: folder.path))
        #expect(try folder.answer() == nil)
        try folder.write(end: "20261231")
        folder.waitASecond()
        #expect(try folder.answer() != nil)
        try Data("no archive at all".utf8).write(to: URL(filePath: folder.path))
        for _ in 0..<3 {
            folder.waitASecond()
            #expect(try folder.answer() != nil)
        }
        #expect(folder.events == [
            "is no zip archive, or is damaged.", "opened, 0 problems",
            "is no zip archive, or is damaged. The old one is used.",
        ])
    }

    @Test("is put in place only if it can be used")
    func load() throws {
        let folder = try Folder(), archive = folder.path + ".new", zones = try TimeZones()
        try folder.write(end: "20261231", to: archive)
        #expect(try TransitFile.load(archive, to: folder.path, zones).tripCount == 1)
        #expect(try folder.answer() != nil)
        let before = try Data(contentsOf: URL(filePath: folder.path))
        try folder.write(end: "x", to: archive)
        #expect(throws: FileError.self) { try TransitFile.load(archive, to: folder.path, zones) }
        #expect(try Data(contentsOf: URL(filePath: folder.path)) == before)
    }

    /// A folder for a timetable, with a clock. It is deleted with the test.
    private final class Folder {
        let path: String, file: TransitFile
        private let folder: URL, shared = Shared()

        /// The parts that the file uses too.
        private final class Shared: Sendable {
            let second = Atomic(0), events = Mutex<[String]>([])
        }

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "jadwal-transit-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            path = TransitFile.path(in: folder.path)
            let shared = shared
            let clock = { @Sendable in shared.second.load(ordering: .relaxed) }
            file = TransitFile(path: path, zones: try TimeZones(), seconds: clock) {
                let words = switch $0 {
                case .opened(_, let problems): "opened, \(problems) problems"
                case .kept(let error, let hasOld): error.message + (hasOld ? " The old one is used." : "")
                }
                shared.events.withLock { $0.append(words) }
            }
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        var events: [String] { shared.events.withLock { $0 } }

        func waitASecond() { shared.second.add(1, ordering: .relaxed) }

        /// Asks for a way from one end of the line to the other, on a day in June.
        func answer() throws -> JourneyAnswer? {
            let start = try #require(Coordinates(latitude: 24.69, longitude: 46.72))
            let goal = try #require(Coordinates(latitude: 24.72, longitude: 46.72))
            // 2026-06-03, 7:50 in Riyadh.
            let moment = Instant(secondsSince1970: 1_780_462_200)
            return file.answer(from: start, to: goal, .leaving(moment), WalkingPace())
        }

        /// Writes an archive of a line with one trip a day, at 8:00.
        func write(end: String, to archive: String? = nil) throws {
            let files = [
                ("agency.txt", "agency_timezone\nAsia/Riyadh\n"),
                ("stops.txt", "stop_id,stop_name,stop_lat,stop_lon\na,A,24.69,46.72\nb,B,24.72,46.72\n"),
                ("routes.txt", "route_id,route_short_name,route_type\n1,1,1\n"),
                ("trips.txt", "route_id,service_id,trip_id\n1,all,t\n"),
                ("stop_times.txt", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                    + "t,08:00:00,08:00:00,a,1\nt,08:10:00,08:10:00,b,2\n"),
                ("calendar.txt", "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,"
                    + "start_date,end_date\nall,1,1,1,1,1,1,1,20260101,\(end)\n"),
            ]
            var bytes: [UInt8] = []
            let writer = try ZipWriter { bytes += $0 }
            for (name, text) in files { try writer.add(name: name, bytes: Array(text.utf8), modified: 0) }
            try writer.finish()
            try Data(bytes).write(to: URL(filePath: archive ?? path))
        }
    }
}
