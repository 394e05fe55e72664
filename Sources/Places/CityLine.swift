import System

/// One line of a file of cities.
struct CityLine {
    let path: String
    /// Counted from 1.
    let number: Int
    let columns: [String]

    func wrong(_ problem: String) -> FileError {
        FileError(path: "\(path):\(number)", message: problem)
    }

    /// Reads a line of our own file.
    func ours(_ zones: TimeZones) throws(FileError) -> NewCity? {
        try city(
            name: 1, country: 2, admin1: 3, latitude: 4, elevation: columns[6], zone: 7, population: 8,
            alternates: 9, zones)
    }

    /// Reads a line of GeoNames' dump, by the columns of its `readme.txt`; nil if it is not a place
    /// where people live now.
    func dumped(_ zones: TimeZones) throws(FileError) -> NewCity? {
        // Left, destroyed, historical.
        if columns[6] != "P" || ["PPLQ", "PPLW", "PPLH", "PPLCH"].contains(columns[7]) { return nil }
        // The surveyed elevation, else that of a terrain model, which says −9999 for "unknown".
        let elevation = !columns[15].isEmpty ? columns[15] : columns[16] == "-9999" ? "" : columns[16]
        return try city(
            name: 1, country: 8, admin1: 10, latitude: 4, elevation: elevation, zone: 17, population: 14,
            alternates: 3, zones)
    }

    private func city(
        name: Int, country: Int, admin1: Int, latitude: Int, elevation: String, zone: Int, population: Int,
        alternates: Int, _ zones: TimeZones
    ) throws(FileError) -> NewCity {
        guard CountryName(code: columns[country]) != nil else { throw wrong("\(columns[country].quoted) is no country's code") }
        guard columns[admin1].utf8.count <= 20, isPlain(columns[admin1]) else { throw wrong("\(columns[admin1].quoted) is no code of a province") }
        guard let zoneName = zones.zone(named: columns[zone]) else {
            throw wrong("\(columns[zone].quoted) is a time zone that tzdata does not know")
        }
        let north = try degrees(latitude, "latitude", within: 90), east = try degrees(latitude + 1, "longitude", within: 180)
        guard north.magnitude < 90 else { throw wrong("the latitude is a pole's, where no sun rises or sets in a day") }
        return NewCity(
            id: try id(0), country: columns[country], name: try self.name(name), admin1: columns[admin1],
            latitude: north, longitude: east,
            elevationMetres: elevation.isEmpty ? nil : try whole(elevation, "elevation", -500...9_000),
            timeZone: zoneName, population: try whole(columns[population], "population", 0...Int(Int32.max)),
            alternateNames: columns[alternates].split(separator: ",").map(String.init).filter(isPlain))
    }

    func id(_ column: Int) throws(FileError) -> Int64 {
        guard let id = Int64(columns[column]), id > 0 else { throw wrong("\(columns[column].quoted) is no GeoNames id") }
        return id
    }

    func name(_ column: Int) throws(FileError) -> String {
        let name = columns[column]
        guard (1...200).contains(name.unicodeScalars.count), isPlain(name) else { throw wrong("\(name.quoted) is no name") }
        return name
    }

    /// Reads names with commas between them. An empty column holds none.
    func names(_ column: Int) throws(FileError) -> [String] {
        let text = columns[column]
        let names = text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        guard names.allSatisfy({ (1...200).contains($0.unicodeScalars.count) && isPlain(String($0)) }) else {
            throw wrong("\(text.quoted) is no list of names")
        }
        return names.map(String.init)
    }

    private func degrees(_ column: Int, _ what: String, within limit: Double) throws(FileError) -> Double {
        guard let degrees = Double(columns[column]), degrees.magnitude <= limit else {
            throw wrong("\(columns[column].quoted) is no \(what)")
        }
        return degrees
    }

    private func whole(_ text: String, _ what: String, _ range: ClosedRange<Int>) throws(FileError) -> Int {
        guard let number = Int(text), range.contains(number) else { throw wrong("\(text.quoted) is no \(what)") }
        return number
    }

    /// Returns true if a text has no control characters: U+0000 cannot be stored, the others cannot be seen.
    private func isPlain(_ text: String) -> Bool {
        !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}

extension String {
    /// The text for an error message: short, and in quotes.
    var quoted: String {
        "“\(unicodeScalars.prefix(40).map { $0.value < 0x20 ? "�" : String($0) }.joined())”"
    }
}
