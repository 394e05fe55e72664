import CRabbitMQ
import Glibc

/// Opens the socket of a connection, with TLS if the address asks for it.
func connect(_ state: amqp_connection_state_t, to address: BrokerAddress, seconds: Int) throws(BrokerError) {
    guard let socket = address.usesTLS ? try tlsSocket(state, address) : amqp_tcp_socket_new(state) else {
        throw .lost("there is not enough memory for a socket")
    }
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    let status = amqp_socket_open_noblock(socket, address.host, Int32(address.port), &timeout)
    guard status == AMQP_STATUS_OK.rawValue else {
        switch amqp_status_enum(status) {
        case AMQP_STATUS_SSL_PEER_VERIFY_FAILED, AMQP_STATUS_SSL_HOSTNAME_VERIFY_FAILED, AMQP_STATUS_SSL_ERROR,
             AMQP_STATUS_SSL_CONNECTION_FAILED:
            throw .untrusted(explanation(of: status))
        default: throw .unreachable(explanation(of: status))
        }
    }
}

/// Makes a socket that accepts a certificate of the address's authorities for the address's host only, by TLS 1.2
/// or newer.
private func tlsSocket(
    _ state: amqp_connection_state_t, _ address: BrokerAddress
) throws(BrokerError) -> OpaquePointer? {
    guard let socket = amqp_ssl_socket_new(state) else { return nil }
    // librabbitmq trusts nobody before it knows a file.
    guard amqp_ssl_socket_set_cacert(socket, address.certificateFile) == AMQP_STATUS_OK.rawValue else {
        throw .untrusted("the file of certificates to trust cannot be read: \(address.certificateFile)")
    }
    amqp_ssl_socket_set_verify_peer(socket, 1)
    amqp_ssl_socket_set_verify_hostname(socket, 1)
    try check(amqp_ssl_socket_set_ssl_versions(socket, AMQP_TLSv1_2, AMQP_TLSvLATEST))
    return socket
}
