import CRabbitMQ
import Glibc

// Reading what the broker sends without being asked, frame by frame.
//
// librabbitmq's `amqp_consume_message` allocates the length that a message announces. Here each piece of a body
// is dropped as soon as it is read, so a long body costs no memory.

/// Waits for the next frame. This is also where librabbitmq sends and checks heartbeats.
///
/// The frame's content exists until the next call.
///
/// - Returns: nil if none came in time.
func nextFrame(_ state: amqp_connection_state_t, milliseconds: Int) throws(BrokerError) -> amqp_frame_t? {
    amqp_maybe_release_buffers(state)
    var frame = amqp_frame_t()
    var timeout = timeval(tv_sec: milliseconds / 1_000, tv_usec: milliseconds % 1_000 * 1_000)
    let status = amqp_simple_wait_frame_noblock(state, &frame, &timeout)
    if status == AMQP_STATUS_TIMEOUT.rawValue { return nil }
    try check(status)
    return frame
}

/// Waits for the next frame of a message that has begun.
private func frameInside(
    _ state: amqp_connection_state_t, type: Int32, seconds: Int
) throws(BrokerError) -> amqp_frame_t {
    guard let frame = try nextFrame(state, milliseconds: seconds * 1_000) else { throw .timedOut }
    if Int32(frame.frame_type) == AMQP_FRAME_METHOD { throw closingError(frame.payload.method) }
    guard Int32(frame.frame_type) == type else { throw .lost("the broker sent frames in a wrong order") }
    return frame
}

/// The content of a message: the header's properties and the beginning of the body.
struct Content {
    var messageID: String?
    var deathCount = 0
    var body: [UInt8] = []
    var bodyBytes = 0
}

/// Reads the frames of a message after the method that announced it.
///
/// - Parameters:
///   - limitBytes: the number of bytes of the body to keep.
///   - seconds: the maximum wait for each frame.
func readContent(
    _ state: amqp_connection_state_t, limitBytes: Int, seconds: Int
) throws(BrokerError) -> Content {
    let header = try frameInside(state, type: AMQP_FRAME_HEADER, seconds: seconds).payload.properties
    let properties = header.decoded.load(as: amqp_basic_properties_t.self)
    var content = Content()
    // A published length is a claim. Nothing is allocated for it.
    guard let bodyBytes = Int(exactly: header.body_size) else { throw .lost("the broker sent an impossible length") }
    content.bodyBytes = bodyBytes
    if properties._flags & UInt32(AMQP_BASIC_MESSAGE_ID_FLAG) != 0 {
        let id = UnsafeRawBufferPointer(start: properties.message_id.bytes, count: properties.message_id.len)
        content.messageID = String(validating: id, as: UTF8.self)
    }
    if properties._flags & UInt32(AMQP_BASIC_HEADERS_FLAG) != 0 {
        content.deathCount = deathCount(in: properties.headers)
    }
    var readBytes = 0
    while readBytes < bodyBytes {
        let piece = try frameInside(state, type: AMQP_FRAME_BODY, seconds: seconds).payload.body_fragment
        readBytes += piece.len
        let kept = min(piece.len, limitBytes - content.body.count)
        content.body += UnsafeRawBufferPointer(start: piece.bytes, count: kept)
    }
    return content
}
