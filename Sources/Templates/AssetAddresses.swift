import Crypto
import System

/// Addresses of the static files that nginx serves for a year: `/static/app.3f2a91bc04de.css`.
public struct AssetAddresses: Sendable {
    private let addresses: [String: String]

    public init(directory: String) throws {
        var addresses: [String: String] = [:]
        for file in try files(below: directory) where !file.contains("/") {
            guard let dot = file.lastIndex(of: ".") else { continue }
            let digest = sha256Hex(try readBytes("\(directory)/\(file)")).prefix(12)
            addresses[file] = "/static/\(file[..<dot]).\(digest)\(file[dot...])"
        }
        self.addresses = addresses
    }

    public subscript(file: String) -> String? { addresses[file] }
}
