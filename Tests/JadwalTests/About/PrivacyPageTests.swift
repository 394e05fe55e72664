import FeatureKit
import Testing
import TestSupport

@Suite("The privacy notice")
struct PrivacyPageTests {
    @Test("the source is a link where the operator says where it is, and a word otherwise", arguments: Language.allCases)
    func source(language: Language) throws {
        func links(_ settings: [String: String], _ path: String) throws -> Int {
            try Browser(TestApp.patient(settings)).get("\(path)?lang=\(language.tag)")
                .text.matches(of: /<a href="https:\/\/source\.example\/jadwal">/).count
        }
        #expect(try links(["JADWAL_SOURCE_URL": "https://source.example/jadwal"], "/privacy") == 2)
        #expect(try links(["JADWAL_SOURCE_URL": "https://source.example/jadwal"], "/terms") == 1)
        #expect(try links([:], "/privacy") == 0)
        #expect(try !Browser(TestApp.patient()).get("/privacy").contains("href=\"\""))
    }
}
