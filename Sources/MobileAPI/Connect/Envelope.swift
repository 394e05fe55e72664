import Archive
import Crypto
import HTTP

/// The message of a request, still encoded.
struct Envelope {
    let codec: Codec
    let bytes: [UInt8]
    /// The milliseconds that the client waits; nil if it does not say.
    let timeoutMilliseconds: Int?

    /// The most octets of a message, before and after decompression.
    static let limit = 1 << 20

    /// Reads the body of a POST or the query of a GET.
    ///
    /// - Throws: `NotACall`, and `CallError`.
    init(_ request: Request) throws {
        if let version = request.headers["Connect-Protocol-Version"], version != "1" {
            throw CallError(.invalidArgument, "api.version")
        }
        timeoutMilliseconds = try Self.timeout(request.headers["Connect-Timeout-Ms"])
        if request.method == .post {
            guard let type = request.headers["Content-Type"], let codec = Codec(contentType: type)
            else { throw NotACall.unknownCodec }
            self.codec = codec
            bytes = try Self.plain(request.body, encoding: request.headers["Content-Encoding"] ?? "identity")
        } else {
            (codec, bytes) = try Self.query(request.query)
        }
    }

    private static func timeout(_ header: String?) throws -> Int? {
        guard let header else { return nil }
        guard (1...10).contains(header.utf8.count), header.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let milliseconds = Int(header)
        else { throw CallError(.invalidArgument, "api.timeout") }
        guard milliseconds > 0 else { throw CallError(.deadlineExceeded, "api.deadline") }
        return milliseconds
    }

    private static func query(_ query: Form) throws -> (Codec, [UInt8]) {
        guard query.contains("message"), query.contains("encoding")
        else { throw CallError(.invalidArgument, "api.query") }
        guard let codec = Codec(rawValue: query["encoding"]) else { throw NotACall.unknownCodec }
        let text = query["message"], isBase64 = query["base64"] == "1"
        // Padding is optional, and the decoder takes none.
        guard let bytes = isBase64 ? base64URLDecoded(String(text.prefix { $0 != "=" })) : Array(text.utf8)
        else { throw CallError(.invalidArgument, "api.unreadable") }
        let encoding = query["compression"]
        return (codec, try plain(bytes, encoding: encoding.isEmpty ? "identity" : encoding))
    }

    /// Decompresses a body. An empty one is never compressed.
    private static func plain(_ bytes: [UInt8], encoding: String) throws -> [UInt8] {
        switch encoding.lowercased() {
        case "identity": return bytes
        case "gzip" where bytes.isEmpty: return bytes
        case "gzip":
            do throws(GunzipError) {
                return try gunzipped(bytes, limit: limit)
            } catch {
                switch error {
                case .damaged: throw CallError(.invalidArgument, "api.unreadable")
                case .tooLarge: throw CallError(.resourceExhausted, "api.too-large")
                case .outOfMemory: throw CallError(.unavailable, "api.unavailable", retrySeconds: 2)
                }
            }
        default: throw CallError(.unimplemented, "api.compression")
        }
    }
}
