import Testing
import WebClient

@Suite("Rules for mails to a relay")
struct SMTPRuleTests {
    /// Returns settings with port 9, which has no server. "unreachable" then means that the rules allowed a
    /// mail.
    private static func settings(host: String = "127.0.0.1", heloName: String = "jadwal.test") -> SMTPSettings {
        SMTPSettings(host: host, port: 9, security: .none, heloName: heloName, timeoutSeconds: 1)
    }

    @Test("addresses that would end the command, the line or the text are refused", arguments: [
        "a@b.c>\r\nRCPT TO:<evil@example.net", "a@b.c\r\nDATA", "a@b.c\n", "a\r@b.c", "a\0@b.c", "a b@c.d",
        "<a@b.c>", "a@b.c> SIZE=1", "زيد@example.org", "a@مثال.السعودية", "", "a\u{7F}@b.c",
        String(repeating: "a", count: 250) + "@b.cd",
    ])
    func addresses(address: String) throws {
        let client = try SMTPClient(Self.settings())
        #expect(throws: SMTPError.notAllowed("the sender's address is not plain ASCII")) {
            try client.send(Array("a\r\n".utf8), from: address, to: "d@e.f")
        }
        #expect(throws: SMTPError.notAllowed("the recipient's address is not plain ASCII")) {
            try client.send(Array("a\r\n".utf8), from: "d@e.f", to: address)
        }
    }

    @Test("messages with lines that relays could read differently are refused", arguments: [
        "a\nb", "a\rb", "a\r\n.\nb", "a\r\r\nb", "a\n", "a\r", "a\n\r", "\na", "a\0b",
    ])
    func messages(text: String) throws {
        let client = try SMTPClient(Self.settings())
        #expect(throws: SMTPError.notAllowed("the message has a bare CR or LF, or a NUL")) {
            try client.send(Array(text.utf8), from: "a@b.c", to: "d@e.f")
        }
    }

    @Test("host names that would change the address around them are refused", arguments: [
        "", "a/b", "a@b", "a b", "a?b", "a#b", "a\r\nb", "a\0b", "مثال",
    ])
    func hosts(name: String) {
        #expect(throws: SMTPError.notAllowed("the relay's host is not a host name")) {
            try SMTPClient(Self.settings(host: name))
        }
        #expect(throws: SMTPError.notAllowed("the EHLO name is not a host name")) {
            try SMTPClient(Self.settings(heloName: name))
        }
    }

    @Test("passwords in clear text are refused, unless the relay is this machine", arguments: [
        ("mail.example.org", false), ("10.0.0.1", false), ("localhost.example.org", false), ("127.0.0.1.example.org", false),
        ("localhost", true), ("127.0.0.1", true), ("[::1]", true),
    ])
    func clearPasswords(host: String, isAllowed: Bool) {
        var settings = Self.settings(host: host)
        settings.username = "jadwal"
        settings.password = "hunter2"
        if isAllowed {
            #expect(throws: Never.self) { try SMTPClient(settings) }
        } else {
            #expect(throws: SMTPError.notAllowed("a password is not sent to another machine in clear text: use startTLS or tls")) {
                try SMTPClient(settings)
            }
        }
        settings.security = .startTLS
        #expect(throws: Never.self) { try SMTPClient(settings) }
    }

    @Test("printed settings do not show the password")
    func secrecy() {
        var settings = Self.settings()
        settings.password = "hunter2"
        var dumped = ""
        dump([settings], to: &dumped)
        for text in ["\(settings)", String(reflecting: settings), dumped] { #expect(!text.contains("hunter2")) }
    }
}
