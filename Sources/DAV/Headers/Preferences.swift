public import HTTP
import Text

/// The wishes of a client about the answer: `Prefer` (RFC 7240, RFC 8144), and the older `Brief`.
public struct Preferences: Hashable, Sendable {
    /// The answer leaves out what the client can infer, as properties that do not exist.
    public var isMinimal = false
    /// The answer to a write holds what is now stored.
    public var wantsRepresentation = false
    /// A PROPFIND with Depth 1 leaves out the collection itself.
    public var leavesOutRoot = false

    /// Reads both headers. An unknown preference is no error (RFC 7240 §2), and the first of a name counts.
    public init(_ headers: Headers) {
        var isReturnKnown = false
        for preference in headers.values("Prefer").joined(separator: ",").split(separator: ",") {
            // Parameters follow a semicolon; none of these preferences has one.
            let words = preference.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
                .map { $0.trimmed().lowercased() }
            switch words.first {
            case "return" where words.count == 2 && !isReturnKnown:
                isReturnKnown = true
                let value = words[1].filter { $0 != "\"" }
                isMinimal = value == "minimal"
                wantsRepresentation = value == "representation"
            // Drafts of RFC 7240, which older versions of Apple's programs follow.
            case "return-minimal" where !isReturnKnown: isMinimal = true
            case "return-representation" where !isReturnKnown: wantsRepresentation = true
            case "depth-noroot": leavesOutRoot = true
            default: break
            }
        }
        if headers["Brief"]?.trimmed().lowercased() == "t" { isMinimal = true }
    }

    /// The value of `Preference-Applied` (RFC 7240 §3); nil if none of these preferences was sent.
    public var applied: String? {
        var applied: [String] = []
        if isMinimal { applied.append("return=minimal") }
        if wantsRepresentation { applied.append("return=representation") }
        if leavesOutRoot { applied.append("depth-noroot") }
        return applied.isEmpty ? nil : applied.joined(separator: ", ")
    }
}
