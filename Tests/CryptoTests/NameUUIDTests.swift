import Crypto
import Testing

@Suite("UUIDs made from names")
struct NameUUIDTests {
    // RFC 9562, appendix A.4: www.example.com in the namespace of domain names. The others by Python's
    // uuid.uuid5(uuid.NAMESPACE_URL, …).
    @Test("are the same as in the RFC and in other programs")
    func vectors() {
        var domains = uuidNamespaceURL
        domains[3] = 0x10
        #expect(uuidV5("www.example.com", in: domains) == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
        #expect(uuidV5("https://jadwal.example.org/profiles/1") == "fbb82b1b-6573-55da-be28-3d2e94b58ea4")
        #expect(uuidV5("جدول") == "9309d6b5-d4c5-5c22-b73a-a7ba83e7cbc1")
        #expect(uuidV5("") == "1b4db7eb-4057-5ddf-91e0-36dec72071f5")
    }
}
