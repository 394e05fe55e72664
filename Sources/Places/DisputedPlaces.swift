package import System

/// The places that pages name without a country: `disputed-places.tsv` in the folder of JADWAL_CITIES,
/// whose first lines say the rule.
public struct DisputedPlaces: Sendable {
    private var cities: Set<Int64> = []
    /// `EH` for a whole country, `IN.12` for a province.
    private var areas: Set<String> = []

    /// - Throws: an error that names the file and the line that cannot be read.
    package init(directory: String) throws(FileError) {
        let path = "\(directory)/disputed-places.tsv"
        try self.init(try readText(path), of: path)
    }

    package init(_ text: String, of path: String) throws(FileError) {
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            if line.isEmpty || line.hasPrefix("#") || columns == ["place", "name"] { continue }
            func wrong(_ problem: String) -> FileError { FileError(path: "\(path):\(number)", message: problem) }
            guard columns.count == 2 else { throw wrong("has \(columns.count) columns instead of 2") }
            let place = columns[0]
            if let id = Int64(place), id > 0 {
                cities.insert(id)
            } else if place.wholeMatch(of: /[A-Z]{2}(\.[A-Z0-9]+)?/) != nil, CountryName(code: String(place.prefix(2))) != nil {
                areas.insert(place)
            } else {
                throw wrong("\(place.quoted) is no number of a city, no country and no province, as in IN.12")
            }
        }
    }

    /// The number of lines in the file that name a place.
    package var count: Int { cities.count + areas.count }

    public func contains(_ city: City) -> Bool {
        cities.contains(city.id) || areas.contains(city.country) || areas.contains("\(city.country).\(city.admin1)")
    }
}
