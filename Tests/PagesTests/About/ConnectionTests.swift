import Jadwal
import Pages
import TestSupport
import Testing

@Suite("Connections to other programs")
struct ConnectionTests {
    @Test("a host is shown without password, port and path", arguments: [
        ("http://127.0.0.1:3030", "127.0.0.1"), ("https://bridge.example.org/x?y#z", "bridge.example.org"),
        ("amqp://user:p@ss@queue.example.org:5672/vhost", "queue.example.org"),
        ("amqps://[2001:db8::1]:5671/", "2001:db8::1"),
        ("", nil), ("mail.example.org", nil), ("http://", nil),
    ] as [(String, String?)])
    func host(url: String, host: String?) {
        #expect(hostName(ofURL: url) == host)
    }

    @Test("each connection is listed with its host, on or off, and no secret")
    func page() throws {
        let test = try TestApp.patient([
            "JADWAL_SMTP_HOST": "mail.example.org", "JADWAL_WASAPP_URL": "http://127.0.0.1:3030",
            "JADWAL_WASAPP_SECRET": "a-secret-that-is-quite-long-enough",
            "JADWAL_RABBITMQ_URL": "amqp://jadwal:hidden@queue.example.org/",
            "JADWAL_TRAVEL_WALK": "osrm https://routes.example.org/foot",
            "JADWAL_TRAVEL_CAR": "osrm https://routes.example.org/car",
            "JADWAL_TRAVEL_TRANSIT": "motis http://127.0.0.1:1",
        ])
        let page = try Browser(test).get("/about/connections")
        for connection in connections {
            #expect(page.shows("connections.\(connection.key)", test))
            #expect(page.shows("connections.\(connection.key).data", test))
        }
        #expect(page.contains("mail.example.org") && page.contains("queue.example.org"))
        #expect(page.contains("127.0.0.1, routes.example.org"))
        #expect(page.shows("connections.here", test))
        #expect(!page.contains("jadwal:hidden"))
        #expect(!page.contains("quite long enough"))
        #expect(page.text.matches(of: /<strong>On<\/strong>/).count == 5)
    }

    @Test("without a bridge, a queue, a model, engines of ways, a key of Apple and a provider they are off")
    func off() throws {
        let test = try TestApp.patient(["JADWAL_SMTP_HOST": "mail.example.org"])
        let page = try Browser(test).get("/about/connections")
        #expect(page.text.matches(of: /<strong>Off<\/strong>/).count == 7)
    }
}
