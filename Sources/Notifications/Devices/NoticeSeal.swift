import Crypto
import Runtime
import Storage

/// The encryption of what is stored about devices, with a key of the installation.
struct NoticeSeal {
    private let keys: [SealingKey]

    enum Purpose {
        case address(CustomerID)
        case providerToken(String)

        fileprivate var context: [UInt8] {
            switch self {
            case .address(let customer): Array("jadwal notice address 1 \(customer)".utf8)
            case .providerToken(let id): Array("jadwal provider token 1 \(id)".utf8)
            }
        }
    }

    fileprivate init(_ ring: KeyRing) { keys = ring.all.compactMap { SealingKey($0) } }

    func seal(_ plain: [UInt8], _ purpose: Purpose) -> [UInt8] {
        keys[0].seal(plain, context: purpose.context)
    }

    /// - Returns: nil if none of the installation's keys opens it.
    func open(_ sealed: [UInt8], _ purpose: Purpose) -> [UInt8]? {
        keys.lazy.compactMap { $0.open(sealed, context: purpose.context) }.first
    }
}

extension App {
    var noticeSeal: NoticeSeal { NoticeSeal(secrets.notices) }
}
