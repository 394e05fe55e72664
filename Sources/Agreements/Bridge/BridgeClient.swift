import FoundationEssentials
import WebClient

/// A client for the calls of a bridge: ask for a code, read the state, disconnect, read the health.
///
/// Answers are checked before they are believed. Plain HTTP works for a bridge on this machine only. Use a
/// client on one thread only. It prints neither the address nor the secret.
public final class BridgeClient {
    /// The time limits of the calls, in seconds.
    public struct Timeouts: Hashable, Sendable {
        /// For `initialize(customer:phoneNumber:)`, since a bridge may start a browser.
        public var initializeSeconds: Int
        /// For the other calls.
        public var otherSeconds: Int

        public init(initializeSeconds: Int = 60, otherSeconds: Int = 10) {
            self.initializeSeconds = initializeSeconds
            self.otherSeconds = otherSeconds
        }
    }

    private let address: String
    private let headers: [(name: String, value: String)]
    private let patientClient: WebClient
    private let client: WebClient

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - address: the bridge's base, with or without a slash at its end.
    ///   - secret: the bearer secret; nil for a bridge that has none.
    ///   - caFile: the file of certificates to trust instead of the system's.
    public init(address: String, secret: String?, timeouts: Timeouts = Timeouts(), caFile: String? = nil) {
        var base = address[...]
        while base.last == "/" { base.removeLast() }
        self.address = String(base)
        headers = [("Accept", "application/json")] + (secret.map { [("Authorization", "Bearer \($0)")] } ?? [])
        func client(_ seconds: Int) -> WebClient {
            WebClient(timeoutSeconds: seconds, limitBytes: 16 << 10, allowsLoopbackHTTP: true, caFile: caFile)
        }
        patientClient = client(timeouts.initializeSeconds)
        self.client = client(timeouts.otherSeconds)
    }

    /// Begins to link a number, and returns the code that the phone will ask for.
    ///
    /// A second call begins a second link. So use a code again until it is three minutes old, and never call
    /// this while the state is `ready`.
    ///
    /// - Parameter customer: the customer's UUID.
    public func initialize(customer: String, phoneNumber: PhoneNumber) throws(BridgeError) -> LinkingCode {
        let call = InitializeCall(customerId: try checked(customer), phoneNumber: phoneNumber.digits)
        let answer = try post("/wasapp/initialize", call, by: patientClient)
        return try linkingCode(ofAnswer: answer.body)
    }

    /// Returns the state of a customer's link; nil if the bridge does not know the customer.
    public func status(of customer: String) throws(BridgeError) -> BridgeStatus? {
        let request = WebRequest(url: address + "/wasapp/status/" + (try checked(customer)), headers: headers)
        let answer = try send(request, by: client)
        // Only the contract's 404 has no body: the page of a wrong address must not look like a lost link.
        if answer.status == 404 && answer.body.isEmpty { return nil }
        return try bridgeStatus(ofAnswer: try accepted(answer).body)
    }

    /// Ends a customer's link. A customer whom the bridge does not know is no error.
    public func disconnect(_ customer: String) throws(BridgeError) {
        _ = try post("/wasapp/disconnect", DisconnectCall(customerId: try checked(customer)), by: client)
    }

    /// Checks that a bridge answers at the address.
    public func health() throws(BridgeError) {
        let answer = try accepted(try send(WebRequest(url: address + "/health", headers: headers), by: client))
        guard answer.body == Array("ok".utf8) else { throw .unreadable(.notTheHealth) }
    }

    func post(_ path: String, _ call: some Encodable, by client: WebClient? = nil) throws(BridgeError) -> WebResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let body = try? encoder.encode(call) else { throw .notAllowed("the call has no JSON") }
        let request = WebRequest(
            method: "POST", url: address + path, headers: headers + [("Content-Type", "application/json")],
            body: Array(body))
        return try accepted(try send(request, by: client ?? self.client))
    }

    private func send(_ request: WebRequest, by client: WebClient) throws(BridgeError) -> WebResponse {
        do throws(WebClientError) {
            return try client.send(request)
        } catch {
            throw BridgeError(error)
        }
    }

    private func accepted(_ answer: WebResponse) throws(BridgeError) -> WebResponse {
        switch answer.status {
        case 200: answer
        case 401, 403: throw .secretRefused
        default: throw .refused(status: answer.status)
        }
    }
}

extension BridgeClient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "BridgeClient(…)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

private struct InitializeCall: Encodable {
    let customerId: String
    let phoneNumber: String
}

private struct DisconnectCall: Encodable {
    let customerId: String
}

/// Returns a customer's id that can be part of a path: a UUID of 36 characters.
private func checked(_ customer: String) throws(BridgeError) -> String {
    let hyphens = [8, 13, 18, 23]
    guard customer.utf8.count == 36, customer.utf8.enumerated().allSatisfy({ place, byte in
        hyphens.contains(place) ? byte == UInt8(ascii: "-") : Character(UnicodeScalar(byte)).isHexDigit
    }) else { throw .notAllowed("the customer's id is not a UUID") }
    return customer
}
