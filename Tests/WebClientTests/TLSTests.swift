import Testing
import WebClient

@Suite("Certificates of servers", .serialized)
struct TLSTests {
    private func ask(_ server: TLSServer, trusting caFile: String?) throws(WebClientError) -> Int {
        startWebClients()
        let request = WebRequest(url: "https://127.0.0.1:\(server.port)/")
        return try WebClient(timeoutSeconds: 10, caFile: caFile).send(request).status
    }

    @Test("a request is sent if the certificate is trusted and has the server's name")
    func trusted() throws {
        let server = try TLSServer(certifiedFor: "IP:127.0.0.1")
        #expect(try ask(server, trusting: server.certificate) == 200)
    }

    @Test("no request is sent with an unknown certificate, or with another server's")
    func untrusted() throws {
        let own = try TLSServer(certifiedFor: "IP:127.0.0.1"), other = try TLSServer(certifiedFor: "DNS:example.org")
        for (server, caFile) in [(own, nil), (own, other.certificate), (other, other.certificate), (own, "/nowhere")] {
            #expect { try ask(server, trusting: caFile) } throws: { error in
                if case .unreachable = error as? WebClientError { true } else { false }
            }
        }
    }

    @Test("no mail is sent with an unknown certificate, or with another server's")
    func untrustedRelay() throws {
        startWebClients()
        let server = try TLSServer(certifiedFor: "DNS:example.org")
        for caFile in [nil, server.certificate] {
            let client = try SMTPClient(SMTPSettings(
                host: "127.0.0.1", port: server.port, security: .tls, username: "jadwal", password: "hunter2",
                heloName: "jadwal.test", timeoutSeconds: 10, caFile: caFile))
            #expect(throws: SMTPError.unreachable("SSL peer certificate or SSH remote key was not OK")) {
                try client.send(Array("a\r\n".utf8), from: "a@b.c", to: "d@e.f")
            }
        }
    }
}
