import Synchronization

/// A flag that loops check: it is set when the process must stop.
final class StopFlag: Sendable {
    private let isSet = Atomic(false)

    func set() { isSet.store(true, ordering: .releasing) }
    var isStopping: Bool { isSet.load(ordering: .acquiring) }
}
