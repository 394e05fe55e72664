public import Logging
import Synchronization

/// A log that is kept: a line an event, `error fault reason=… request=…`.
public struct CapturedLog: LogHandler {
    private final class Lines: Sendable {
        let list = Mutex<[String]>([])
    }

    public var metadata: Logger.Metadata = [:]
    public var logLevel = Logger.Level.trace
    private let kept = Lines()

    public init() {}

    public var lines: [String] { kept.list.withLock { $0 } }
    public var text: String { lines.joined(separator: "\n") }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }
            .sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        kept.list.withLock { $0.append("\(event.level) \(event.message)\(fields)") }
    }
}
