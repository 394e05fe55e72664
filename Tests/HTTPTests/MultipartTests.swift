import HTTP
import Testing

@Suite("Multipart forms")
struct MultipartTests {
    private func form(_ body: String, boundary: String = "AaB03x") throws -> Form {
        try Form(multipart: Array(body.utf8), boundary: boundary)
    }

    @Test("the standard's own example is read")
    func standard() throws {
        // HTML 4.01 §17.13.4.2, which RFC 7578 §1 starts from.
        let form = try form("""
            --AaB03x\r
            content-disposition: form-data; name="submit-name"\r
            \r
            Larry\r
            --AaB03x\r
            content-disposition: form-data; name="files"; filename="file1.txt"\r
            Content-Type: text/plain\r
            \r
            ... contents of file1.txt ...\r
            --AaB03x--\r

            """)
        #expect(form.fields == [Form.Field(name: "submit-name", value: "Larry")])
        #expect(form.files == [Form.File(
            name: "files", filename: "file1.txt", contentType: "text/plain",
            bytes: Array("... contents of file1.txt ...".utf8))])
    }

    @Test("preamble, epilogue and blanks after a boundary are skipped")
    func aroundParts() throws {
        let form = try form(
            "preamble\r\n--AaB03x \t\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--AaB03x--\r\nend")
        #expect(form.fields == [Form.Field(name: "a", value: "1")])
    }

    @Test("a form may have no parts, or empty parts")
    func empty() throws {
        #expect(try form("--AaB03x--\r\n").isEmpty)
        let form = try form(
            "--AaB03x\r\nContent-Disposition: form-data; name=\"\"; filename=\"\"\r\n\r\n\r\n--AaB03x--")
        #expect(form.files == [Form.File(
            name: "", filename: "", contentType: "application/octet-stream", bytes: [])])
    }

    @Test("a value may have line breaks and text that looks like a boundary")
    func lookalikes() throws {
        let value = "one\r\ntwo\r\n--AaB03\r\n--aAB03X\r\n-\r\n\r\n--\rend"
        let form = try form(
            "--AaB03x\r\nContent-Disposition: form-data; name=\"v\"\r\n\r\n\(value)\r\n--AaB03x--\r\n")
        #expect(form["v"] == value)
    }

    @Test("the bytes of a file are not changed")
    func binary() throws {
        let bytes = (0...255).map { UInt8($0) } + [13, 10, 0, 255]
        let head = "--b\r\nContent-Disposition: form-data; name=f; filename=x\r\n\r\n"
        let form = try Form(
            multipart: Array(head.utf8) + bytes + Array("\r\n--b--".utf8), boundary: "b")
        #expect(form.files.first?.bytes == bytes)
    }

    @Test("names are read as browsers write them", arguments: [
        // WHATWG HTML §4.10.21.8: only these three are encoded.
        (#""a%22b""#, "a\"b"), (#""a%0D%0Ab""#, "a\r\nb"), (#""100%25""#, "100%25"), (#""a%2541""#, "a%2541"),
        (#""a\"b""#, "a\"b"), (#""C:\dir\f.txt""#, #"C:\dir\f.txt"#), (#""ملف.ics""#, "ملف.ics"), ("plain", "plain"),
        (#""a;b=c""#, "a;b=c"),
    ])
    func names(written: String, name: String) throws {
        let form = try form(
            "--AaB03x\r\nContent-Disposition: form-data; name=\(written); filename=\(written)\r\n\r\nx\r\n--AaB03x--")
        #expect(form.files.first?.name == name)
        #expect(form.files.first?.filename == name)
    }

    @Test("a malformed body is refused", arguments: [
        "", "AaB03x", "--AaB03x", "--AaB03x\r\n", "--AaB03x\r\n\r\n", "--AaB03x-",
        "--AaB03x\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
        "--AaB03x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--AaB03x",
        "--AaB03x\r\nContent-Disposition: form-data; name=a\r\n1\r\n--AaB03x--",
        "--AaB03x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--AaB03x--",
        "--AaB03x\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--AaB03x--",
        "--AaB03x\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--AaB03x--",
        "--AaB03x\r\nno colon\r\n\r\n1\r\n--AaB03x--",
        "--AaB03x\r\nContent-Disposition: form-data; name=a\r\n\r\n\0\r\n--AaB03x--",
        "--AaB03x\nContent-Disposition: form-data; name=a\n\n1\n--AaB03x--",
        "--AaB03xtra\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--AaB03x--",
    ])
    func refused(body: String) {
        #expect(throws: RequestError.self) { try form(body) }
    }

    @Test("a text field that is not UTF-8 is refused")
    func notUTF8() {
        let body = Array("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8) + [0xFF]
            + Array("\r\n--b--".utf8)
        #expect(throws: RequestError.self) { try Form(multipart: body, boundary: "b") }
    }

    @Test("an invalid boundary is refused", arguments: ["", String(repeating: "b", count: 71), "a\r\nb"])
    func boundaries(boundary: String) {
        #expect(throws: RequestError.self) { try form("--\(boundary)--", boundary: boundary) }
    }

    @Test("more than a thousand parts are refused")
    func tooMany() {
        let part = "--AaB03x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n"
        let body = String(repeating: part, count: 1_001) + "--AaB03x--"
        let error = #expect(throws: RequestError.self) { try form(body) }
        #expect(error?.status == .payloadTooLarge)
    }
}
