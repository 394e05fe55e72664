import Mail
import Testing

@Suite("Email addresses")
struct EmailAddressTests {
    // A-labels: RFC 3492's bücher, IANA's test domain إختبار and TLD السعودية, UTS 46's faß.
    @Test("have a form for people, one for the wire and one for comparing", arguments: [
        ("zaid@example.org", "zaid@example.org", "zaid@example.org", "zaid@example.org"),
        (" \t\u{A0}zaid@example.org\r\n", "zaid@example.org", "zaid@example.org", "zaid@example.org"),
        ("Zaid.Omar+Work@Example.ORG", "Zaid.Omar+Work@example.org", "Zaid.Omar+Work@example.org", "zaid.omar+work@example.org"),
        ("zaid＠ｅxample．org", "zaid@example.org", "zaid@example.org", "zaid@example.org"),
        ("\u{212A}areem@example.org", "Kareem@example.org", "Kareem@example.org", "kareem@example.org"),  // the Kelvin sign
        ("a@Bücher.de", "a@bücher.de", "a@xn--bcher-kva.de", "a@xn--bcher-kva.de"),
        ("a@Bu\u{308}cher.de", "a@bücher.de", "a@xn--bcher-kva.de", "a@xn--bcher-kva.de"),
        ("a@XN--BCHER-KVA.de", "a@bücher.de", "a@xn--bcher-kva.de", "a@xn--bcher-kva.de"),
        ("a@faß.de", "a@faß.de", "a@xn--fa-hia.de", "a@xn--fa-hia.de"),
        ("a@مثال.إختبار", "a@مثال.إختبار", "a@xn--mgbh0fb.xn--kgbechtv", "a@xn--mgbh0fb.xn--kgbechtv"),
        ("a@مثال。السعودية", "a@مثال.السعودية", "a@xn--mgbh0fb.xn--mgberp4a5d4ar", "a@xn--mgbh0fb.xn--mgberp4a5d4ar"),
        ("no-reply@localhost", "no-reply@localhost", "no-reply@localhost", "no-reply@localhost"),
        ("!#$%&'*+-/=?^_`{|}~@a-b.example", "!#$%&'*+-/=?^_`{|}~@a-b.example", "!#$%&'*+-/=?^_`{|}~@a-b.example", "!#$%&'*+-/=?^_`{|}~@a-b.example"),
        ("a@1.2.3.4.example", "a@1.2.3.4.example", "a@1.2.3.4.example", "a@1.2.3.4.example"),
    ])
    func forms(typed: String, text: String, wire: String, key: String) throws {
        let address = try EmailAddress(validating: typed)
        #expect(address.text == text)
        #expect(address.wire == wire)
        #expect(address.key == key)
        #expect(try EmailAddress(validating: address.text) == address)
        #expect(try EmailAddress(validating: address.wire).text == address.text)
    }

