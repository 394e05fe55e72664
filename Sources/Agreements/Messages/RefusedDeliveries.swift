public import Runtime
import Storage

extension App {
    /// Records a delivery that could not be read, so that the operator can find it.
    ///
    /// - Parameters:
    ///   - digest: of its bytes, which are not kept.
    ///   - door: the way by which it came, `ingest` or `queue`.
    public func recordRefusedDelivery(digest: [UInt8], door: String, reason: String) throws {
        try store.recordRefused(digest: digest, door: door, reason: reason)
    }
}
