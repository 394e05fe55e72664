public import HTTP

extension Request {
    /// The most bytes of an address that a form leads back to.
    static let longestOwnPage = 2_000

    /// Reads a path of this site from a form and writes it again from its parts, so that it cannot name another host,
    /// scheme or header.
    ///
    /// - Returns: nil if it is not such a path, or is too long for a header line.
    public static func ownPage(_ typed: String) -> (path: String, query: [(name: String, value: String)])? {
        guard typed.utf8.count <= longestOwnPage,
              let request = try? Request(method: .get, target: typed, headers: [:], body: [], remoteAddress: "", id: "")
        else { return nil }
        return (request.path, request.query.fields.map { ($0.name, $0.value) })
    }

    /// Returns an address of this site.
    public static func address(_ path: String, _ query: [(name: String, value: String)]) -> String {
        let pairs = query.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }
        return path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }
}
