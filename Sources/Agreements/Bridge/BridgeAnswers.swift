import FoundationEssentials

/// Returns the code in the answer to `POST /wasapp/initialize`.
func linkingCode(ofAnswer body: [UInt8]) throws(BridgeError) -> LinkingCode {
    guard let answer = try? JSONDecoder().decode(InitializeAnswer.self, from: Data(body)) else {
        throw .unreadable(.notJSON)
    }
    return try linkingCode(answer.pairingCode)
}

/// Returns the status in the answer to `GET /wasapp/status/{customer}`.
func bridgeStatus(ofAnswer body: [UInt8]) throws(BridgeError) -> BridgeStatus {
    guard let answer = try? JSONDecoder().decode(StatusAnswer.self, from: Data(body)) else {
        throw .unreadable(.notJSON)
    }
    let client = answer.client
    guard let state = BridgeState(rawValue: client.status) else { throw .unreadable(.state) }
    guard client.isReady == (state == .ready),
          client.isAuthenticated == (state == .ready || state == .authenticated)
    else { throw .unreadable(.flags) }
    return BridgeStatus(
        state: state, phoneNumber: try phoneNumber(client.phoneNumber), name: visibleName(client.name),
        code: try client.pairingCode.map { text throws(BridgeError) in try linkingCode(text) })
}

private struct InitializeAnswer: Decodable {
    let pairingCode: String
}

/// The keys of the contract. Others are passed over.
private struct StatusAnswer: Decodable {
    let client: Client

    struct Client: Decodable {
        let status: String
        let phoneNumber: String?
        let name: String?
        let pairingCode: String?
        let isReady: Bool
        let isAuthenticated: Bool
    }
}

private func linkingCode(_ text: String) throws(BridgeError) -> LinkingCode {
    guard let code = LinkingCode(text) else { throw .unreadable(.code) }
    return code
}

/// Returns a number of which a bridge tells the digits only.
private func phoneNumber(_ digits: String?) throws(BridgeError) -> PhoneNumber? {
    guard let digits else { return nil }
    guard let number = try? PhoneNumber(text: "+" + digits), number.digits == digits else {
        throw .unreadable(.phoneNumber)
    }
    return number
}

/// Returns a name without control characters, line breaks and marks of direction, cut to 100 characters; nil if
/// nothing is left.
private func visibleName(_ name: String?) -> String? {
    guard let name else { return nil }
    let joiners: ClosedRange<Unicode.Scalar> = "\u{200C}"..."\u{200D}"  // Persian and emoji need them.
    let scalars = name.unicodeScalars.filter {
        switch $0.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        case .format: joiners.contains($0)
        default: true
        }
    }
    let visible = String(String.UnicodeScalarView(scalars)).prefix(100)
    return visible.contains { !$0.isWhitespace } ? String(visible) : nil
}
