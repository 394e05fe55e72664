import LocalServer
import Testing
import WebClient

@Suite("Sending mails to a relay")
struct SMTPClientTests {
    private static let message = Array("Subject: x\r\n\r\nHello\r\n".utf8)

    /// Sends one mail through a scripted relay.
    /// - Returns: the error if there was one, and all that the relay received.
    private func send(
        _ message: [UInt8] = message, to relay: ScriptedRelay,
        _ change: (inout SMTPSettings) -> Void = { _ in }
    ) throws -> (error: SMTPError?, heard: String) {
        startWebClients()
        let server = try ScriptedServer { relay.act($0) }
        var settings = SMTPSettings(
            host: "127.0.0.1", port: server.port, security: .none, heloName: "jadwal.test", timeoutSeconds: 10)
        change(&settings)
        var error: SMTPError?
        do {
            try SMTPClient(settings).send(message, from: "no-reply@example.org", to: "zaid@example.net")
        } catch let thrown {
            error = thrown
        }
        return (error, server.heard())
    }

    @Test("sends the commands of RFC 5321")
    func accepted() throws {
        let (error, heard) = try send(to: ScriptedRelay())
        #expect(error == nil)
        #expect(heard == """
            EHLO jadwal.test\r
            MAIL FROM:<no-reply@example.org>\r
            RCPT TO:<zaid@example.net>\r
            DATA\r
            Subject: x\r
            \r
            Hello\r
            .\r
            QUIT\r

            """)
    }

    @Test("doubles dots at the start of lines", arguments: [
        ("a\r\n\r\n.b\r\n..\r\n.\r\nc\r\n", "a\r\n\r\n..b\r\n...\r\n..\r\nc\r\n.\r\n"),
        ("a\r\n\r\nno line break at the end", "a\r\n\r\nno line break at the end\r\n.\r\n"),
    ])
    func dots(message: String, sent: String) throws {
        let (error, heard) = try send(Array(message.utf8), to: ScriptedRelay())
        #expect(error == nil)
        #expect(heard.contains("DATA\r\n" + sent + "QUIT"))
    }

    @Test("sends long mails whole")
    func longMail() throws {
        let line = String(repeating: "x", count: 74) + "\r\n"
        let message = "Subject: x\r\n\r\n" + String(repeating: line + "." + line, count: 2_000)
        let (error, heard) = try send(Array(message.utf8), to: ScriptedRelay())
        #expect(error == nil)
        #expect(heard.contains("DATA\r\n" + message.replacing("\r\n.", with: "\r\n..") + ".\r\n"))
    }

    @Test("tells a permanent refusal from a temporary one, at every command", arguments: [
        (ScriptedRelay(mail: "550 no such sender"), SMTPError.refused(code: 550, isPermanent: true)),
        (ScriptedRelay(recipient: "550 5.1.1 no such user"), .refused(code: 550, isPermanent: true)),
        (ScriptedRelay(recipient: "451 greylisted"), .refused(code: 451, isPermanent: false)),
        (ScriptedRelay(recipient: "421 too busy"), .refused(code: 421, isPermanent: false)),
        (ScriptedRelay(data: "554 no valid recipients"), .refused(code: 554, isPermanent: true)),
        (ScriptedRelay(ending: .reply("550 looks like spam")), .refused(code: 550, isPermanent: true)),
        (ScriptedRelay(ending: .reply("452 disk full")), .refused(code: 452, isPermanent: false)),
    ])
    func refusals(relay: ScriptedRelay, expected: SMTPError) throws {
        #expect(try send(to: relay).error == expected)
    }

    @Test("reports an unknown outcome if the relay is lost after DATA", arguments: [
        ScriptedRelay(ending: .drop), ScriptedRelay(ending: .silence), ScriptedRelay(dropsAfterLines: 1),
        ScriptedRelay(ending: .reply("not a reply")),
    ])
    func unknownOutcome(relay: ScriptedRelay) throws {
        let (error, heard) = try send(to: relay) { $0.timeoutSeconds = 1 }
        #expect(error == .outcomeUnknown)
        #expect(heard.contains("DATA\r\n"))
    }

    @Test("a mail that was accepted stays accepted if the relay ends badly", arguments: [
        ScriptedRelay.Ending.drop, .silence, .reply("500 no"),
    ])
    func quit(ending: ScriptedRelay.Ending) throws {
        #expect(try send(to: ScriptedRelay(quit: ending)) { $0.timeoutSeconds = 1 }.error == nil)
    }

    @Test("an error that is not about the mail means: try again later", arguments: [
        ScriptedRelay(greeting: "554 no service here"), ScriptedRelay(greeting: "421 later"),
        ScriptedRelay(ehlo: "502 no"), ScriptedRelay(mail: "530 login first"),
    ])
    func unreachable(relay: ScriptedRelay) throws {
        let (error, heard) = try send(to: relay)
        #expect(isUnreachable(error))
        #expect(!heard.contains("RCPT"))
    }

    @Test("a relay that never answers is unreachable")
    func silent() throws {
        let server = try ScriptedServer { $0.staySilent() }
        #expect(isUnreachable(outcome(atPort: server.port)))
        _ = server.heard()
    }

    @Test("a missing relay is unreachable")
    func away() {
        #expect(isUnreachable(outcome(atPort: 9)))  // the port of "discard", which has no server
    }

    private func outcome(atPort port: Int) -> SMTPError? {
        let settings = SMTPSettings(host: "127.0.0.1", port: port, security: .none, heloName: "x", timeoutSeconds: 1)
        do {
            try SMTPClient(settings).send(Self.message, from: "a@b.c", to: "d@e.f")
            return nil
        } catch {
            return error
        }
    }

    private func isUnreachable(_ error: SMTPError?) -> Bool {
        if case .unreachable = error { true } else { false }
    }

    @Test("never continues in clear text if the settings ask for encryption", arguments: [
        ScriptedRelay(ehlo: "250-relay.test\r\n250 AUTH PLAIN LOGIN"),
        ScriptedRelay(ehlo: "250-relay.test\r\n250-STARTTLS\r\n250 AUTH PLAIN", startTLS: "454 not now"),
    ])
    func startTLSRefused(relay: ScriptedRelay) throws {
        let (error, heard) = try send(to: relay) {
            $0.security = .startTLS
            $0.username = "jadwal"
            $0.password = "hunter2"
        }
        #expect(isUnreachable(error))
        for word in ["MAIL", "RCPT", "AUTH", "DATA"] { #expect(!heard.contains(word)) }
    }

    // RFC 4616: NUL, name, NUL, password, in base64.
    @Test("logs in, and a refused login is not a refusal of the mail")
    func login() throws {
        let relay = ScriptedRelay(ehlo: "250-relay.test\r\n250 AUTH PLAIN")
        let good = try send(to: relay) { $0.username = "jadwal"; $0.password = "hunter2" }
        #expect(good.error == nil)
        #expect(good.heard.contains("AUTH PLAIN\r\nAGphZHdhbABodW50ZXIy\r\n"))

        var refusing = relay
        refusing.auth = "535 wrong password"
        let bad = try send(to: refusing) { $0.username = "jadwal"; $0.password = "hunter2" }
        guard case .unreachable(let reason) = bad.error else {
            Issue.record("\(String(describing: bad.error))")
            return
        }
        #expect(!reason.contains("hunter2"))
        #expect(!bad.heard.contains("MAIL"))
    }
}
