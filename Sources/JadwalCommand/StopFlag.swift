import Synchronization

/// Whether the process was told to stop, for loops to ask.
final class StopFlag: Sendable {
    private let isSet = Atomic(false)

    func set() { isSet.store(true, ordering: .releasing) }
    var isStopping: Bool { isSet.load(ordering: .acquiring) }
}
