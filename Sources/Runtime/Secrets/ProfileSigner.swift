public import CivilTime
public import Crypto
import Logging
import System

extension Config {
    /// What profiles are signed with, by the settings; nil where none is configured.
    ///
    /// - Throws: `ConfigError` naming the setting that is wrong, or `FileError` naming the file.
    public func profileSigner() throws -> CMSSigner? {
        guard !profileCertificate.isEmpty else { return nil }
        let certificate = try readBytes(profileCertificate), key = try readBytes(profileKey)
        let chain = profileChain.isEmpty ? [] : try readBytes(profileChain)
        let made = Result { () throws(CMSError) in try CMSSigner(certificate: certificate, key: key, chain: chain) }
        return try made.mapError { error in
            let setting = error == .certificate ? "CERTIFICATE" : "KEY"
            return ConfigError(key: "JADWAL_PROFILE_\(setting)", problem: "cannot be used: \(error)")
        }.get()
    }
}

extension CMSSigner {
    public func isValid(at moment: Instant) -> Bool {
        validSeconds.contains(moment.secondsSince1970)
    }

    /// What an operator should mend about a certificate that works for now; nil where all is well.
    public func concern(at moment: Instant) -> String? {
        let end = Instant(secondsSince1970: validSeconds.upperBound)
        if !isValid(at: moment) {
            let begin = Instant(secondsSince1970: validSeconds.lowerBound)
            return moment < begin ? "the certificate is valid from \(begin) only" : "the certificate expired at \(end)"
        }
        if end - moment < .seconds(Self.warningDays * 86_400) { return "the certificate expires at \(end)" }
        return hasIssuer ? nil : "the chain lacks the certificate's issuer, so devices will not trust it"
    }

    private static let warningDays = 21
}

extension Shared {
    /// Says once, at the start, what devices will show of profiles.
    public func logProfileSigner() {
        guard let profileSigner else {
            log.warning("profiles unsigned", metadata: ["reason": "JADWAL_PROFILE_CERTIFICATE is not set"])
            return
        }
        if let concern = profileSigner.concern(at: now()) {
            log.warning("profile certificate", metadata: ["reason": "\(concern)"])
        }
    }
}
