@testable import FastCGI
import Glibc
import HTTP
import Testing

extension FastCGITests {
    @Suite("The file of the socket")
    struct SocketTests {
        @Test("only its owner and group may connect")
        func permissions() throws {
            let options = testOptions()
            let listener = try Listener(options)
            defer { unlink(options.socketPath) }
            var status = stat()
            #expect(lstat(options.socketPath, &status) == 0)
            #expect(status.st_mode & S_IFMT == S_IFSOCK)
            #expect(status.st_mode & 0o777 == 0o660)
            listener.stop()
        }

        @Test("an earlier listener's socket is replaced, and stays when the new listener ends")
        func replaced() throws {
            let options = testOptions()
            defer { unlink(options.socketPath) }
            let predecessor = try Listener(options)
            let responder = try TestResponder(options)
            predecessor.stop()
            let peer = RawPeer(options.socketPath)
            peer.send(request())
            #expect(peer.answer().status == 200)
            #expect(access(options.socketPath, F_OK) == 0)
            responder.stop()
        }

        @Test("a file that is not a socket is not replaced")
        func notASocket() throws {
            let options = testOptions()
            defer { unlink(options.socketPath) }
            let file = open(options.socketPath, O_CREAT | O_WRONLY, 0o600)
            close(file)
            #expect(throws: FastCGIError.self) { try Listener(options) }
            var status = stat()
            #expect(lstat(options.socketPath, &status) == 0)
            #expect(status.st_mode & S_IFMT == S_IFREG)
        }

        @Test("an invalid path is refused, and named in the error", arguments: [
            "/tmp/" + String(repeating: "x", count: 120), "/tmp/no-such-folder/jadwal.sock",
        ])
        func impossible(path: String) {
            let error = #expect(throws: FastCGIError.self) {
                try Listener(ListenerOptions(socketPath: path))
            }
            #expect(error?.description.contains(path) == true)
        }
    }
}
