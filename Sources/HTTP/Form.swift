/// The fields of a query or a form, in the order in which they were sent.
///
/// A name can repeat, for example with several ticked boxes. A missing field reads as `""`, since an
/// empty box and a missing one lead to the same message.
public struct Form: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The maximum number of fields: more than any form has, and few enough to read quickly.
    public static let maximumFields = 1_000
    /// The maximum length of a name in bytes, after decoding.
    public static let maximumNameLength = 256

    public struct Field: Sendable, Equatable {
        public let name, value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A part of a multipart form that has a file name.
    public struct File: Sendable, Equatable {
        public let name: String
        /// The file name from the browser: for people to read, never for a path.
        public let filename: String
        /// The media type; `application/octet-stream` if the part has none.
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

    /// The first value of a name; `""` if there is none.
    public subscript(name: String) -> String {
        first(name) ?? ""
    }

    public func first(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Returns every value of a name, in order.
    public func all(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    public func contains(_ name: String) -> Bool {
        fields.contains { $0.name == name }
    }

    public var isEmpty: Bool { fields.isEmpty && files.isEmpty }
}
