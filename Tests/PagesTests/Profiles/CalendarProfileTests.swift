import Crypto
@testable import Pages
@testable import PrayerFeeds
@testable import Runtime
import Storage
import Templates
import TestSupport
import Testing

@Suite("Profiles with calendars")
struct CalendarProfileTests {
    static let zaid = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", password = "abcd-efgh-ijkm-npqr-stuv-wxyz-2345-6789"

    /// Returns a profile with calendars alone.
    private func profile(
        _ origin: String = "https://jadwal.example.org", of customer: String = zaid,
        for target: ConfigurationProfile.Target = .phone, _ language: Language = .english
    ) throws -> ParsedProfile {
        let app = try TestApp.withoutDatabase(settings: ["JADWAL_ORIGIN": origin])
        let id = try #require(CustomerID(text: customer))
        return try ParsedProfile(PropertyList.xml(Profiles.calendarProfile(
            of: id, password: Self.password, prayerTimes: nil, for: target, language, app)))
    }

    // github.com/apple/device-management: com.apple.caldav.account.yaml.
    @Test("have Apple's keys with Apple's types, and no others")
    func keys() throws {
        let profile = try profile(), account = try #require(profile.payloads.first)
        #expect(profile.payloads.count == 1)
        #expect(account.mapValues(\.type) == [
            "PayloadDescription": "str", "PayloadDisplayName": "str", "PayloadIdentifier": "str",
            "PayloadOrganization": "str", "PayloadType": "str", "PayloadUUID": "str", "PayloadVersion": "int",
            "CalDAVAccountDescription": "str",
            "CalDAVHostName": "str", "CalDAVUseSSL": "bool", "CalDAVUsername": "str", "CalDAVPassword": "str",
        ])
        #expect(account["PayloadType"]?.text == "com.apple.caldav.account")
        #expect(account["CalDAVHostName"]?.text == "jadwal.example.org")
        #expect(account["CalDAVUseSSL"]?.text == "True")
        #expect(account["CalDAVUsername"]?.text == Self.zaid)
        #expect(account["CalDAVPassword"]?.text == Self.password)
    }

    @Test("name a port only if it is not the usual one", arguments: [
        ("https://jadwal.example.org", "jadwal.example.org", nil),
        ("https://jadwal.example.org:443", "jadwal.example.org", nil),
        ("https://localhost:8443", "localhost", "8443"),
    ] as [(String, String, String?)])
    func port(origin: String, host: String, port: String?) throws {
        let account = try #require(profile(origin).payloads.first)
        #expect(account["CalDAVHostName"]?.text == host)
        #expect(account["CalDAVPort"]?.text == port)
        #expect(account["CalDAVPort"]?.type == (port == nil ? nil : "int"))
    }

    @Test("are called Jadwal in every language, so an app finds its account by that name", arguments: Language.allCases)
    func name(language: Language) throws {
        let profile = try profile(language)
        let account = try #require(profile.payloads.first)
        #expect(account["CalDAVAccountDescription"]?.text.contains("Jadwal") == true)
        #expect(account["PayloadDescription"]?.text.contains("Jadwal") == true)
        #expect(profile.top["PayloadDescription"]?.text.contains("Jadwal") == true)
    }

    private func profile(_ language: Language) throws -> ParsedProfile {
        try profile(for: .phone, language)
    }

    @Test("say for which device they are, so that a phone with a watch does not ask", arguments: [
        (ConfigurationProfile.Target.phone, "1"), (.mac, "5"),
    ])
    func target(target: ConfigurationProfile.Target, number: String) throws {
        #expect(try profile(for: target).top["TargetDeviceType"]?.text == number)
    }

    @Test("are the same for one customer each time, and different for another customer or another site")
    func identity() throws {
        func identity(_ profile: ParsedProfile) -> [String?] {
            ([profile.top] + profile.payloads).flatMap { [$0["PayloadIdentifier"]?.text, $0["PayloadUUID"]?.text] }
        }
        let first = try identity(profile())
        #expect(Set(first).count == 4)
        #expect(try identity(profile(.arabic)) == first)
        let others = try [
            profile(of: "11111111-8b86-4d01-b42d-00cf4fc964ff"), profile("https://other.example"),
            profile("https://jadwal.example.org:8443"),
        ]
        for other in others { #expect(Set(identity(other)).isDisjoint(with: first)) }
    }
}
