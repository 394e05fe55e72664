package import DAV
import Runtime
import Storage

// Texts of calendars that are larger than an answer may be. Each read of a text names how many octets it holds at a
// time, so that no request takes the memory of a responder.

/// An object whose text is not read yet.
protocol SizedObject {
    var segment: String { get }
    var octetCount: Int { get }
}

extension MemberRow: SizedObject {}
extension ViewObjectRow: SizedObject {}

extension CalendarHome {
    /// The refusal of an answer that is larger than a responder holds.
    package static let answerTooLarge = DAVError(.numberOfMatchesWithinLimits, "the answer would be larger than 16 MB")

    /// Reads the texts of objects piece by piece.
    ///
    /// - Parameter body: called with the octets of each object that still exists.
    func eachText(
        of members: [some SizedObject], in calendar: CalendarID, _ body: (_ index: Int, _ octets: [UInt8]) throws -> Void
    ) throws {
        var start = 0
        while start < members.count {
            var end = start, octets = 0
            while end < members.count, end == start || octets + members[end].octetCount <= Self.pieceOctets {
                octets += members[end].octetCount
                end += 1
            }
            let rows = try app.store.objects(of: owner, calendar, members[start..<end].map(\.segment))
            let texts = Dictionary(
                rows.map { (Array($0.member.segment.utf8), $0.octets) }, uniquingKeysWith: { first, _ in first })
            for index in start..<end {
                if let text = texts[Array(members[index].segment.utf8)] { try body(index, text) }
            }
            start = end
        }
    }

    private static let pieceOctets = 4 << 20

    /// Reads the texts of objects of several calendars, in a few statements. Each reads as much as an answer may
    /// hold.
    ///
    /// - Parameters:
    ///   - reads: the most statements.
    ///   - body: called with the octets of each object that still exists.
    /// - Returns: false if there are more texts than that.
    func eachText(
        of objects: [(calendar: CalendarID, segment: String)], reads: Int,
        _ body: (_ index: Int, _ octets: [UInt8]) throws -> Void
    ) throws -> Bool {
        var next = 0
        for _ in 0..<reads where next < objects.count {
            let texts = try app.store.texts(of: owner, Array(objects[next...]))
            for text in texts {
                guard let octets = text.octets else { break }
                // An object that has no text here was removed meanwhile.
                while next < objects.count, !text.isOf(objects[next].calendar, objects[next].segment) { next += 1 }
                guard next < objects.count else { return true }
                try body(next, octets)
                next += 1
            }
            if texts.allSatisfy({ $0.octets != nil }) { return true }
        }
        return next == objects.count
    }

    /// Cuts changes to what an answer may hold, and reads their texts.
    ///
    /// - Returns: the changes, fewer than all if they are too large. There is always one.
    func withTexts(_ changes: [ChangeRow], in calendar: CalendarRow) throws -> [ChangeRow] {
        var octets = 0
        var cut = Array(changes.prefix { change in
            octets += change.member?.octetCount ?? 0
            return octets <= mostAnswerOctets
        })
        if cut.isEmpty, let first = changes.first { cut = [first] }
        let indices = cut.indices.filter { cut[$0].member != nil }
        try eachText(of: indices.compactMap { cut[$0].member }, in: calendar.id) { position, text in
            cut[indices[position]].octets = text
        }
        return cut
    }
}

extension FoundText {
    fileprivate func isOf(_ calendar: CalendarID, _ segment: String) -> Bool {
        self.calendar == calendar && self.segment.utf8.elementsEqual(segment.utf8)
    }
}
