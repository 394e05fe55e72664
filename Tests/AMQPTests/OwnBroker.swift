import AMQP
import Foundation

/// A broker of one suite, with TLS, which may be killed. It ends with the test process at the latest.
final class OwnBroker: @unchecked Sendable {
    private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

    private let folder = "/tmp/jadwal-\(UInt32.random(in: 0 ... .max))"
    private let process = Process(), input = Pipe(), output = Pipe()
    private var broker: pid_t = 0
    private var ports: [Int] = []
    /// PEM files: the authority of the broker's certificate, and another one. They exist as long as the broker.
    let authority: String, otherAuthority: String

    /// Starts a broker and waits until it takes connections.
    init() throws {
        let rabbitmq = "\(folder)/rabbitmq"
        authority = "\(rabbitmq)/authority.pem"
        otherAuthority = "\(rabbitmq)/other.pem"
        try FileManager.default.createDirectory(atPath: rabbitmq, withIntermediateDirectories: true)
        try makeCertificates(in: rabbitmq)
        // The tests' threads block signals, and whatever they start would inherit that.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--default-signal", "\(Self.root)/Tests/System/support/broker.sh", folder]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try awaitReadiness()
    }

    deinit { stop() }

    /// Stops the broker and waits until it has ended.
    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Sends the broker a signal: KILL ends it in the middle of whatever it does, STOP makes it hang.
    func signal(_ number: Int32) { kill(broker, number) }

    /// Starts the killed broker again, on the same ports and with the same messages.
    func startAgain() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("start\n".utf8))
        try awaitReadiness()
    }

    func address(of user: String, heartbeatSeconds: Int = 20) throws -> BrokerAddress {
        try BrokerAddress(
            "amqp://\(user):\(password(of: user))@127.0.0.1:\(ports[0])/jadwal?heartbeat=\(heartbeatSeconds)")
    }

    /// The address over TLS of a host's name that is this machine.
    func encryptedAddress(host: String, authority: String?) throws -> BrokerAddress {
        let option = authority.map { "?cacertfile=\($0)" } ?? ""
        return try BrokerAddress("amqps://jadwal:\(password(of: "jadwal"))@\(host):\(ports[3])/jadwal\(option)")
    }

    /// The certificate names localhost and, as an IP address, 127.0.0.1.
    private func makeCertificates(in folder: String) throws {
        let authority = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-days", "2"]
        for name in ["authority", "other"] {
            try openssl(["req"] + authority + [
                "-subj", "/CN=Test \(name)", "-keyout", "\(folder)/\(name).key", "-out", "\(folder)/\(name).pem",
            ])
        }
        try openssl(["req"] + authority + [
            "-CA", "\(folder)/authority.pem", "-CAkey", "\(folder)/authority.key", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE",
            "-keyout", "\(folder)/key.pem", "-out", "\(folder)/certificate.pem",
        ])
        // The broker may run as another account. The folder is closed to all others.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(folder)/key.pem")
    }

    private func openssl(_ words: [String]) throws {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        openssl.arguments = words
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        guard openssl.terminationStatus == 0 else { throw BrokerFailure(reason: "openssl \(words[0]) failed") }
    }

    private func awaitReadiness() throws {
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1)?.first else {
                throw BrokerFailure(reason: "the broker did not start: \(String(decoding: line, as: UTF8.self))")
            }
            line.append(byte)
        }
        let numbers = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard line.starts(with: "ready ".utf8), numbers.count == 5 else {
            throw BrokerFailure(reason: "the broker did not start: \(String(decoding: line, as: UTF8.self))")
        }
        broker = pid_t(numbers[0])
        ports = Array(numbers.dropFirst())
    }

    private func password(of user: String) throws -> String {
        try String(contentsOfFile: "\(folder)/rabbitmq/\(user).password", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

struct BrokerFailure: Error {
    let reason: String
}
