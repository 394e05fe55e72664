import Runtime
import Storage
import Text

/// The objects of a calendar without their texts, as a process remembers them between requests.
///
/// It is believed only together with the changes after it, which are read in the same request as the calendar. So it
/// never is out of date, whoever changed the calendar, and needs no announcements.
struct MemberList: Sendable {
    private let calendar: CalendarID
    private let epoch: Int64
    /// The number of the last change that is included.
    let counter: Int64
    /// By address.
    let members: [MemberRow]

    /// The longest time for which it is remembered. Removals are known for longer (`oldestCounter`).
    static let mostSeconds = 86_400

    init(_ members: [MemberRow], of calendar: CalendarRow) {
        self.calendar = calendar.id
        epoch = calendar.epoch
        counter = calendar.counter
        self.members = members
    }

    /// Includes the changes after `counter`.
    ///
    /// - Parameter calendar: the calendar, read in the same round trip as the changes.
    /// - Returns: nil if the list is of another calendar or epoch, or some of the changes are no longer known.
    func applying(_ changes: [ChangeRow], in calendar: CalendarRow) -> MemberList? {
        guard calendar.id == self.calendar, calendar.epoch == epoch, calendar.oldestCounter <= counter
        else { return nil }
        guard !changes.isEmpty else { return self }
        let changed = Set(changes.map { ExactText($0.segment) })
        var list = members.filter { !changed.contains(ExactText($0.segment)) } + changes.compactMap(\.member)
        list.sort { $0.segment.utf8.lexicographicallyPrecedes($1.segment.utf8) }
        return MemberList(list, of: calendar)
    }

    /// The same objects, the one that changed last at the end.
    var inOrderOfChanges: [MemberRow] {
        members.indices.sorted { members[$0].counter < members[$1].counter }.map { members[$0] }
    }

    /// The memory that it takes, roughly.
    var bytes: Int { members.reduce(1_024) { $0 + 250 + $1.segment.utf8.count } }
}

/// Lists by owner and address of the calendar. The largest one takes half.
let memberLists = CacheSlot<MemberList>("member lists", limitBytes: 12 << 20)
