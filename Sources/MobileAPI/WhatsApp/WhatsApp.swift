import Agreements
import CivilTime
import Glibc
import Runtime
import Storage
import SwiftProtobuf
import Synchronization
import System
package import Wire

/// `whatsapp.v1.WhatsappService`: the link to the customer's WhatsApp.
package enum WhatsAppMethods {
    /// `GetWhatsappAccount`: the state as the worker wrote it down last, so that a bridge that is away is no error.
    package static func get(
        _ input: Whatsapp_V1_GetWhatsappAccountRequest, _ call: CustomerCall
    ) throws -> Whatsapp_V1_GetWhatsappAccountResponse {
        let link = try call.app.agreements(of: call.customer).link()
        guard let status = status(of: link.state) else { throw CallError(.notFound, "") }
        return .with {
            $0.status = status
            $0.phoneNumber = link.maskedNumber ?? ""
            $0.name = link.name ?? ""
            $0.pairingCode = link.code?.text ?? ""
            $0.isReady = link.state == .ready
            $0.isAuthenticated = link.state == .ready || link.state == .linked
        }
    }

    /// Returns the word of a state; nil if there is no link.
    private static func status(of state: ChatLinkState) -> String? {
        switch state {
        case .off: nil
        case .asked: "INITIALIZING"
        case .waiting: "WAITING_FOR_PAIRING"
        case .linked: "AUTHENTICATED"
        case .ready: "READY"
        case .failed, .lost: "DISCONNECTED"
        }
    }

    /// `DisconnectWhatsappAccount`: ends the link. The worker has the bridge end it, also if that is away now.
    package static func disconnect(
        _ input: Whatsapp_V1_DisconnectWhatsappAccountRequest, _ call: CustomerCall
    ) throws -> Whatsapp_V1_DisconnectWhatsappAccountResponse {
        try call.app.agreements(of: call.customer).disconnect()
        return Whatsapp_V1_DisconnectWhatsappAccountResponse()
    }

    /// `ConnectWhatsappAccount`: begins a link, and waits for its code.
    package static func connect(
        _ input: Whatsapp_V1_ConnectWhatsappAccountRequest, _ call: CustomerCall
    ) throws -> Whatsapp_V1_ConnectWhatsappAccountResponse {
        let home = call.app.agreements(of: call.customer), number = try phoneNumber(input.mobile)
        let link = try home.link()
        if let code = link.code, let madeAt = link.codeAt, isFresh(madeAt, call.app) {
            return .with { $0.pairingCode = code.text }
        }
        switch link.state {
        case .linked, .ready: throw CallError(.failedPrecondition, "api.whatsapp.linked")
        // A code that nobody typed is given up, as "Another number" does on the page.
        case .waiting:
            try home.disconnect()
            try begin(home, number)
        case .asked: break
        case .off, .failed, .lost: try begin(home, number)
        }
        let code = try WaitingForCodes.shared.wait(mostAtOnce: max(1, call.app.config.threads / 4)) {
            try waitForCode(home)
        }
        return .with { $0.pairingCode = code.text }
    }

    private static func phoneNumber(_ typed: String) throws -> PhoneNumber {
        do throws(PhoneNumber.Problem) {
            guard typed.utf8.count <= 64 else { throw .tooLong }
            return try PhoneNumber(text: typed)
        } catch {
            throw CallError(.invalidArgument, "api.whatsapp.number")
        }
    }

    /// Returns true for a code that is so young that a second call is one with an answer that was lost.
    private static func isFresh(_ madeAt: Instant, _ app: App) -> Bool {
        app.now().secondsSince1970 - madeAt.secondsSince1970 < 30
    }

    private static func begin(_ home: AgreementHome, _ number: PhoneNumber) throws {
        do {
            try home.connect(number)
        } catch let refusal as LinkRefusal {
            switch refusal {
            case .noBridge: throw CallError(.unimplemented, "api.whatsapp.no-bridge")
            case .noConsent: throw CallError(.failedPrecondition, "api.whatsapp.no-consent")
            case .alreadyThere: throw CallError(.failedPrecondition, "api.whatsapp.linked")
            case .tooOften(let seconds): throw CallError(.resourceExhausted, "api.too-many", retrySeconds: seconds)
            }
        }
    }

    /// Waits until the worker has written down the code that the bridge made. The published app asks once and waits for
    /// the answer, so a thread looks five times a second.
    private static func waitForCode(_ home: AgreementHome) throws -> LinkingCode {
        let end = Monotonic.deadline(milliseconds: 25_000)
        while Monotonic.nanoseconds() < end {
            let link = try home.link()
            if let code = link.code { return code }
            switch link.state {
            case .asked, .waiting: usleep(200_000)
            case .failed where link.problem == .refused: throw CallError(.failedPrecondition, "api.whatsapp.refused")
            case .off, .failed, .lost, .linked, .ready:
                throw CallError(.unavailable, "api.whatsapp.unreachable", retrySeconds: 30)
            }
        }
        throw CallError(.unavailable, "api.whatsapp.unreachable", retrySeconds: 30)
    }
}

/// The count of threads that wait for codes: a bridge that is slow must not take them all.
private final class WaitingForCodes: Sendable {
    static let shared = WaitingForCodes()
    private let count = Mutex(0)

    func wait<Result>(mostAtOnce limit: Int, _ body: () throws -> Result) throws -> Result {
        let hasPlace = count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard hasPlace else { throw CallError(.unavailable, "api.unavailable", retrySeconds: 5) }
        defer { count.withLock { $0 -= 1 } }
        return try body()
    }
}
