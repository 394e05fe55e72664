public import HTTP
import Places

extension Request {
    /// The country of the browser's first language that names one: `SA` of `ar-SA,ar;q=0.9`.
    public var acceptedCountry: String? {
        for range in (headers["Accept-Language"] ?? "").prefix(1_000).split(separator: ",") {
            let tags = range.prefix { $0 != ";" }.split(separator: "-").map { $0.filter { $0 != " " } }
            if let region = tags.dropFirst().last(where: { $0.utf8.count == 2 })?.uppercased(), isCountryCode(region) {
                return region
            }
        }
        return nil
    }
}
