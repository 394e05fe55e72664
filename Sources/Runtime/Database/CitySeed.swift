import Crypto
package import Places
package import Storage
import System

/// The cities that come with a release: the folder of JADWAL_CITIES.
package struct CitySeed {
    private let packed: [UInt8]
    private let arabic: [UInt8]
    private let directory: String

    /// The name under which the database remembers the files it was filled from.
    static let source = "release"

    /// - Throws: an error that names the file that cannot be read.
    package init(directory: String) throws {
        self.directory = directory
        packed = try readBytes("\(directory)/cities.tsv.gz")
        arabic = try readBytes("\(directory)/cities-ar.tsv")
    }

    /// The digest of the files' bytes and of the version of search keys.
    var digest: [UInt8] {
        sha256(sha256(packed) + sha256(arabic) + Array("searchKey \(searchKeyVersion)".utf8))
    }

    /// Returns the Arabic names, which an import of other cities also uses.
    package func arabicNames() throws -> [Int64: ArabicNames] {
        try CityFile.arabicNames(arabic, of: "\(directory)/cities-ar.tsv")
    }

    /// Returns the cities of the files.
    ///
    /// - Parameter unpack: undoes gzip; its second argument is the file's name.
    package func cities(zones: TimeZones, unpack: ([UInt8], String) throws -> [UInt8]) throws -> [NewCity] {
        let path = "\(directory)/cities.tsv.gz"
        return try CityFile.cities(unpack(packed, path), of: path, arabicNames: arabicNames(), zones: zones)
    }

    /// Fills the database, unless it was filled from the same files before.
    ///
    /// Two hosts that do it at once do it twice, one after the other, with the same result.
    ///
    /// - Returns: the number of cities that were written; nil if nothing had to be done.
    package func fill(
        _ store: Store, zones: TimeZones, unpack: ([UInt8], String) throws -> [UInt8]
    ) throws -> Int? {
        let digest = digest
        if try store.citySourceDigest(Self.source) == digest { return nil }
        let cities = try cities(zones: zones, unpack: unpack)
        try store.replace(cities, source: (Self.source, digest))
        try store.analyzeCities()
        return cities.count
    }
}
