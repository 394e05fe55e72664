import Testing

@testable import AMQP

@Suite("Queues of a broker")
struct QueueTests {
    let queue: TestQueue, connection: BrokerConnection

    init() throws {
        queue = try TestQueue()
        connection = try queue.connect()
    }

    @Test("a declared queue exists, and declaring it again changes nothing")
    func declaring() throws {
        #expect(try connection.declare(queue.name) == QueueState(messages: 0, consumers: 0))
        try connection.publish([1], to: queue.name)
        #expect(try connection.declare(queue.name) == QueueState(messages: 1, consumers: 0))
        #expect(try connection.state(of: queue.name) == QueueState(messages: 1, consumers: 0))
    }

    @Test("asking for a queue that does not exist makes none, and closes the connection")
    func missing() throws {
        let error = #expect(throws: BrokerError.self) { try connection.state(of: queue.name) }
        guard case .noQueue(let words) = error else { Issue.record("\(String(describing: error))"); return }
        #expect(words.contains(queue.name))
        #expect(connection.isClosed)
        #expect(throws: BrokerError.self) { try queue.waiting() }
    }

    @Test("a queue with other arguments is refused with 406, as a bridge would be")
    func otherArguments() throws {
        try queue.declare(deadLettersTo: "wasapp.dead")
        let error = #expect(throws: BrokerError.self) { try connection.declare(queue.name) }
        guard case .preconditionFailed(let words) = error else { Issue.record("\(String(describing: error))"); return }
        #expect(words.contains("x-dead-letter-exchange"))
    }

    @Test("a queue that this user has no right to is refused")
    func notPermitted() throws {
        let error = #expect(throws: BrokerError.self) { try connection.declare("elsewhere.\(queue.name)") }
        guard case .notPermitted = error else { Issue.record("\(String(describing: error))"); return }
    }

    @Test("a message without a queue is reported, and the connection goes on")
    func unroutable() throws {
        #expect(throws: BrokerError.unroutable) { try connection.publish([1, 2, 3], to: queue.name) }
        try connection.declare(queue.name)
        try connection.publish([1, 2, 3], to: queue.name)
        #expect(try queue.waiting() == 1)
    }
}
