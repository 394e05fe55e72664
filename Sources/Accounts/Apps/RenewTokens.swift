import CivilTime
import Logging
import Notifications
package import Runtime
import Storage

extension App {
    /// The seconds in which the token before the one in force is answered with the same successor: an answer that was
    /// lost on the way is normal for phones.
    private static let lostAnswerSeconds = 30

    /// Takes a refresh token and makes the next pair of tokens.
    ///
    /// A token that was used before ends the session, since somebody else has a copy of it, and the customer is mailed.
    /// A token of a session that was ended changes nothing.
    ///
    /// - Returns: nil if the token is not in force.
    package func renewTokens(_ text: String, _ asker: Asker) throws -> AppTokens? {
        guard let token = RefreshToken(text: text) else { return nil }
        let store = try store
        return try store.transaction {
            guard let family = try store.lockRefreshFamily(token.session),
                token.isGenuine(nonce: family.nonce, keys: secrets.refreshes.all)
            else { return nil }
            switch family.number - token.number {
            case 0:
                let next = successor(of: family, number: family.number + 1)
                guard try store.advanceRefreshToken(
                    of: family.session, from: family.number, digest: next.digest, network: asker.network)
                else { return nil }
                return try tokens(of: family, next)
            case 1 where family.ageSeconds <= Self.lostAnswerSeconds:
                return try tokens(of: family, successor(of: family, number: family.number))
            default:
                try endReused(family, asker)
                return nil
            }
        }
    }

    private func successor(of family: RefreshFamily, number: Int) -> RefreshToken {
        RefreshToken(
            session: family.session, number: number, nonce: family.nonce, key: secrets.refreshes.current)
    }

    private func tokens(of family: RefreshFamily, _ refresh: RefreshToken) throws -> AppTokens {
        AppTokens(
            access: try accessToken(session: family.session, of: family.customer), refresh: refresh.text,
            customer: family.customer)
    }

    /// Ends a session one of whose tokens was used twice.
    private func endReused(_ family: RefreshFamily, _ asker: Asker) throws {
        try store.deleteSession(family.session, of: family.customer)
        try notify(
            family.customer, .reusedToken, about: "sign-in", version: "\(now().microsecondsSince1970)",
            NoticeContent(title: family.device), opens: "/settings/sessions")
        log.warning("refresh token reused", metadata: asker.logFields(family.customer))
    }
}
