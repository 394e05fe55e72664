import Glibc
import HTTP

/// The CGI variables that nginx sends for a request, copied from the memory of libfcgi.
///
/// Values that become text must be UTF-8. Headers stay bytes. The whole request is invalid if a
/// variable is not UTF-8, or if one comes twice that nginx sends once.
struct CGIVariables {
    private(set) var method: String?
    private(set) var target: String?
    private(set) var remoteAddress: String?
    private(set) var requestID: String?
    private(set) var contentLength: String?
    private(set) var isValid = true
    /// The client's headers as `Name: value` lines.
    private(set) var headers: [UInt8] = []

    /// Copies the variables.
    ///
    /// - Parameter environment: libfcgi's list of `NAME=value` texts, which ends with a null pointer.
    init(_ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>) {
        headers.reserveCapacity(1_024)
        var next = environment
        while let entry = next.pointee {
            next += 1
            guard let equals = strchr(entry, 0x3D) else { continue }
            let nameLength = equals - entry
            let raw = UnsafeRawPointer(entry)
            take(
                name: UnsafeRawBufferPointer(start: raw, count: nameLength),
                value: UnsafeRawBufferPointer(start: raw + nameLength + 1, count: strlen(equals + 1)))
        }
    }

    private mutating func take(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        if name.starts(with: "HTTP_") {
            takeHeader(name, value)
        } else if name.equals("REQUEST_METHOD") {
            isValid = copy(value, to: &method) && isValid
        } else if name.equals("REQUEST_URI") {
            isValid = copy(value, to: &target) && isValid
        } else if name.equals("REMOTE_ADDR") {
            isValid = copy(value, to: &remoteAddress) && isValid
        } else if name.equals("REQUEST_ID") {
            isValid = copy(value, to: &requestID) && isValid
        } else if name.equals("CONTENT_LENGTH") {
            isValid = copy(value, to: &contentLength) && isValid
        } else if name.equals("CONTENT_TYPE"), !value.isEmpty {
            append("Content-Type", value)
        }
    }

    /// Adds a header: `HTTP_ACCEPT_LANGUAGE` becomes `Accept-Language`.
    ///
    /// The type and length of the body come from other variables of nginx. `HTTP_PROXY` is skipped: no
    /// client needs the header, and old libraries take the variable for a setting.
    private mutating func takeHeader(
        _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) {
        guard !value.isEmpty, !name.equals("HTTP_CONTENT_TYPE"),
              !name.equals("HTTP_CONTENT_LENGTH"), !name.equals("HTTP_PROXY")
        else { return }
        var startsWord = true
        for byte in name.dropFirst(5) {
            if byte == UInt8(ascii: "_") {
                headers.append(UInt8(ascii: "-"))
                startsWord = true
            } else if byte == UInt8(ascii: ":") || byte < 0x20 {
                // The name would end here. The rest would become a value or another line.
                isValid = false
            } else {
                let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                headers.append(isCapital && !startsWord ? byte | 0x20 : byte)
                startsWord = false
            }
        }
        endLine(value)
    }

    private mutating func append(_ name: String, _ value: UnsafeRawBufferPointer) {
        headers.append(contentsOf: name.utf8)
        endLine(value)
    }

    private mutating func endLine(_ value: UnsafeRawBufferPointer) {
        if value.holds(0x0D) || value.holds(0x0A) { isValid = false }
        headers.append(UInt8(ascii: ":"))
        headers.append(UInt8(ascii: " "))
        headers.append(contentsOf: value)
        headers.append(UInt8(ascii: "\r"))
        headers.append(UInt8(ascii: "\n"))
    }
}

/// Copies a value to a variable.
///
/// - Returns: false if the variable has a value already, or if this one is not UTF-8.
private func copy(_ value: UnsafeRawBufferPointer, to variable: inout String?) -> Bool {
    guard variable == nil, let text = String(validating: value, as: UTF8.self) else { return false }
    variable = text
    return true
}

extension UnsafeRawBufferPointer {
    func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && starts(with: text)
    }

    fileprivate func starts(with text: StaticString) -> Bool {
        guard let baseAddress, count >= text.utf8CodeUnitCount else { return false }
        return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
