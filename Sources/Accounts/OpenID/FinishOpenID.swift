import Crypto
import HTTP
import Logging
package import Mail
package import Runtime
package import Storage
import WebClient

/// The outcome of a browser's way to the provider.
package enum OpenIDOutcome: Sendable {
    case signedIn(NewSession)
    /// The login is linked to the customer who is signed in.
    case linked
    case refused(OpenIDProblem)
}

/// The parameters with which a provider sends a browser back.
package struct OpenIDReturn: Sendable {
    let state: String, code: String, error: String

    package init(state: String, code: String, error: String) {
        (self.state, self.code, self.error) = (state, code, error)
    }
}

extension App {
    /// Takes a browser's way back, exchanges the code for an ID token, and signs the browser in or links the login.
    ///
    /// - Parameter person: the settings of a new account for an address.
    package func finishOpenID(
        _ returned: OpenIDReturn, at provider: OpenIDProvider, _ person: (EmailAddress) -> NewCustomer, _ asker: Asker
    ) throws -> OpenIDOutcome {
        // It is taken first, so that no answer of the provider can be sent a second time.
        guard let state = Token(text: returned.state),
            let flow = try store.takeOpenIDFlow(stateDigest: state.digest, browserDigest: asker.browser)
        else { return .refused(.expired) }
        guard returned.error.isEmpty, !returned.code.isEmpty else {
            return .refused(returned.error == "access_denied" ? .cancelled : .invalid)
        }
        do {
            let login = try provenLogin(returned.code, state, at: provider)
            return try finish(flow, login, person, asker)
        } catch let problem as OpenIDProblem {
            logOpenID("\(problem.logged)", asker)
            return .refused(problem)
        } catch let fault as IDTokenFault {
            logOpenID(fault.rawValue, asker)
            return .refused(.invalid)
        } catch let error as ProviderUnreachable {
            log.warning("provider unreachable", metadata: ["request": "\(asker.request)", "reason": "\(error)"])
            return .refused(.unreachable)
        }
    }

    private func finish(
        _ flow: OpenIDFlow, _ login: ProvenLogin, _ person: (EmailAddress) -> NewCustomer, _ asker: Asker
    ) throws -> OpenIDOutcome {
        let store = try store
        if let customer = flow.linkedCustomer {
            guard asker.signedIn?.customer.id == customer else { return .refused(.expired) }
            let isLinked = try store.link(
                issuer: login.issuer, subject: login.subject, email: login.address?.text ?? "", to: customer)
            return isLinked ? .linked : .refused(.otherLogin)
        }
        let session = Token.random()
        let (customer, isNew) = try store.transaction {
            let matched = try match(login, person, asker)
            try store.insertSession(
                of: matched.customer, tokenDigest: session.digest, device: asker.device, network: asker.network)
            return matched
        }
        logSignIn(customer, asker)
        return .signedIn(newSession(session, of: customer, isNew: isNew, next: flow.nextPath, asker))
    }

    /// Exchanges a code for an ID token, and checks it (OpenID Connect Core §3.1.3).
    private func provenLogin(_ code: String, _ state: Token, at provider: OpenIDProvider) throws -> ProvenLogin {
        struct Answer: Decodable {
            let id_token: String
        }
        let document = try document(of: provider), secrets = OpenIDSecrets(state, key: secrets.codes.current)
        var fields: [(String, String)] = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", openIDCallback),
            ("code_verifier", secrets.verifier), ("client_id", provider.clientID),
        ]
        var headers = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")]
        if document.takesBasic {
            // RFC 6749 §2.3.1: both parts are form-encoded first.
            let credentials = "\(percentEncoded(provider.clientID)):\(percentEncoded(provider.clientSecret))"
            headers.append(("Authorization", "Basic \(base64(Array(credentials.utf8)))"))
        } else {
            fields.append(("client_secret", provider.clientSecret))
        }
        let body = fields.map { "\($0.0)=\(percentEncoded($0.1))" }.joined(separator: "&")
        let text = try answer(
            WebRequest(
                method: "POST", url: document.tokenEndpoint, headers: headers, body: Array(body.utf8)), provider)
        guard let answer = try? JSON.value(Answer.self, from: text) else { throw IDTokenFault.malformed }
        return try provenLogin(
            answer.id_token, by: provider, for: [provider.clientID], nonce: secrets.nonce)
    }
}

extension OpenIDProblem {
    /// The problem without the address.
    fileprivate var logged: String { if case .mailed = self { "mailed" } else { "\(self)" } }
}
