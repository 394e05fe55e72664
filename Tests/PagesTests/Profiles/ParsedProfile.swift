import Foundation
import TestSupport
import Testing

/// A profile as Python's plistlib reads it. It shares no code with the writer.
struct ParsedProfile: Decodable {
    /// One dictionary of a property list: each key's type and its value as text, as Python names and
    /// prints them, without nested values.
    typealias Keys = [String: Value]

    struct Value: Decodable, Equatable {
        let type: String, text: String
    }

    let top: Keys
    let payloads: [Keys]

    /// - Throws: also if the toolchain's `plutil -lint` finds an error.
    init(_ bytes: [UInt8]) throws {
        let folder = try TemporaryDirectory()
        try folder.write("profile.plist", bytes: bytes)
        let lint = try command(["plutil", "-lint", "\(folder.path)/profile.plist"])
        try #require(lint.status == 0, "\(String(decoding: lint.bytes, as: UTF8.self))")
        let script = """
            import json, plistlib, sys
            top = plistlib.loads(sys.stdin.buffer.read())
            flat = lambda keys: {k: {"type": type(v).__name__, "text": str(v) if not isinstance(v, (list, dict)) else ""}
                                 for k, v in keys.items()}
            json.dump({"top": flat(top), "payloads": [flat(p) for p in top["PayloadContent"]]}, sys.stdout)
            """
        let json = try command(["python3", "-c", script], input: bytes)
        self = try JSONDecoder().decode(ParsedProfile.self, from: Data(json.bytes))
    }
}
