public import AddressPlaces
public import Logging

/// The database of JADWAL_MMDB, if it names one; the log hears when its file changes.
public func addressDatabase(_ config: Config, _ log: Logger) -> AddressDatabase? {
    guard !config.addressDatabase.isEmpty else { return nil }
    return AddressDatabase(path: config.addressDatabase, copies: config.data) { event in
        switch event {
        case .opened(let path, let type):
            log.info("address database", metadata: ["path": "\(path)", "type": "\(type)"])
        case .kept(let error, let path, let hasOld):
            log.warning("address database", metadata: [
                "path": "\(path)", "reason": "\(error)", "outcome": hasOld ? "the one before is used on" : "none is used",
            ])
        }
    }
}
