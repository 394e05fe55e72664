/// A reason why an address of a broker is wrong. Its text says what to change and quotes nothing, since the
/// address contains a password.
public enum BrokerAddressError: Error, Hashable, Sendable {
    case scheme
    case login
    case host
    case port
    case virtualHost
    case option
    case heartbeat
    case certificateFile
    case unencrypted
    case numberAsHost
}

extension BrokerAddressError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .scheme: "the address of the broker must begin with amqp:// or amqps://"
        case .login:
            """
            the address of the broker needs user:password@ before the host; \
            write @, :, / and % in them as %40, %3A, %2F and %25
            """
        case .host: "the address of the broker needs a host after the @, such as localhost or [::1]"
        case .port: "the port in the address of the broker must be a number from 1 to 65535"
        case .virtualHost:
            "the address of the broker needs a virtual host after the port, such as /jadwal; RabbitMQ's own is /%2F"
        case .option: "the address of the broker can have the options heartbeat=… and cacertfile=…, each once"
        case .heartbeat: "the heartbeat in the address of the broker must be from 1 to 600 seconds"
        case .certificateFile:
            "cacertfile in the address of the broker is the path of a PEM file, and only for amqps://"
        case .unencrypted:
            "amqp:// is for a broker on this machine, because nothing is encrypted; write amqps:// for another host"
        case .numberAsHost: "amqps:// needs the host's name, because the certificate is checked for a name"
        }
    }
}
