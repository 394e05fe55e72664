import HTTP
import Places
import Storage

/// Hides the passwords in a libpq connection string and leaves the rest as it was written.
///
/// Both forms are known: `key=value` pairs, and URIs (PostgreSQL manual, "Connection Strings").
/// A text that is neither is hidden whole: with a mistake in it, any part may be the password.
func maskingPasswords(_ text: String) -> String {
    for scheme in ["postgresql://", "postgres://"] where text.hasPrefix(scheme) {
        return scheme + (maskedURI(text.dropFirst(scheme.count)) ?? mask)
    }
    return maskedPairs(text) ?? mask
}

let mask = "••••••••"

private func isPassword(_ key: String) -> Bool {
    ["password", "sslpassword"].contains(key.lowercased())
}

/// `user:password@host,host/database?key=value&…`, without the scheme; nil if it cannot be read.
private func maskedURI(_ text: Substring) -> String? {
    // As libpq finds them: credentials end with an at sign before any slash, and may hold a question mark.
    let authority = text.prefix { $0 != "/" }
    let behind = authority.firstIndex(of: "@") ?? text.startIndex
    let query = text[behind...].firstIndex(of: "?") ?? text.endIndex
    var head = String(text[..<query])
    // The last at sign: where one inside the password was not escaped, all of the password is hidden.
    if let at = head.lastIndex(of: "@"), let colon = head[..<at].firstIndex(of: ":") {
        head.replaceSubrange(head.index(after: colon)..<at, with: mask)
    }
    if query == text.endIndex { return head }
    var pairs: [String] = []
    for pair in text[query...].dropFirst().split(separator: "&") {
        guard let equals = pair.firstIndex(of: "="), let key = percentDecoded(String(pair[..<equals])) else { return nil }
        pairs.append(isPassword(key) ? pair[...equals] + mask : String(pair))
    }
    return head + "?" + pairs.joined(separator: "&")
}

/// `key=value key = 'value with spaces'`; nil if it cannot be read.
private func maskedPairs(_ text: String) -> String? {
    var shown = "", rest = text[...]
    func take(while isTaken: (Character) -> Bool) -> Substring {
        let taken = rest.prefix(while: isTaken)
        rest = rest[taken.endIndex...]
        return taken
    }
    while true {
        shown += String(take(while: \.isWhitespace))
        if rest.isEmpty { return shown }
        let key = take { $0 != "=" && !$0.isWhitespace }
        let equals = String(take(while: \.isWhitespace)) + take { $0 == "=" } + take(while: \.isWhitespace)
        guard equals.filter({ $0 == "=" }).count == 1, let value = value(&rest) else { return nil }
        shown += String(key) + equals + (isPassword(String(key)) ? mask : String(value))
    }
}

/// Takes a value as it is written, with its quotes and backslashes; nil if its quote is not closed.
private func value(_ rest: inout Substring) -> Substring? {
    let isQuoted = rest.first == "'"
    var index = isQuoted ? rest.index(after: rest.startIndex) : rest.startIndex
    while index < rest.endIndex, isQuoted ? rest[index] != "'" : !rest[index].isWhitespace {
        if rest[index] == "\\", rest.index(after: index) < rest.endIndex { index = rest.index(after: index) }
        index = rest.index(after: index)
    }
    if isQuoted {
        guard index < rest.endIndex else { return nil }
        index = rest.index(after: index)
    }
    defer { rest = rest[index...] }
    return rest[..<index]
}
