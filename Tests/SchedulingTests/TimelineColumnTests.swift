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

    @Test("lie over each other in a narrow column, with the first line of each seen")
    func narrow() {
        func card(
            _ column: Int, of columns: Int, depth: Int = 0, down: Int = 0, seen: Int? = nil
        ) -> NarrowPlace {
            .card(TimelinePlace(column: column, width: 1, columns: columns), depth: depth, down: down, seen: seen)
        }
        func places(_ spans: [Range<Int>]) -> [NarrowPlace] { narrowPlaces(spans, most: 2, line: 27).places }
        // Two stand side by side.
        #expect(places([570..<660, 600..<720]) == [card(0, of: 2), card(1, of: 2)])
        // Two that begin a line after the first make a row over it.
        #expect(places([570..<660, 600..<720, 600..<690]) == [
            card(0, of: 1, seen: 30), card(0, of: 2, depth: 1), card(1, of: 2, depth: 1),
        ])
        // The third at the same moment is a line lower; one after them begins at the start of the line again.
        #expect(places([600..<660, 600..<660, 600..<660, 660..<720]) == [
            card(0, of: 2, seen: 27), card(1, of: 2, seen: 27), card(0, of: 1, depth: 1, down: 1), card(0, of: 1),
        ])
        // A depth that ended is taken again.
        #expect(places([540..<720, 580..<620, 590..<610, 640..<700]) == [
            card(0, of: 1, seen: 40), card(0, of: 2, depth: 1), card(1, of: 2, depth: 1), card(0, of: 1, depth: 1),
        ])
    }

    @Test("without a line left in a narrow column are counted")
    func rests() {
        let (places, rests) = narrowPlaces(Array(repeating: 600..<630, count: 5), most: 2, line: 27)
        #expect(places[2...] == [.rest(0, of: 3), .rest(1, of: 3), .rest(2, of: 3)])
        #expect(rests.map(\.events) == [[2, 3, 4]] && rests.map(\.end) == [630])
        #expect(narrowPlaces(Array(repeating: 600..<630, count: 5), most: 6, line: 31).rests.isEmpty)
        // A long event makes room for many lines, of which eight are used.
        let many = narrowPlaces([540..<1_020] + Array(repeating: 540..<570, count: 22), most: 2, line: 27)
        let downs = many.places.compactMap { place -> Int? in
            guard case .card(_, _, let down, _) = place else { return nil }
            return down
        }
        #expect(downs.allSatisfy { $0 <= 8 })
        #expect(many.rests.map(\.events.count) == [23 - 2 * 9])
    }

    @Test("never cover a first line in a narrow column, and none is lost", arguments: 0..<200 as Range<UInt64>)
    func firstLines(seed: UInt64) {
        var random = SeededRandom(seed)
        let spans = (0..<Int.random(in: 0...20, using: &random)).map { _ in
            let start = Int.random(in: 0...400, using: &random)
            return start..<start + Int.random(in: 27...120, using: &random)
        }
        let (places, rests) = narrowPlaces(spans, most: 2, line: 27)
        var lines: [(line: Range<Int>, place: TimelinePlace, depth: Int)] = []
        for (index, place) in places.enumerated() {
            guard case .card(let place, let depth, let down, _) = place else { continue }
            let top = spans[index].lowerBound + down * 27
            for other in lines where other.line.overlaps(top..<top + 27) {
                // Only cards of one row, and two columns, have lines at the same height.
                #expect(place.columns == other.place.columns && place.column != other.place.column)
                #expect(depth == other.depth)
            }
            lines.append((top..<top + 27, place, depth))
        }
        let counted = rests.flatMap(\.events).sorted()
        #expect(counted == places.indices.filter { if case .rest = places[$0] { true } else { false } })
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
