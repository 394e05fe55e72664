import Scheduling
import SeededRandom
import Testing

@Suite("Overlapping events")
struct TimelineColumnTests {
    @Test("stand side by side in the first free column, and widen over columns that stay free")
    func places() {
        // A release window from 13 to 16, an interview and a doctor beside it, a call after them all.
        #expect(timelinePlaces([780..<960, 780..<840, 855..<915, 960..<990]) == [
            TimelinePlace(column: 0, width: 1, columns: 2), TimelinePlace(column: 1, width: 1, columns: 2),
            TimelinePlace(column: 1, width: 1, columns: 2), TimelinePlace(column: 0, width: 1, columns: 1),
        ])
        // Three at ten; the market's end frees its column for a walk, which widens up to the fair.
        #expect(timelinePlaces([570..<660, 600..<690, 600..<900, 700..<760]) == [
            TimelinePlace(column: 0, width: 1, columns: 3), TimelinePlace(column: 2, width: 1, columns: 3),
            TimelinePlace(column: 1, width: 1, columns: 3), TimelinePlace(column: 0, width: 1, columns: 3),
        ])
        #expect(timelinePlaces([570..<660, 600..<690, 600..<640, 650..<690]) == [
            TimelinePlace(column: 0, width: 1, columns: 3), TimelinePlace(column: 1, width: 1, columns: 3),
            TimelinePlace(column: 2, width: 1, columns: 3), TimelinePlace(column: 2, width: 1, columns: 3),
        ])
        #expect(timelinePlaces([600..<720, 600..<660, 600..<650, 670..<720])[3]
            == TimelinePlace(column: 1, width: 2, columns: 3))
        #expect(timelinePlaces([]).isEmpty)
    }

    @Test("of which a narrow column shows two, and the rest as slivers")
    func narrow() {
        let three = timelinePlaces([570..<660, 600..<720, 600..<690]).map { $0.narrowed(to: 2) }
        #expect(three == [
            .column(TimelinePlace(column: 0, width: 1, columns: 2), hasSlivers: true),
            .column(TimelinePlace(column: 1, width: 1, columns: 2), hasSlivers: true), .sliver(0, of: 1),
        ])
        let two = TimelinePlace(column: 1, width: 1, columns: 2)
        #expect(two.narrowed(to: 2) == .column(two, hasSlivers: false))
        #expect(TimelinePlace(column: 1, width: 3, columns: 4).narrowed(to: 2)
            == .column(TimelinePlace(column: 1, width: 1, columns: 2), hasSlivers: true))
        #expect(TimelinePlace(column: 0, width: 4, columns: 4).narrowed(to: 2)
            == .column(TimelinePlace(column: 0, width: 2, columns: 2), hasSlivers: true))
    }

    @Test("at the same moment are in twenty columns")
    func twenty() {
        let places = timelinePlaces(Array(repeating: 600..<660, count: 20))
        #expect(places.map(\.column) == Array(0..<20))
        #expect(places.allSatisfy { $0.columns == 20 && $0.width == 1 })
    }

    @Test("never cover each other, and none could be wider or earlier", arguments: 0..<300 as Range<UInt64>)
    func sameAsByDefinition(seed: UInt64) {
        var random = SeededRandom(seed)
        let spans = (0..<Int.random(in: 0...25, using: &random)).map { _ in
            let start = Int.random(in: 0...600, using: &random)
            return start..<start + Int.random(in: 1...120, using: &random)
        }
        let places = timelinePlaces(spans)
        let order = spans.indices.sorted {
            (spans[$0].lowerBound, -spans[$0].count, $0) < (spans[$1].lowerBound, -spans[$1].count, $1)
        }
        for (position, index) in order.enumerated() {
            let place = places[index], earlier = order[..<position]
            func isFree(_ column: Int, among others: some Sequence<Int>) -> Bool {
                !others.contains { $0 != index && places[$0].column == column && spans[$0].overlaps(spans[index]) }
            }
            #expect((0...spans.count).first { isFree($0, among: earlier) } == place.column)
            let after = place.column + 1..<max(place.column + 1, place.columns)
            let wider = after.prefix { isFree($0, among: spans.indices) }
            #expect(place.width == wider.count + 1)
            let cluster = cluster(of: index, spans)
            #expect(place.columns == cluster.map { places[$0].column + 1 }.max())
        }
    }

    /// Returns the events that overlap an event, those that overlap them, and so on.
    private func cluster(of index: Int, _ spans: [Range<Int>]) -> Set<Int> {
        var cluster: Set = [index]
        while true {
            let grown = Set(spans.indices.filter { other in cluster.contains { spans[$0].overlaps(spans[other]) } })
            if grown == cluster { return cluster }
            cluster = grown
        }
    }

    @Test("have room for their names, however short they are, inside the day", arguments: [
        (600..<600, 600..<625), (600..<605, 600..<625), (600..<640, 600..<640),
        (1_430..<1_435, 1_415..<1_440), (1_439..<1_439, 1_415..<1_440), (470..<500, 480..<500),
        (1_400..<1_500, 1_400..<1_440),
    ])
    func room(span: Range<Int>, drawn: Range<Int>) {
        #expect(drawnMinutes(span, shortest: 25, in: 480..<1_440) == drawn)
    }
}
