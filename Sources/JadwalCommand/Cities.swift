import Archive
import ArgumentParser
import Crypto
import Places
import Postgres
import Runtime
import Storage
import System

/// The cities that people choose from.
struct Cities: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The cities that people choose from.", subcommands: [Import.self])

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds cities from a file, and updates those that exist.",
            discussion: """
                FILE is GeoNames' dump (cities15000.txt, cities5000.txt or SA.txt of \
                https://download.geonames.org/export/dump/, unzipped) or a table of Jadwal's, like \
                sql/cities.tsv.gz; gzip is undone. All of it is imported or, at the first line that is \
                wrong, nothing. Cities that the file lacks stay, and addresses never change.
                """)

        @Argument(help: "The file, at most 256 MB unpacked.")
        var file: String

        func run() throws {
            let config = try readConfig()
            let arabic = try CitySeed(directory: config.cities).arabicNames()
            let bytes = try readBytes(file)
            let cities = try CityFile.cities(
                unpacked(bytes, of: file), of: file, arabicNames: arabic, zones: TimeZones())
            let settings = DatabaseSettings(conninfo: config.database, applicationName: "jadwal-cities")
            let store = Store(connection: try Connection(settings))
            try store.replace(cities, source: ("import", sha256(bytes)))
            try store.analyzeCities()
            print("imported \(cities.count)")
        }
    }
}

/// Unpacks bytes if they are gzip, which begins with 31 and 139 (RFC 1952).
func unpacked(_ bytes: [UInt8], of file: String) throws -> [UInt8] {
    guard bytes.starts(with: [31, 139]) else { return bytes }
    do {
        return try gunzipped(bytes, limit: 256 * 1_024 * 1_024)
    } catch {
        throw FileError(path: file, message: error.description)
    }
}
