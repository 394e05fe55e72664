public import CivilTime
public import Crypto
import Logging
import System

extension Config {
    /// Returns the signer of profiles that the settings name; nil if none is configured.
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

    /// Returns the problem of a certificate that an operator should solve; nil if there is none.
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
    /// Logs once, at the start, if profiles are unsigned or their certificate has a problem.
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
