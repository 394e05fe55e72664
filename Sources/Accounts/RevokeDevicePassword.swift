import Logging
package import Runtime
package import Storage

extension App {
    /// Returns the passwords of a customer's devices, the newest first.
    package func devicePasswords(of customer: CustomerID) throws -> [DevicePassword] {
        try store.devicePasswords(of: customer)
    }

    /// Ends a device's password.
    ///
    /// This responder refuses it at once. The others do when they hear that it was deleted, which a trigger announces.
    ///
    /// - Returns: the device's name; nil if the password is another customer's, or ended already.
    package func revokeDevicePassword(
        _ id: DevicePasswordID, of customer: CustomerID, _ asker: Asker
    ) throws -> String? {
        let store = try store
        let label = try store.transaction {
            try store.lock(customer)
            // The grant of a profile would make the same password again.
            try store.deleteProfileGrants(of: customer)
            try store.deleteDeviceSetups(of: customer)
            return try store.deleteDevicePassword(id, of: customer)
        }
        shared.forget(customer)
        if label != nil { log.info("device password revoked", metadata: asker.logFields(customer)) }
        return label
    }
}
