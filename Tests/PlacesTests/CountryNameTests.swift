import Places
import Testing

@Suite("Names of countries")
struct CountryNameTests {
    @Test("have an English article in a sentence where people say one", arguments: [
        ("GB", "the United Kingdom"), ("KY", "the Cayman Islands"), ("AX", "the Åland Islands"),
        ("BQ", "the Caribbean Netherlands"), ("PN", "the Pitcairn Islands"), ("TF", "the French Southern Territories"),
        ("MT", "Malta"), ("GI", "Gibraltar"), ("SA", "Saudi Arabia"), ("VA", "Vatican City"),
    ])
    func article(country: String, name: String) {
        let city = City(
            id: 1, country: country, slug: "town", name: "Town", nameArabic: nil, admin1: "", latitude: 0, longitude: 0,
            elevationMetres: nil, timeZone: "UTC", population: 1)
        #expect(city.countryNameInText(arabic: false) == name)
    }

    @Test("have no article of English in an Arabic sentence")
    func arabic() {
        let city = City(
            id: 1, country: "KY", slug: "town", name: "Town", nameArabic: nil, admin1: "", latitude: 0, longitude: 0,
            elevationMetres: nil, timeZone: "UTC", population: 1)
        #expect(city.countryNameInText(arabic: true) == "جزر كايمان")
    }
}
