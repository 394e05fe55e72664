import Crypto
import HTTP
import Mail
import Storage

/// The user name that a device sends: the account's address or an earlier one, its id, or its login name.
struct DeviceUserName {
    enum Meaning {
        case id(CustomerID), address(EmailAddress), login(String)
        /// A text that is no user name of any customer.
        case nothing
    }

    /// The name, percent-decoded.
    let text: String

    /// - Parameter sent: the name as it was sent. iOS 18.4 sends the `@` of an address percent-encoded.
    init(_ sent: String) {
        let isEncoded = sent.utf8.contains(UInt8(ascii: "%")) && !sent.utf8.contains(UInt8(ascii: "@"))
        text = isEncoded ? percentDecoded(sent) ?? sent : sent
    }

    var meaning: Meaning {
        if let id = CustomerID(text: text) { return .id(id) }
        if let address = EmailAddress(text) { return .address(address) }
        return LoginName(text).map { .login($0.text) } ?? .nothing
    }

    /// The digest under which wrong passwords are counted: the same for every spelling of a name, whether a customer
    /// has it or not. An address, an id and a login name never have the same, so none of them shows which others
    /// belong to the same person.
    var subject: [UInt8] {
        let counted = switch meaning {
        case .id(let id): "id \(id)"
        case .address(let address): "address \(address.key)"
        case .login(let login): "login \(login)"
        case .nothing: "text \(text.lowercased())"
        }
        return sha256(Array(counted.utf8))
    }

    /// Returns the keyed digest that is stored of an earlier address.
    static func digest(ofEarlier address: EmailAddress, key: [UInt8]) -> [UInt8] {
        hmacSHA256(key: key, Array("address \(address.key)".utf8))
    }
}

/// The user name that an operator gives: 1 to 64 letters of ASCII, digits, dots, hyphens and underscores. It begins and
/// ends with a letter or digit, so it is like no address, and it is like no UUID. Capitals make no difference.
package struct LoginName: Sendable {
    /// The name in lower case.
    package let text: String

    /// Reads a name; nil if it is not one.
    package init?(_ typed: String) {
        let bytes = Array(typed.utf8)
        guard (1...64).contains(bytes.count), CustomerID(text: typed) == nil,
            bytes.allSatisfy({ Self.isInner($0) || Self.isOuter($0) }), Self.isOuter(bytes[0]),
            Self.isOuter(bytes[bytes.count - 1])
        else { return nil }
        text = typed.lowercased()
    }

    private static func isOuter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    private static func isInner(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
