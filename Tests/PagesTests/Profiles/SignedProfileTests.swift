import CivilTime
import Crypto
import HTTP
@testable import Pages
@testable import PrayerFeeds
@testable import Runtime
import Storage
import TestSupport
import Testing
@testable import Web

@Suite("Signed profiles")
struct SignedProfileTests {
    private static let made = Result { try TestCertificates() }
    private let certificates: TestCertificates
    private let folder: TemporaryDirectory
    let test: TestApp
    let browser: Browser

    init() throws {
        certificates = try Self.made.get()
        folder = try TemporaryDirectory()
        try folder.write("certificate.pem", bytes: certificates.certificate)
        try folder.write("key.pem", bytes: certificates.key)
        try folder.write("chain.pem", bytes: certificates.intermediate)
        test = try TestApp.patient([
            "JADWAL_PROFILE_CERTIFICATE": "\(folder.path)/certificate.pem", "JADWAL_PROFILE_KEY": "\(folder.path)/key.pem",
            "JADWAL_PROFILE_CHAIN": "\(folder.path)/chain.pem",
        ])
        browser = Browser(test)
        try browser.signIn()
        _ = try test.app.replacePrayerFeed(of: browser.customer(), by: NewPrayerFeed(
            cityID: nil, placeName: "Riyadh", country: "SA", latitude: 24.7, longitude: 46.7, elevationMetres: nil,
            timeZone: "Asia/Riyadh", options: ""))
        try turnClock(toDay: 5)
    }

    /// Days after the certificate became valid; it is for thirty.
    private func turnClock(toDay day: Int) throws {
        let begin = try #require(test.app.shared.profileSigner).validSeconds.lowerBound
        test.advance(seconds: Int(begin - test.app.now().secondsSince1970) + day * 86_400)
    }

    private func path() throws -> String {
        let location = try #require(try browser.post("/profiles").location)
        return "/profiles/prayer.mobileconfig?token=\(try #require(location.split(separator: "=").last))"
    }

    @Test("are trusted by the authority alone, hold a sound profile, and are the same each time")
    func signed() throws {
        let path = try path()
        let answer = try browser.get(path)
        #expect(answer.response.headers["Content-Type"] == "application/x-apple-aspen-config")
        let content = try #require(try certificates.verified(answer.bytes))
        #expect(try ParsedProfile(content).payloads.count == 1)
        test.advance(seconds: 61)
        #expect(try browser.get(path).bytes == answer.bytes)
        #expect(test.log.lines.contains { $0.contains("profile fetched") && $0.contains("signed=true") })
    }

    @Test("are not signed before and after the certificate is valid: red on a phone, but they install", arguments: [-1, 31])
    func expired(day: Int) throws {
        try turnClock(toDay: day)
        let answer = try browser.get(path())
        #expect(answer.status == 200)
        #expect(try ParsedProfile(answer.bytes).payloads.count == 1)
    }

    @Test("the start says once what an operator should know", arguments: [
        (5, nil), (-1, "is valid from"), (10, "expires at"), (31, "expired at"),
    ] as [(Int, String?)])
    func concerns(day: Int, expected: String?) throws {
        try turnClock(toDay: day)
        test.app.shared.logProfileSigner()
        let lines = test.log.lines.filter { $0.contains("profile certificate") }
        #expect(lines.count == (expected == nil ? 0 : 1))
        if let expected { #expect(lines[0].contains(expected)) }
    }

    @Test("the start also says that an authority is missing, and that nothing is signed")
    func otherConcerns() throws {
        let alone = try CMSSigner(certificate: certificates.certificate, key: certificates.key)
        #expect(alone.concern(at: test.app.now())?.contains("issuer") == true)
        let unsigned = try TestApp()
        unsigned.app.shared.logProfileSigner()
        #expect(unsigned.log.lines == ["warning profiles unsigned reason=JADWAL_PROFILE_CERTIFICATE is not set"])
    }

    @Test("files that cannot be used stop the start, with the setting's or the file's name", arguments: [
        (["JADWAL_PROFILE_CERTIFICATE": "key.pem"], "JADWAL_PROFILE_CERTIFICATE"),
        (["JADWAL_PROFILE_KEY": "certificate.pem"], "JADWAL_PROFILE_KEY"),
        (["JADWAL_PROFILE_KEY": "missing.pem"], "missing.pem"),
        (["JADWAL_PROFILE_CHAIN": "missing.pem"], "missing.pem"),
    ])
    func refused(settings: [String: String], named: String) throws {
        let good = ["JADWAL_PROFILE_CERTIFICATE": "certificate.pem", "JADWAL_PROFILE_KEY": "key.pem"]
        let config = try Config(environment: good.merging(settings) { $1 }.mapValues { "\(folder.path)/\($0)" })
        let error = #expect(throws: (any Error).self) { try config.profileSigner() }
        #expect(error.map { "\($0)" }?.contains(named) == true)
    }
}
