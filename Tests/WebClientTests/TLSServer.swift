import Glibc
import LocalServer

/// OpenSSL's own server, `openssl s_server -www`, with a new certificate.
final class TLSServer {
    let port: Int
    /// The file of the certificate, for clients that trust it.
    let certificate: String
    private let folder: String
    private let process: pid_t
    private let input: Int32

    /// Starts a server.
    ///
    /// - Parameter name: the subject of the certificate, as in `IP:127.0.0.1`.
    init(certifiedFor name: String) throws {
        folder = try temporaryFolder()
        certificate = folder + "/certificate.pem"
        let key = folder + "/key.pem"
        let maker = try spawn([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=Test", "-addext", "subjectAltName=\(name)", "-keyout", key, "-out", certificate,
        ])
        close(maker.input)
        while readLine(maker.output) != nil {}
        close(maker.output)
        waitpid(maker.process, nil, 0)

        let server = try spawn(["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"])
        process = server.process
        input = server.input
        var found: Int?
        while found == nil, let line = readLine(server.output) {
            // It prints its port as "ACCEPT 127.0.0.1:40123".
            if line.hasPrefix("ACCEPT"), let colon = line.lastIndex(of: ":") { found = Int(line[line.index(after: colon)...]) }
        }
        // The rest is not read: the server's lines about its connections fit into the pipe.
        guard let found else { throw NoServer() }
        port = found
    }

    deinit {
        // SIGTERM may be blocked: a child inherits the blocked signals of its thread.
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        close(input)
        for name in ["certificate.pem", "key.pem"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}

private func temporaryFolder() throws -> String {
    var template = Array("/tmp/jadwal-tls-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw NoServer() }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Starts `openssl` with pipes for its input and its output, error messages included.
private func spawn(_ arguments: [String]) throws -> (process: pid_t, input: Int32, output: Int32) {
    var toChild: [Int32] = [0, 0], fromChild: [Int32] = [0, 0]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw NoServer() }
    // If a second child kept the ends of the first one's pipes, they would never close.
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 2)

    var words: [UnsafeMutablePointer<CChar>?] = (["openssl"] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process = pid_t()
    let result = posix_spawnp(&process, "openssl", &actions, nil, &words, environ)
    close(toChild[0])
    close(fromChild[1])
    guard result == 0 else { throw NoServer() }
    return (process, toChild[1], fromChild[0])
}

private func readLine(_ descriptor: Int32) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
        if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
}
