import SwiftProtobuf

/// The form of the messages of a call.
enum Codec: String, Sendable {
    case json, proto

    /// Reads the value of `Content-Type`; nil for another type. Parameters such as `charset` are ignored.
    init?(contentType: String) {
        let name = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        guard name.hasPrefix("application/") else { return nil }
        self.init(rawValue: String(name.dropFirst("application/".count)))
    }

    var contentType: String { "application/\(rawValue)" }

    /// The most messages inside each other.
    private static let depth = 100

    /// Reads a message.
    ///
    /// - Throws: `CallError` of `invalid_argument`.
    func decode<M: Message>(_ type: M.Type, from bytes: [UInt8]) throws -> M {
        do {
            switch self {
            case .json:
                var options = JSONDecodingOptions()
                options.ignoreUnknownFields = true
                options.messageDepthLimit = Self.depth
                return try M(jsonUTF8Bytes: bytes, options: options)
            case .proto:
                var options = BinaryDecodingOptions()
                options.messageDepthLimit = Self.depth
                return try M(serializedBytes: bytes, options: options)
            }
        } catch is JSONDecodingError {
            throw CallError(.invalidArgument, "api.unreadable")
        } catch is BinaryDecodingError {
            throw CallError(.invalidArgument, "api.unreadable")
        } catch is SwiftProtobufError {
            throw CallError(.invalidArgument, "api.unreadable")
        }
    }

    /// Writes a message. JSON leaves out fields that have their default value.
    func encode(_ message: some Message) throws -> [UInt8] {
        switch self {
        case .json: try message.jsonUTF8Bytes()
        case .proto: try message.serializedBytes()
        }
    }
}
