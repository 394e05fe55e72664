package import System

/// The names of a city that `sql/cities-ar.tsv` brings.
package struct ArabicNames: Sendable, Equatable {
    package let name: String
    /// Names that are as good, for search only.
    package let also: [String]
}

/// A file of cities: our own (`sql/cities.tsv.gz`, unpacked) or GeoNames' dump.
///
/// It is read whole, or refused with the line that is wrong. The limits are those of table `city`, so that
/// the error of an import names a line and not a constraint.
package enum CityFile {
    /// The first line of a file of our own.
    static let header = ["id", "name", "country", "admin1", "latitude", "longitude", "elevation", "time_zone", "population", "alternate_names"]
    /// The number of columns in GeoNames' `cities15000.txt` and similar files.
    static let dumpColumns = 19
    static let arabicHeader = ["id", "latin", "arabic", "source", "also"]
    /// The allowed words in the column `source`.
    static let sources: Set<String> = ["cldr", "geonames-untagged", "hand"]

    /// Returns the cities of a file, in its order.
    ///
    /// - Parameters:
    ///   - arabicNames: by geonameid, as `arabicNames(_:)` reads them.
    ///   - zones: the known zones. An older name of a zone becomes today's name; an unknown name is refused.
    package static func cities(
        _ bytes: [UInt8], of path: String, arabicNames: [Int64: ArabicNames], zones: TimeZones
    ) throws(FileError) -> [NewCity] {
        var cities: [NewCity] = [], firstLines: [Int64: Int] = [:]
        var isOurs = false
        try eachLine(of: bytes, path) { line throws(FileError) in
            if line.number == 1, line.columns == header {
                isOurs = true
                return
            }
            guard line.columns.count == (isOurs ? header.count : dumpColumns) else {
                throw line.wrong("has \(line.columns.count) columns; ours have \(header.count) below a header, GeoNames' have \(dumpColumns)")
            }
            guard var city = try isOurs ? line.ours(zones) : line.dumped(zones) else { return }
            if let first = firstLines.updateValue(line.number, forKey: city.id) {
                throw line.wrong("has the id \(city.id) of line \(first)")
            }
            city.nameArabic = arabicNames[city.id]?.name
            city.otherNames = arabicNames[city.id]?.also ?? []
            cities.append(city)
        }
        guard !cities.isEmpty else { throw FileError(path: path, message: "holds no city") }
        return cities
    }

    /// Returns the names in `sql/cities-ar.tsv`.
    ///
    /// A line has GeoNames' number, the Latin name (for people who check the file), the name in Arabic, its source, and
    /// other names with commas.
    package static func arabicNames(_ bytes: [UInt8], of path: String) throws(FileError) -> [Int64: ArabicNames] {
        var names: [Int64: ArabicNames] = [:]
        try eachLine(of: bytes, path) { line throws(FileError) in
            if line.number == 1, line.columns == arabicHeader { return }
            guard line.columns.count == arabicHeader.count else {
                throw line.wrong("has \(line.columns.count) columns instead of \(arabicHeader.count)")
            }
            let id = try line.id(0)
            guard sources.contains(line.columns[3]) else { throw line.wrong("\(line.columns[3].quoted) is no source of a name") }
            let new = ArabicNames(name: try line.name(2), also: try line.names(4))
            guard names.updateValue(new, forKey: id) == nil else { throw line.wrong("has an id that stood before") }
        }
        return names
    }

    /// Calls `body` for every line that is not empty.
    private static func eachLine(
        of bytes: [UInt8], _ path: String, _ body: (CityLine) throws(FileError) -> Void
    ) throws(FileError) {
        var number = 0
        for bytes in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if bytes.isEmpty { continue }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw CityLine(path: path, number: number, columns: []).wrong("is not UTF-8")
            }
            let columns = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try body(CityLine(path: path, number: number, columns: columns))
        }
    }
}