    @Test("are refused with the problem", arguments: [
        ("", .empty), (" \u{3000}\n", .empty),
        ("zaid", .missingAt), ("zaid.example.org", .missingAt),
        ("a@b@example.org", .severalAts), ("a＠b@example.org", .severalAts), ("a@b﹫example.org", .severalAts),
        ("a@\u{301}@example.org", .severalAts),
        ("za id@example.org", .space), ("zaid@exam ple.org", .space), ("zaid\n@example.org", .space),
        ("zaid@example.org\r\nBcc: x@example.net", .space), ("zaid@example.org\u{2028}x", .space),
        ("za\0id@example.org", .invisibleCharacter), ("zaid@exa\u{7F}mple.org", .invisibleCharacter),
        ("za\u{200B}id@example.org", .invisibleCharacter), ("\u{202E}zaid@example.org", .invisibleCharacter),
        ("zaid@exa\u{AD}mple.org", .invisibleCharacter), ("\u{FEFF}zaid@example.org", .invisibleCharacter),
        ("za\u{200D}id@example.org", .invisibleCharacter), ("zaid@e\u{115F}xample.org", .invisibleCharacter),
        ("zaid@\u{2066}example.org\u{2069}", .invisibleCharacter), ("za\u{E000}id@example.org", .invisibleCharacter),
        ("@example.org", .missingLocalPart),
        ("\"zaid\"@example.org", .quotes), ("＂zaid＂@example.org", .quotes),
        ("زيد@example.org", .nonASCIILocalPart), ("josé@example.org", .nonASCIILocalPart), ("ı@example.org", .nonASCIILocalPart),
        ("a,b@example.org", .forbiddenCharacter), ("a(b)@example.org", .forbiddenCharacter),
        ("Zaid<zaid@example.org", .forbiddenCharacter), ("a\\b@example.org", .forbiddenCharacter),
        ("mailto:a@example.org", .forbiddenCharacter), ("a;b@example.org", .forbiddenCharacter),
        (".zaid@example.org", .misplacedDot), ("zaid.@example.org", .misplacedDot), ("za..id@example.org", .misplacedDot),
        ("zaid@example..org", .misplacedDot), ("zaid@.example.org", .misplacedDot), ("zaid@example.org.", .misplacedDot),
        ("zaid@", .missingDomain),
        ("zaid@[192.0.2.1]", .ipAddress), ("zaid@[IPv6:2001:db8::1]", .ipAddress), ("zaid@192.0.2.1", .ipAddress),
        ("zaid@example", .incompleteDomain), ("zaid@مثال", .incompleteDomain),
        ("zaid@exam_ple.org", .invalidDomain), ("zaid@-example.org", .invalidDomain), ("zaid@example-.org", .invalidDomain),
        ("zaid@example.org,x.example", .invalidDomain), ("zaid@example.org>", .invalidDomain), ("zaid@ex/ample.org", .invalidDomain),
        ("zaid@exa≠mple.org", .invalidDomain), ("zaid@⑴.org", .invalidDomain), ("zaid@exam☃ple.org", .invalidDomain),
        ("zaid@xn--a.org", .invalidDomain), ("zaid@\u{301}example.org", .invalidDomain), ("zaid@☃\u{FE0E}.org", .invisibleCharacter),
        ("zaid@مثالa.org", .invalidDomain),  // mixes directions in one label, RFC 5893
        ("zaid@" + String(repeating: "a", count: 64) + ".org", .invalidDomain),
    ] as [(String, EmailAddress.Problem)])
    func refused(typed: String, problem: EmailAddress.Problem) {
        #expect(throws: problem) { try EmailAddress(validating: typed) }
        #expect(EmailAddress(typed) == nil)
    }

    // RFC 5321 §4.5.3.1: 64 octets before the `@`, 254 in all.
    @Test("fit in an SMTP command")
    func lengths() throws {
        let label = String(repeating: "d", count: 62)
        let domain = "\(label).\(label).\(label)e"  // 189 octets
        let local = String(repeating: "a", count: 64)
        #expect(try EmailAddress(validating: "\(local)@\(domain)").wire.utf8.count == 254)
        #expect(throws: EmailAddress.Problem.tooLong) { try EmailAddress(validating: "a\(local)@example.org") }
        #expect(throws: EmailAddress.Problem.tooLong) { try EmailAddress(validating: String(repeating: "a@", count: 600)) }
        #expect(throws: EmailAddress.Problem.tooLong) { try EmailAddress(validating: String(repeating: "\u{FDFA}", count: 500)) }
    }

    @Test("are equal without regard to case, but dots and tags count")
    func equality() throws {
        let address = try EmailAddress(validating: "Zaid@Example.org")
        #expect(try address == EmailAddress(validating: "zaid@example.ORG"))
        #expect(try Set([address, EmailAddress(validating: "ZAID@example.org")]).count == 1)
        #expect(try address != EmailAddress(validating: "z.aid@example.org"))
        #expect(try address != EmailAddress(validating: "zaid+x@example.org"))
    }

    @Test("are masked when they are printed", arguments: [
        ("amina@example.org", "a•••a@example.org"), ("abc@example.org", "a•••c@example.org"),
        ("ab@example.org", "a•••@example.org"), ("a@example.org", "•••@example.org"),
        ("amina@مثال.إختبار", "a•••a@مثال.إختبار"),
    ])
    func masking(typed: String, masked: String) throws {
        let address = try EmailAddress(validating: typed)
        #expect(address.masked == masked)
        #expect("\(address)" == masked)
        #expect(String(reflecting: address) == masked)
        var dumped = ""
        dump([address], to: &dumped)
        #expect(!dumped.contains(typed))
    }
}
