package import CivilTime
import Runtime
package import Storage

/// The name of one change of an object, with which it can be undone. It holds numbers only, so it may be part of an
/// address, and it is of use to its customer alone.
package struct UndoToken: Sendable, Hashable {
    package enum Change: Sendable, Hashable {
        case added, edited, deleted
        /// Into two series. The second one is the next change of the calendar.
        case divided
        /// From a calendar, with the number of the change there.
        case moved(from: CalendarID, counter: Int64)
        /// Edited and moved in one step, from a calendar, with the number of the change there.
        case editedMove(from: CalendarID, counter: Int64)
    }

    package let change: Change
    package let calendar: CalendarID
    /// The number of the change in its calendar.
    package let counter: Int64
    /// The moment of the change by this machine's clock; the end of the notice depends on it, nothing else.
    package let madeAt: Instant

    init(_ change: Change, _ calendar: CalendarID, _ counter: Int64, at moment: Instant) {
        self.change = change
        self.calendar = calendar
        self.counter = counter
        madeAt = moment
    }

    /// Reads what `text` writes; nil if it is something else.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Int64($0) }
        guard let name = parts.first, numbers.count == parts.count - 1,
              numbers.count == (Self.moves.contains(name) ? 5 : 3), (0...Self.latest).contains(numbers[0])
        else { return nil }
        switch name {
        case "added": change = .added
        case "edited": change = .edited
        case "deleted": change = .deleted
        case "divided": change = .divided
        case "moved": change = .moved(from: CalendarID(numbers[3]), counter: numbers[4])
        case "remade": change = .editedMove(from: CalendarID(numbers[3]), counter: numbers[4])
        default: return nil
        }
        madeAt = Instant(secondsSince1970: numbers[0])
        calendar = CalendarID(numbers[1])
        counter = numbers[2]
    }

    /// The changes whose text has two more numbers.
    private static let moves: Set<Substring> = ["moved", "remade"]

    /// The last second that is read: in the year 9999.
    private static let latest: Int64 = 253_402_300_799

    /// The form in addresses: the change, the second, the calendar, the number of the change, as in
    /// `edited-1795444200-12-345`; for a move also the calendar and the number that it left.
    package var text: String {
        let numbers = "\(madeAt.secondsSince1970)-\(calendar)-\(counter)"
        return switch change {
        case .added: "added-\(numbers)"
        case .edited: "edited-\(numbers)"
        case .deleted: "deleted-\(numbers)"
        case .divided: "divided-\(numbers)"
        case .moved(let source, let counter): "moved-\(numbers)-\(source)-\(counter)"
        case .editedMove(let source, let counter): "remade-\(numbers)-\(source)-\(counter)"
        }
    }

    /// The seconds for which a change can be undone. Notices show the button for 30; who is slower or reloads the page
    /// has some minutes.
    package static let seconds = 300
}

/// The changes of one request, in their order.
package final class MadeChanges {
    package private(set) var tokens: [UndoToken] = []

    /// The change that can be undone: the last one. An earlier one of the same object cannot, as it is overtaken.
    package var undo: UndoToken? { tokens.last }

    fileprivate func note(_ token: UndoToken) { tokens.append(token) }
}

extension CalendarHome {
    /// Notes a change that was just made, and returns the way back.
    @discardableResult
    func undoToken(_ change: UndoToken.Change, _ calendar: CalendarID, _ counter: Int64) -> UndoToken {
        let token = UndoToken(change, calendar, counter, at: app.now())
        made.note(token)
        return token
    }
}
