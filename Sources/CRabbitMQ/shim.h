// What the module CRabbitMQ shows to Swift: Debian's librabbitmq-dev, found through pkg-config.
#include <amqp.h>
#include <amqp_ssl_socket.h>
#include <amqp_tcp_socket.h>

/* A function with any number of arguments, which Swift does not import. */
static inline amqp_rpc_reply_t jadwal_amqp_login(
    amqp_connection_state_t state, const char *virtual_host, int channel_max, int frame_max, int heartbeat,
    const amqp_table_t *properties, const char *user, const char *password) {
    return amqp_login_with_properties(
        state, virtual_host, channel_max, frame_max, heartbeat, properties, AMQP_SASL_METHOD_PLAIN, user, password);
}

/* The numbers of methods are macros with a cast inside, which Swift does not import. */
static const amqp_method_number_t jadwal_amqp_connection_close = AMQP_CONNECTION_CLOSE_METHOD;
static const amqp_method_number_t jadwal_amqp_channel_close = AMQP_CHANNEL_CLOSE_METHOD;
static const amqp_method_number_t jadwal_amqp_basic_deliver = AMQP_BASIC_DELIVER_METHOD;
static const amqp_method_number_t jadwal_amqp_basic_cancel = AMQP_BASIC_CANCEL_METHOD;
static const amqp_method_number_t jadwal_amqp_basic_ack = AMQP_BASIC_ACK_METHOD;
static const amqp_method_number_t jadwal_amqp_basic_nack = AMQP_BASIC_NACK_METHOD;
static const amqp_method_number_t jadwal_amqp_basic_return = AMQP_BASIC_RETURN_METHOD;
