import Accounts
import HTTP
import Mail
import Places
import Runtime
import Storage
import SwiftProtobuf
import Templates
import Web
package import Wire

/// `auth.v1.AuthService`: signing in, and tokens.
package enum AuthMethods {
    /// `InitiateEmail`: mails a link.
    package static func initiateEmail(
        _ input: Auth_V1_InitiateEmailRequest, _ call: Call
    ) throws -> Auth_V1_InitiateEmailResponse {
        guard input.email.utf8.count <= 320, let address = EmailAddress(input.email)
        else { throw CallError(.invalidArgument, "api.email") }
        try call.app.askForSignIn(byApp: call.newCustomer(address), call.asker)
        return Auth_V1_InitiateEmailResponse()
    }

    /// `CompleteEmail`: signs in with the token of a mailed link.
    package static func completeEmail(
        _ input: Auth_V1_CompleteEmailRequest, _ call: Call
    ) throws -> Auth_V1_CompleteEmailResponse {
        guard MailedToken.isOne(input.token) else { throw CallError(.invalidArgument, "api.token") }
        switch try call.app.completeSignIn(link: input.token, rotates: call.wantsRotatingTokens, call.asker) {
        case .signedIn(let tokens, let customer):
            return .with {
                ($0.accessToken, $0.refreshToken) = (tokens.access, tokens.refresh)
                ($0.userID, $0.email) = (customer.id.description, customer.email)
            }
        case .refused(.expired): throw CallError(.failedPrecondition, "api.link.expired")
        case .refused(.replaced): throw CallError(.failedPrecondition, "api.link.replaced")
        case .refused(.used), .refused(.unknown): throw CallError(.failedPrecondition, "api.link.used")
        }
    }

    /// `UseGoogle`: signs in with an ID token of the provider of the settings, which is Google's for the published app.
    package static func useGoogle(
        _ input: Auth_V1_UseGoogleRequest, _ call: Call
    ) throws -> Auth_V1_UseGoogleResponse {
        guard let provider = call.app.openIDProvider else { throw CallError(.unimplemented, "api.no-provider") }
        guard !input.googleToken.isEmpty else { throw CallError(.invalidArgument, "api.token") }
        do {
            let (tokens, customer) = try call.app.useIDToken(
                input.googleToken, at: provider, rotates: call.wantsRotatingTokens, call.newCustomer, call.asker)
            return .with {
                ($0.accessToken, $0.refreshToken) = (tokens.access, tokens.refresh)
                ($0.userID, $0.email) = (customer.id.description, customer.email)
            }
        } catch let problem as OpenIDProblem {
            throw CallError(problem)
        }
    }

    /// `RefreshTokens`: the next pair of tokens. A lasting access token is answered with itself.
    package static func refreshTokens(
        _ input: Auth_V1_RefreshTokensRequest, _ call: Call
    ) throws -> Auth_V1_RefreshTokensResponse {
        guard input.refreshToken.isEmpty else {
            guard let tokens = try call.app.renewTokens(input.refreshToken, call.asker)
            else { throw CallError(.unauthenticated, "api.unauthenticated") }
            return .with { ($0.accessToken, $0.refreshToken) = (tokens.access, tokens.refresh) }
        }
        guard let token = call.request.bearer, App.isLastingToken(token), try call.app.signedIn(bearer: token) != nil
        else { throw CallError(.unauthenticated, "api.unauthenticated") }
        return .with { $0.accessToken = token }
    }

    /// `GenerateMagicToken`: a token with which the profile of the calendars can be downloaded.
    package static func generateMagicToken(
        _ input: Auth_V1_GenerateMagicTokenRequest, _ call: CustomerCall
    ) throws -> Auth_V1_GenerateMagicTokenResponse {
        guard input.type == .caldav else { throw CallError(.invalidArgument, "api.token-type") }
        let token = try call.app.beginDeviceSetup(
            of: call.customer.id, .ios, hasPrayerTimes: false, call.call.language)
        return .with { $0.magicToken = token }
    }
}

extension CallError {
    fileprivate init(_ problem: OpenIDProblem) {
        switch problem {
        case .expired, .cancelled, .invalid: self.init(.unauthenticated, "api.provider-token")
        case .unreachable: self.init(.unavailable, "api.unavailable", retrySeconds: 30)
        case .addressNotVerified: self.init(.failedPrecondition, "api.not-verified")
        case .otherLogin: self.init(.failedPrecondition, "api.other-login")
        case .mailed: self.init(.failedPrecondition, "api.mailed")
        }
    }
}

extension Call {
    /// Returns the settings of a new account for an address.
    func newCustomer(_ address: EmailAddress) -> NewCustomer {
        let zone = app.config.defaultTimeZone
        return NewCustomer(
            address: address, language: language.tag, timeZone: zone,
            firstDay: firstWeekday(of: app.shared.timeZones.country(of: zone)))
    }

    /// True if the client asks for tokens that rotate.
    var wantsRotatingTokens: Bool { request.headers["Jadwal-Tokens"]?.lowercased() == "rotating" }
}
