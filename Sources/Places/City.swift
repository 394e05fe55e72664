/// A city of the world, as GeoNames has it.
public struct City: Sendable, Hashable {
    /// GeoNames' number, the same in every import; from 900000001 on a number of our own.
    public let id: Int64
    /// ISO 3166-1, as in SA.
    public let country: String
    /// The city in addresses, unique in its country: `riyadh`.
    public let slug: String
    /// GeoNames' Latin name.
    public let name: String
    /// Chosen by hand: every city of a country where Arabic is official has one, and those above a million people.
    public let nameArabic: String?
    /// GeoNames' code of the state or province; empty where it has none.
    public let admin1: String
    /// The state or province in letters, as in NY; nil if GeoNames has only a number.
    public var admin: String? {
        !admin1.isEmpty && admin1.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? admin1 : nil
    }
    /// Degrees, north and east positive.
    public let latitude: Double, longitude: Double
    /// The height above the sea; nil if it is not known.
    public let elevationMetres: Int?
    /// IANA name, as in Asia/Riyadh.
    public let timeZone: String
    public let population: Int

    public init(
        id: Int64, country: String, slug: String, name: String, nameArabic: String?, admin1: String,
        latitude: Double, longitude: Double, elevationMetres: Int?, timeZone: String, population: Int
    ) {
        self.id = id
        self.country = country
        self.slug = slug
        self.name = name
        self.nameArabic = nameArabic
        self.admin1 = admin1
        self.latitude = latitude
        self.longitude = longitude
        self.elevationMetres = elevationMetres
        self.timeZone = timeZone
        self.population = population
    }

    /// Returns the name for a page, the Latin one if no Arabic name is known.
    public func name(arabic: Bool) -> String {
        arabic ? nameArabic ?? name : name
    }
}

/// A city as an import brings it.
public struct NewCity: Sendable, Hashable {
    public var id: Int64
    public var country: String
    public var name: String
    public var nameArabic: String?
    public var admin1: String
    public var latitude: Double, longitude: Double
    public var elevationMetres: Int?
    public var timeZone: String
    public var population: Int
    /// Names that are as good as the shown ones, in any script; for search only.
    public var otherNames: [String]
    /// Other spellings, in any script, many of them of other languages; for search only.
    public var alternateNames: [String]

    public init(
        id: Int64, country: String, name: String, nameArabic: String? = nil, admin1: String = "",
        latitude: Double, longitude: Double, elevationMetres: Int? = nil, timeZone: String,
        population: Int, otherNames: [String] = [], alternateNames: [String] = []
    ) {
        self.id = id
        self.country = country
        self.name = name
        self.nameArabic = nameArabic
        self.admin1 = admin1
        self.latitude = latitude
        self.longitude = longitude
        self.elevationMetres = elevationMetres
        self.timeZone = timeZone
        self.population = population
        self.otherNames = otherNames
        self.alternateNames = alternateNames
    }
}

/// Returns true if a text can be an ISO 3166-1 code: two capital letters.
public func isCountryCode(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
}
