import Extraction

/// The shares of agreements that are right, by the confidence with which they were found.
///
/// A confidence is calibrated if the share of each band lies in it. Agreements without a doubt become events by
/// themselves, so of them nearly all have to be right.
struct Reliability {
    private struct Band {
        var found = 0
        var right = 0

        mutating func add(_ isRight: Bool) {
            found += 1
            if isRight { right += 1 }
        }
    }

    /// The width of a band, in hundredths.
    private static let width = 10
    /// The share of the agreements without a doubt that must be right.
    private static let leastSure = 0.97

    private var bands = [Band](repeating: Band(), count: 100 / Reliability.width)
    private var sure = Band()

    /// Counts the agreement of a chat with a right answer.
    mutating func add(_ line: ThreadLine, _ analysis: ThreadAnalysis) {
        guard let answer = line.answer, !(answer.debatable ?? false), analysis.status == .agreed,
            let event = analysis.event
        else { return }
        let isRight = answer.isRight(ThreadAnswer(id: line.id, analysis))
        bands[min(bands.count - 1, Int(event.confidence * 100) / Self.width)].add(isRight)
        if event.doubts.isEmpty { sure.add(isRight) }
    }

    /// A line for each band that has agreements, and one for those that become events by themselves.
    var gates: [Gate] {
        let rows = bands.indices.filter { bands[$0].found > 0 }.map { index in
            let first = index * Self.width
            return Gate("confidence \(first) to \(first + Self.width) %", bands[index].right, of: bands[index].found)
        }
        return rows + [Gate("shown as sure", sure.right, of: sure.found, .atLeast(Self.leastSure))]
    }
}
