import AMQP
import Testing

@Suite("Addresses of a broker")
struct BrokerAddressTests {
    @Test("every part is read, and its escapes are resolved")
    func everyPart() throws {
        let address = try BrokerAddress("amqp://jad%40wal:p%3A%2F%25@localhost:5673/jad%2Fwal?heartbeat=7")
        #expect(!address.usesTLS)
        #expect(address.host == "localhost")
        #expect(address.port == 5673)
        #expect(address.user == "jad@wal")
        #expect(address.virtualHost == "jad/wal")
        #expect(address.heartbeatSeconds == 7)
    }

    @Test("ports, heartbeat and trusted certificates have defaults")
    func defaults() throws {
        let plain = try BrokerAddress("amqp://u:p@127.0.0.1/%2F")
        #expect(plain.port == 5672)
        #expect(plain.virtualHost == "/")
        #expect(plain.heartbeatSeconds == 20)
        let encrypted = try BrokerAddress("amqps://u:p@queue.example.org/jadwal")
        #expect(encrypted.usesTLS)
        #expect(encrypted.port == 5671)
        #expect(encrypted.certificateFile == "/etc/ssl/certs/ca-certificates.crt")
    }

    @Test("an authority of one's own and an IPv6 address are read")
    func others() throws {
        let encrypted = try BrokerAddress("amqps://u:p@q.example:1/v?cacertfile=/etc/my%20ca.pem&heartbeat=600")
        #expect(encrypted.certificateFile == "/etc/my ca.pem")
        #expect(encrypted.heartbeatSeconds == 600)
        let six = try BrokerAddress("amqp://u:p@[::1]:5673/v")
        #expect(six.host == "::1")
        #expect(six.port == 5673)
    }

    @Test("a wrong address says which part to change", arguments: [
        ("", BrokerAddressError.scheme), ("http://u:p@localhost/v", .scheme), ("amqp:u:p@localhost/v", .scheme),
        ("amqp://localhost/v", .login), ("amqp://u@localhost/v", .login), ("amqp://:p@localhost/v", .login),
        ("amqp://u:@localhost/v", .login), ("amqp://u:p:q@localhost/v", .login),
        ("amqp://u:%4@localhost/v", .login), ("amqp://u:%00@localhost/v", .login),
        ("amqp://u:%FF@localhost/v", .login),
        ("amqp://u:p@/v", .host), ("amqp://u:p@local host/v", .host), ("amqp://u:p@[::1/v", .host),
        ("amqp://u:p@[localhost]/v", .host), ("amqp://u:p@q@localhost/v", .host),
        ("amqp://u:p@localhost:/v", .port), ("amqp://u:p@localhost:0/v", .port),
        ("amqp://u:p@localhost:65536/v", .port), ("amqp://u:p@localhost:+1/v", .port),
        ("amqp://u:p@localhost", .virtualHost), ("amqp://u:p@localhost/", .virtualHost),
        ("amqp://u:p@localhost//", .virtualHost), ("amqp://u:p@localhost/a/b", .virtualHost),
        ("amqp://u:p@localhost/v?heart=1", .option), ("amqp://u:p@localhost/v?heartbeat", .option),
        ("amqp://u:p@localhost/v?heartbeat=1&heartbeat=2", .option),
        ("amqp://u:p@localhost/v?heartbeat=0", .heartbeat), ("amqp://u:p@localhost/v?heartbeat=601", .heartbeat),
        ("amqp://u:p@localhost/v?heartbeat=x", .heartbeat),
        ("amqp://u:p@localhost/v?cacertfile=/ca.pem", .certificateFile),
        ("amqps://u:p@queue.example/v?cacertfile=", .certificateFile),
        ("amqp://u:p@queue.example/v", .unencrypted), ("amqp://u:p@128.0.0.1/v", .unencrypted),
        ("amqp://u:p@localhost.example/v", .unencrypted), ("amqp://u:p@127.example/v", .unencrypted),
        ("amqps://u:p@192.0.2.1/v", .numberAsHost), ("amqps://u:p@[2001:db8::1]/v", .numberAsHost),
    ])
    func wrong(text: String, error: BrokerAddressError) {
        #expect(throws: error) { try BrokerAddress(text) }
    }

    @Test("no text shows the password or the user, and no error quotes the address")
    func secrets() throws {
        let address = try BrokerAddress("amqp://alice:hunter2@localhost/v")
        for text in ["\(address)", String(reflecting: address), "\([address])", "\(Optional(address) as Any)"] {
            #expect(!text.contains("hunter2") && !text.contains("alice"))
        }
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        #expect("\(address)" == "amqp://localhost:5672/v")
        let error = #expect(throws: BrokerAddressError.self) { try BrokerAddress("amqp://alice:hunter2@far.example/v") }
        #expect(error.map { !"\($0)".contains("hunter2") && !"\($0)".contains("far.example") } == true)
    }
}
