extension Method {
    /// Returns the method that most mosques of a country follow.
    ///
    /// - Parameter country: two capital letters, ISO 3166-1.
    public static func `default`(country: String) -> Method { ofCountry[country] ?? muslimWorldLeague }

    /// The countries with an authority of their own or with a neighbour's, by the lists of aladhan.com and
    /// the Adhan libraries. All others have the method of the Muslim World League.
    private static let ofCountry: [String: Method] = {
        let countries: [(Method, String)] = [
            (ummAlQura, "SA YE"),
            (egyptian, "EG LY SD SS ER DJ SO IQ SY LB PS"),
            (karachi, "PK IN BD AF LK NP MV"),
            (dubai, "AE"),
            (gulf, "BH OM"),
            (kuwait, "KW"),
            (qatar, "QA"),
            (singapore, "SG"),
            (jakim, "MY BN"),
            (kemenag, "ID"),
            (diyanet, "TR"),
            (tehran, "IR"),
            (isna, "US CA"),
            (moonsightingCommittee, "GB IE"),
            (uoif, "FR"),
            (russia, "RU"),
            (tunisia, "TN"),
            (algeria, "DZ"),
            (morocco, "MA EH"),
            (jordan, "JO"),
            (portugal, "PT"),
        ]
        var methods: [String: Method] = [:]
        for (method, codes) in countries {
            for code in codes.split(separator: " ") { methods[String(code)] = method }
        }
        return methods
    }()
}
