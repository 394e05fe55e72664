import CCurl
import Text

/// A collector of the response that libcurl receives, up to its limits.
final class ResponseCollector {
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    /// True if the body is packed in a way that is not allowed, or twice.
    private(set) var isOtherwisePacked = false

    private let limitBytes: Int
    /// The allowed values of Content-Encoding; nil for all.
    private let packings: Set<String>?
    private var headerBytes = 0
    /// The maximum length of all headers: more than any honest server sends.
    private static let headerLimitBytes = 64 << 10

    init(limitBytes: Int, onlyPacking packings: Set<String>? = nil) {
        self.limitBytes = limitBytes
        self.packings = packings
    }

    /// Makes the handle call this collector. The collector must exist until the transfer ends.
    func attach(to handle: EasyHandle) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        handle.set(CURLOPT_WRITEDATA, pointer: context)
        handle.set(CURLOPT_WRITEFUNCTION, callback: { bytes, size, count, context in
            ResponseCollector.take(bytes, size * count, context) { $0.takeBody($1) }
        })
        handle.set(CURLOPT_HEADERDATA, pointer: context)
        handle.set(CURLOPT_HEADERFUNCTION, callback: { bytes, size, count, context in
            ResponseCollector.take(bytes, size * count, context) { $0.takeHeaderLine($1) }
        })
    }

    /// Passes bytes of libcurl to the collector.
    ///
    /// - Returns: the count if the bytes were accepted. Any other number makes libcurl stop the transfer.
    private static func take(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ keep: (ResponseCollector, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let collector = Unmanaged<ResponseCollector>.fromOpaque(context).takeUnretainedValue()
        let taken = keep(collector, UnsafeRawBufferPointer(start: bytes, count: count))
        if !taken { collector.isTooLarge = true }
        return taken ? count : 0
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limitBytes - body.count else { return false }
        body.append(contentsOf: bytes)
        return true
    }

    private func takeHeaderLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.headerLimitBytes else { return false }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // A new status line. Headers of an interim response such as "103 Early Hints" do not count.
            headers = []
        } else if let colon = line.firstIndex(of: ":") {
            let name = String(line[..<colon]), value = String(line[line.index(after: colon)...].trimmed())
            if let packings, name.lowercased() == "content-encoding", value.lowercased() != "identity" {
                let isSecond = headers.contains { $0.name.lowercased() == "content-encoding" && $0.value != "identity" }
                isOtherwisePacked = isOtherwisePacked || isSecond || !packings.contains(value.lowercased())
            }
            headers.append((name, value))
            return !isOtherwisePacked
        }
        return true
    }
}
