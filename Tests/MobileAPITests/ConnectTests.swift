import Archive
import Crypto
import HTTP
import Storage
import TestSupport
import Testing

@Suite("Calls of Connect")
struct ConnectTests {
    private let initiate = "/auth.v1.AuthService/InitiateEmail"
    private let json: Headers = ["Content-Type": "application/json"]

    @Test("another content type is 415 and names the right ones", arguments: [
        "text/plain", "application/connect+json", "application/grpc", "application/grpc-web+proto",
        "application/xml", "",
    ])
    func contentTypes(type: String) throws {
        let reply = try Phone(.patient()).send(.post, initiate, ["Content-Type": type], Array("{}".utf8))
        #expect(reply.status == 415 && reply.octets.isEmpty)
        #expect(reply.headers["Accept-Post"] == "application/json, application/proto")
    }

    @Test("parameters of the content type do not matter", arguments: [
        "application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON",
    ])
    func parameters(type: String) throws {
        let reply = try Phone(.patient()).send(
            .post, initiate, ["Content-Type": type], Array(#"{"email":"a@example.org"}"#.utf8))
        #expect(reply.status == 200 && reply.body == "{}")
        #expect(reply.headers["Content-Type"] == "application/json" && reply.headers["Cache-Control"] == "no-store")
    }

    @Test("other methods of HTTP are 405", arguments: [HTTP.Method.get, .put, .delete, .options])
    func methods(method: HTTP.Method) throws {
        let reply = try Phone(.patient()).send(method, initiate, [:], [])
        #expect(reply.status == 405 && reply.headers["Allow"] == "POST")
    }

    @Test("an unknown method of a service is unimplemented")
    func unknownMethod() throws {
        let reply = try Phone(.patient()).call("auth.v1.AuthService/DropTables")
        #expect(reply.status == 501 && reply.code == "unimplemented")
        #expect(try Phone(.patient()).call("nobody.v1.Service/Call").status == 404)
    }

    @Test("messages that cannot be read are refused", arguments: [
        "", "null", "[]", "{", "{}x", #"{"email":1}"#, #"{"email":true}"#, #"{"email":{}}"#, #"{"email":"\ud800"}"#,
        #"{"email":"a","email":"b"}"#, "\"x\"", #"{"x":\#(String(repeating: "[", count: 200))"#,
        #"{"x":\#(String(repeating: "[", count: 200))\#(String(repeating: "]", count: 200))}"#,
    ])
    func unreadable(body: String) throws {
        let reply = try Phone(.patient()).call("auth.v1.AuthService/InitiateEmail", body)
        #expect(reply.status == 400 && reply.code == "invalid_argument", "\(body): \(reply.body)")
    }

    @Test("unknown fields are ignored, both names are read, and null is the default", arguments: [
        #"{"email":"a@example.org","else":{"x":[1,null]}}"#, #"{"else":null,"email":"a@example.org"}"#,
    ])
    func lenient(body: String) throws {
        #expect(try Phone(.patient()).call("auth.v1.AuthService/InitiateEmail", body).status == 200)
    }

    @Test("names as declared, and in camel case")
    func names() throws {
        let phone = try Phone.signedIn(.patient())
        for field in ["device_token", "deviceToken"] {
            let reply = try phone.call(
                "profile.v1.ProfileService/AddDevice", #"{"\#(field)":"\#(String(repeating: "ab", count: 32))"}"#)
            #expect(reply.status == 200 && reply.body == "{}")
        }
    }

    @Test("a type is read by name and by number, and an unknown one is refused", arguments: [
        (#""MAGIC_TOKEN_TYPE_CALDAV""#, 200), ("1", 200), ("0", 400), ("7", 400),
        (#""NO_TYPE""#, 400), ("null", 400),
    ])
    func enums(value: String, status: Int) throws {
        let phone = try Phone.signedIn(.patient())
        let reply = try phone.call("auth.v1.AuthService/GenerateMagicToken", #"{"type":\#(value)}"#)
        #expect(reply.status == status, "\(reply.body)")
    }

    @Test("binary messages: an empty one is read, a torn one and text that is not UTF-8 are refused", arguments: [
        ([], 400), ([0x0A], 400), ([0x0A, 5, 97], 400), ([0x0A, 1, 0xFF], 400), ([0xFF, 0xFF, 0xFF], 400),
        // Field 9, which nobody knows, and then the address.
        ([0x48, 1, 0x0A, 13] + Array("a@example.org".utf8), 200),
        // The last of two addresses counts.
        ([0x0A, 1, 97, 0x0A, 13] + Array("a@example.org".utf8), 200),
    ] as [([UInt8], Int)])
    func binary(octets: [UInt8], status: Int) throws {
        let reply = try Phone(.patient()).send(.post, initiate, ["Content-Type": "application/proto"], octets)
        #expect(reply.status == status)
        if status == 200 {
            #expect(reply.octets.isEmpty && reply.headers["Content-Type"] == "application/proto")
        } else {
            // Errors are JSON in both codecs.
            #expect(reply.code == "invalid_argument" && reply.headers["Content-Type"] == "application/json")
        }
    }

    @Test("a binary answer is the message")
    func binaryAnswer() throws {
        let phone = try Phone.signedIn(.patient())
        let reply = try phone.send(
            .post, "/profile.v1.ProfileService/GetProfile", ["Content-Type": "application/proto"], [])
        #expect(reply.octets == [0x12, 16] + Array("zaid@example.org".utf8))
    }

    @Test("a compressed request is read, also one of two octets", arguments: ["gzip", "GZIP"])
    func compressed(encoding: String) throws {
        let phone = try Phone.signedIn(.patient())
        let reply = try phone.send(
            .post, "/profile.v1.ProfileService/GetProfile",
            ["Content-Type": "application/json", "Content-Encoding": encoding], gzipped(Array("{}".utf8)))
        #expect(try reply.text("email") == "zaid@example.org")
    }

    @Test("damaged, inflating and unknown compressions are refused", arguments: [
        ("gzip", Array("{}".utf8), 400, "invalid_argument"), ("br", [], 501, "unimplemented"),
        ("zstd", [1], 501, "unimplemented"),
    ] as [(String, [UInt8], Int, String)])
    func compressions(encoding: String, body: [UInt8], status: Int, code: String) throws {
        let reply = try Phone(.patient()).send(
            .post, initiate, ["Content-Type": "application/json", "Content-Encoding": encoding], body)
        #expect(reply.status == status && reply.code == code)
    }

    @Test("a message that inflates beyond the limit is refused before it is all in memory")
    func bomb() throws {
        let bomb = try gzipped([UInt8](repeating: 32, count: 10 << 20))
        let reply = try Phone(.patient()).send(
            .post, initiate, ["Content-Type": "application/json", "Content-Encoding": "gzip"], bomb)
        #expect(reply.status == 429 && reply.code == "resource_exhausted")
    }

    @Test("a message that is too long is refused")
    func tooLong() throws {
        let reply = try Phone(.patient()).send(.post, initiate, json, [UInt8](repeating: 32, count: 1 << 20 | 1))
        #expect(reply.status == 429 && reply.code == "resource_exhausted")
    }

    @Test("only version 1 is spoken", arguments: [("1", 200), ("2", 400), ("", 400)])
    func versions(version: String, status: Int) throws {
        let reply = try Phone(.patient()).call(
            "auth.v1.AuthService/InitiateEmail", #"{"email":"a@example.org"}"#, ["Connect-Protocol-Version": version])
        #expect(reply.status == status)
    }

    @Test("timeouts are numbers of milliseconds", arguments: [
        ("5000", 200, nil), ("9999999999", 200, nil), ("0", 504, "deadline_exceeded"),
        ("-1", 400, "invalid_argument"),
        ("1s", 400, "invalid_argument"), ("12345678901", 400, "invalid_argument"), ("", 400, "invalid_argument"),
    ] as [(String, Int, String?)])
    func timeouts(timeout: String, status: Int, code: String?) throws {
        let reply = try Phone(.patient()).call(
            "auth.v1.AuthService/InitiateEmail", #"{"email":"a@example.org"}"#, ["Connect-Timeout-Ms": timeout])
        #expect(reply.status == status && reply.code == code)
    }

    @Test("an error is worded in the language that the app asks for", arguments: [
        (["x-lang": "ar"], "سجّل الدخول من جديد."), (["Accept-Language": "ar"], "سجّل الدخول من جديد."),
        (["x-lang": "en", "Accept-Language": "ar"], "Sign in again."), ([:], "Sign in again."),
    ] as [(Headers, String)])
    func languages(headers: Headers, sentence: String) throws {
        let reply = try Phone(.patient()).call("profile.v1.ProfileService/GetProfile", "{}", headers)
        #expect(reply.status == 401 && reply.code == "unauthenticated")
        #expect(try reply.text("message") == sentence)
    }

    @Test("methods that only read may be called by GET, with JSON and with packed base64")
    func get() throws {
        let phone = try Phone.signedIn(.patient()), path = "/jadwal.v1.SessionsService/ListSessions"
        let packed = base64(try gzipped([])).replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "%3D")
        for query in [
            "encoding=json&message=%7B%7D", "message=%7B%7D&connect=v1&encoding=json&extra=1",
            "connect=v1&base64=1&compression=gzip&encoding=json&message=\(base64URL(try gzipped(Array("{}".utf8))))",
            "base64=1&encoding=proto&message=", "connect=v1&base64=1&compression=gzip&encoding=proto&message=\(packed)",
        ] {
            let reply = try phone.send(.get, "\(path)?\(query)", [:], [])
            #expect(reply.status == 200, "\(query): \(reply.body)")
            #expect(reply.headers["Cache-Control"] == "private, no-store")
        }
        #expect(try phone.send(.get, "\(path)?encoding=json", [:], []).code == "invalid_argument")
        #expect(try phone.send(.get, "\(path)?message=%7B%7D", [:], []).code == "invalid_argument")
        #expect(try phone.send(.get, "\(path)?encoding=xml&message=", [:], []).status == 415)
        #expect(try phone.send(.get, "\(path)?base64=1&encoding=json&message=*", [:], []).code == "invalid_argument")
    }

    @Test("without the database a call is unavailable, and may be tried again")
    func unavailable() throws {
        let phone = Phone(try .patient())
        phone.app = try TestApp.withoutDatabase()
        phone.token = "jda_\(Token.random().text)"
        let reply = try phone.call("profile.v1.ProfileService/GetProfile")
        #expect(reply.status == 503 && reply.code == "unavailable" && reply.headers["Retry-After"] != nil)
    }

    @Test("the definitions are served as text, and nothing else")
    func definitions() throws {
        let phone = Phone(try .patient(["JADWAL_DEFINITIONS": "\(Repository.root)/proto"]))
        let reply = try phone.send(.get, "/api/proto/auth/v1/auth.proto", [:], [])
        #expect(reply.status == 200 && reply.body.contains("service AuthService"))
        for path in [
            "/api/proto/auth/v1/none.proto", "/api/proto/none/v1/auth.proto", "/api/proto/AUTH/v1/auth.proto",
        ] {
            #expect(try phone.send(.get, path, [:], []).status == 404)
        }
    }
}
