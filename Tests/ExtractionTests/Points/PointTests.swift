import Extraction
import Testing

@Suite("A pasted point")
struct PointTests {
    private static let riyadh = PastedPoint.point(latitude: 24.7136, longitude: 46.6753)

    @Test(
        "is read from the links of maps, from geo: addresses, and from two numbers",
        arguments: [
            "24.7136, 46.6753", "24.7136,46.6753", "24.7136 46.6753", " 24.7136 / 46.6753 ",
            "٢٤٫٧١٣٦، ٤٦٫٦٧٥٣", "24.7136° N, 46.6753° E", "46.6753 E 24.7136 N",
            "geo:24.7136,46.6753", "geo:24.7136,46.6753;u=35", "geo:24.7136,46.6753?z=15",
            "geo:0,0?q=24.7136,46.6753(Office)",
            "https://www.google.com/maps/place/Name/@24.1,46.1,15z/data=!3m1!4b1!4m6!8m2!3d24.7136!4d46.6753!16s",
            "https://www.google.com/maps/@24.7136,46.6753,15z",
            "https://maps.google.com/?q=24.7136,46.6753", "https://www.google.com/maps/search/24.7136,+46.6753",
            "https://www.google.com/maps?q=loc:24.7136%2C46.6753",
            "https://www.google.com/maps/search/?api=1&query=24.7136%2C46.6753",
            "https://www.google.com/maps/dir/?api=1&destination=24.7136,46.6753",
            "https://maps.apple.com/?ll=24.7136,46.6753&q=Office",
            "https://maps.apple.com/?q=Office&ll=24.7136,46.6753",
            "https://maps.apple.com/place?coordinate=24.7136,46.6753&name=Office",
            "https://www.openstreetmap.org/#map=17/24.7136/46.6753",
            "https://www.openstreetmap.org/?mlat=24.7136&mlon=46.6753#map=12/24.1/46.1",
            "https://waze.com/ul?ll=24.7136%2C46.6753&navigate=yes",
        ])
    func points(text: String) {
        #expect(PointReader.read(text) == Self.riyadh)
    }

    @Test("has minutes and seconds, and letters for south and west")
    func otherWritings() {
        #expect(PointReader.read("24°30'00\"N 46°15'00\"E") == .point(latitude: 24.5, longitude: 46.25))
        #expect(PointReader.read("33°30'S 70°45'W") == .point(latitude: -33.5, longitude: -70.75))
        #expect(PointReader.read("-33.5, -70.75") == .point(latitude: -33.5, longitude: -70.75))
    }

    @Test("that is impossible has its reason")
    func impossible() {
        #expect(PointReader.read("0,0") == .zero)
        #expect(PointReader.read("https://maps.google.com/?q=0,0") == .zero)
        #expect(PointReader.read("200,100") == .outOfRange)
        #expect(PointReader.read("91, 46") == .swapped(latitude: 46, longitude: 91))
        #expect(PointReader.read("139.69, 35.68") == .swapped(latitude: 35.68, longitude: 139.69))
        #expect(PointReader.read("10, 181") == .outOfRange)
    }

    @Test("is not in a short link, a name or a single number", arguments: [
        ("https://maps.app.goo.gl/abcdef", PastedPoint.shortLink), ("https://goo.gl/maps/xyz", .shortLink),
        ("https://osm.org/go/xyz", .shortLink), ("https://www.google.com/maps/place/Riyadh", .none),
        ("Riyadh", .none), ("24.7136", .none), ("", .none), ("24.7136, 46.6753 and more", .none), ("geo:", .none),
        ("https://example.org/", .none), ("1.2.3, 4.5.6", .none),
    ])
    func none(text: String, meaning: PastedPoint) {
        #expect(PointReader.read(text) == meaning)
    }
}
