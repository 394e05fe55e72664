/// The fields of a query or of a form, in the order they were sent.
///
/// Names repeat when a person ticks several boxes. A name that was not sent reads as `""`, since
/// an empty box and a missing one deserve the same message.
public struct Form: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// More than any form has, and few enough that reading them costs nothing.
    public static let maximumFields = 1_000
    /// In bytes, after decoding.
    public static let maximumNameLength = 256

    public struct Field: Sendable, Equatable {
        public let name, value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A part of a multipart form that came with a file name.
    public struct File: Sendable, Equatable {
        public let name: String
        /// As the browser sent it: for people to read, never for a path.
        public let filename: String
        /// `application/octet-stream` when the part did not say.
        public let contentType: String
        public let bytes: [UInt8]

        public init(name: String, filename: String, contentType: String, bytes: [UInt8]) {
            self.name = name
            self.filename = filename
            self.contentType = contentType
            self.bytes = bytes
        }
    }

    public internal(set) var fields: [Field] = []
    public internal(set) var files: [File] = []

    public init() {}

    public init(fields: [Field]) {
        self.fields = fields
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value of a name, or `""`.
    public subscript(name: String) -> String {
        first(name) ?? ""
    }

    public func first(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Every value of a name, in order.
    public func all(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    public func contains(_ name: String) -> Bool {
        fields.contains { $0.name == name }
    }

    public var isEmpty: Bool { fields.isEmpty && files.isEmpty }
}
