import CivilTime
import Crypto
import Logging
import Mail
import Postgres
package import Runtime
package import Storage

/// A device's request: the customer and the password it used.
package struct SignedInDevice: Sendable {
    package let customer: Customer
    package let passwordID: DevicePasswordID
    /// The user name as it was sent, percent-decoded.
    package let login: String

    init(_ signIn: DeviceSignIn, _ name: DeviceUserName) {
        customer = signIn.customer
        passwordID = signIn.passwordID
        login = name.text
    }
}

extension App {
    /// Returns the customer of a device's user name and password; nil if one of them is wrong.
    ///
    /// A responder remembers a right password until its last use has to be written down again, at most five minutes,
    /// or until it hears that the customer or a password of theirs changed. So most requests cost one keyed digest.
    /// A right password is looked up before any limit: nobody's wrong ones keep a device out.
    ///
    /// - Parameter address: the network address, as nginx gives it.
    /// - Throws: `Refusal.tooManyRequests` after a wrong password, if there were too many of them.
    package func device(login: String, password: String, from address: String) throws -> SignedInDevice? {
        let name = DeviceUserName(login), devices = shared.devices, now = now()
        let key = rememberedKey(name, password)
        if let kept = devices.value(key, at: now)?.signIn(at: now) { return SignedInDevice(kept, name) }
        let ticket = devices.ticket()
        let account = try customerID(of: name)
        guard let signIn = try signIn(name, password, of: account, from: address) else {
            try recordWrongDevice(name, of: account, from: address)
            return nil
        }
        devices.keep(
            RememberedDevice(signIn, readAt: now), for: key, until: now + .seconds(signIn.freshSeconds),
            bytes: RememberedDevice.bytes, ticket)
        return SignedInDevice(signIn, name)
    }

    /// Returns the keyed digest by which a right password is remembered.
    private func rememberedKey(_ name: DeviceUserName, _ password: String) -> [UInt8] {
        hmacSHA256(
            key: secrets.devices.current,
            Array("device \(name.text.utf8.count) ".utf8) + Array(name.text.utf8) + Array(password.utf8))
    }

    /// Returns the customer whose user name this is now.
    private func customerID(of name: DeviceUserName) throws -> CustomerID? {
        switch name.meaning {
        case .id(let id): id
        case .address(let address): try store.customerID(withAddress: address)
        case .login(let login): try store.customerID(withLogin: login)
        case .nothing: nil
        }
    }

    /// Finds a password of the customer, then one of customers who had the address before, and notes its use.
    ///
    /// An unknown user name costs the same statements as a known one.
    private func signIn(
        _ name: DeviceUserName, _ password: String, of account: CustomerID?, from address: String
    ) throws -> DeviceSignIn? {
        if let found = try signIn(password, of: account ?? Self.nobody, from: address) { return found }
        guard case .address(let earlier) = name.meaning else { return nil }
        let digests = secrets.devices.all.map { DeviceUserName.digest(ofEarlier: earlier, key: $0) }
        for owner in try store.customers(withEarlierAddress: digests) {
            if let found = try signIn(password, of: owner, earlierAddress: digests, from: address) { return found }
        }
        return nil
    }

    private func signIn(
        _ password: String, of customer: CustomerID, earlierAddress: [[UInt8]]? = nil, from address: String
    ) throws -> DeviceSignIn? {
        let digests = DevicePasswordDigests(password, of: customer, keys: secrets.devices.all)
        guard var found = try store.deviceSignIn(of: customer, digests: digests.all, earlierAddress: earlierAddress)
        else { return nil }
        if found.freshSeconds <= 0 {
            let digest = digests.renewed(found.digest), network = Networks.shown(address)
            guard try store.touchDevicePassword(found.passwordID, of: customer, digest: digest, network: network)
            else { return nil }
            found.freshSeconds = Store.deviceUseSeconds
        }
        return found
    }

    /// The id of no customer.
    private static let nobody = CustomerID(text: "00000000-0000-0000-0000-000000000000")!

    /// Counts a wrong password by user name and network together, and logs it. An unknown user name is counted in the
    /// same way as a known one, so that the limit tells nobody who has an account.
    ///
    /// - Throws: `Refusal.tooManyRequests` if there were too many; further ones leave no rows.
    private func recordWrongDevice(_ name: DeviceUserName, of account: CustomerID?, from address: String) throws {
        let limit = config.failuresPerNetwork, seconds = 300
        // The second limit bounds the rows that one network leaves by inventing names.
        let throttles = Networks.enclosing(address).map {
            throttle("device.failure", name.subject + $0.bytes, limit: limit * $0.share, seconds: seconds)
        } + throttles("device.network", network: address, limit: 20 * limit, seconds: seconds)
        let store = try store
        var fields: Logger.Metadata = ["network": "\(Networks.shown(address))"]
        fields["customer_id"] = account.map { "\($0)" }
        if let seconds = try store.transaction({ try store.take(throttles) }) {
            log.warning("device failure limit", metadata: fields)
            throw Refusal.tooManyRequests(seconds: seconds)
        }
        log.info("device sign-in failed", metadata: fields)
    }
}
