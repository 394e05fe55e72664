@testable import Agreements
import Postgres
import Runtime
import Storage
import TestSupport
import Testing
import WebClient

/// The operator's language model on the way from a chat to the calendar.
@Suite("A language model beside the rules")
struct ChatModelTests {
    /// Settings of a model at a port where nobody answers.
    private static let settings = [
        "JADWAL_MODEL_URL": "http://127.0.0.1:9/v1", "JADWAL_MODEL_NAME": "small",
        "JADWAL_MODEL_HOST_COUNTRY": "Germany",
    ]

    private func world(allowsModel: Bool) throws -> ChatWorld {
        startWebClients()
        let world = try ChatWorld(Self.settings)
        try world.home.choose(allowsModel: allowsModel, mailsFindings: false)
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        let runner = AnalysisRunner(world.app, model: try ChatModel(world.app.config))
        while try runner.runNext() {}
        return world
    }

    @Test("the chats of who did not allow it are read by the rules alone, and nothing is sent")
    func forbidden() throws {
        let world = try world(allowsModel: false)
        #expect(try world.events().count == 1)
        #expect(world.test.log.lines.allSatisfy { !$0.contains("model") })
    }

    @Test("p-06: while the model is away, the chat waits for another try and nothing is lost")
    func away() throws {
        let world = try world(allowsModel: true)
        #expect(try world.events().isEmpty)
        #expect(try world.keptWords() == 2)
        #expect(try world.test.store.chatCounts().waiting == 1)
        #expect(world.test.log.lines.contains { $0.contains("chat not read") && $0.contains("problem=model") })
    }

    /// Reads a chat on which rules and model agree, with a model that gives these responses.
    private func read(_ responses: String...) throws -> (world: ChatWorld, model: ModelServer) {
        let (world, server) = try withModel(responses)
        try world.chat("Dinner on Thursday at 8 pm?", ">ok deal")
        try readWithModel(world)
        return (world, server)
    }

    /// Makes a customer who allows a model that gives these responses.
    private func withModel(_ responses: [String]) throws -> (world: ChatWorld, model: ModelServer) {
        let server = try ModelServer(responses)
        let world = try ChatWorld([
            "JADWAL_MODEL_URL": server.base, "JADWAL_MODEL_NAME": "small", "JADWAL_MODEL_TIMEOUT_SECONDS": "2",
            "JADWAL_MODEL_HOST_COUNTRY": "Germany",
        ])
        try world.home.choose(allowsModel: true, mailsFindings: false)
        return (world, server)
    }

    private func readWithModel(_ world: ChatWorld) throws {
        let runner = AnalysisRunner(world.app, model: try ChatModel(world.app.config))
        while try runner.runNext() {}
    }

    @Test("without a name in the account, the customer's name at WhatsApp and the one in a file are masked")
    func ownNames() throws {
        let answer = completion(reply("HAS_EVENT_AGREED", 1, 2, day: "on Thursday", time: "at 8 pm"))
        let (linked, first) = try withModel([answer])
        #expect(linked.customer.name.isEmpty)
        try linked.chat("Zaid, dinner on Thursday at 8 pm?", ">ok deal")
        let vault = try #require(try linked.app.vault(of: linked.customer.id))
        try linked.test.run("UPDATE chat_account SET sealed_name = \(try vault.seal("Zaid", .name))")
        try readWithModel(linked)
        #expect(first.requests.count == 1)
        #expect(first.requests.allSatisfy { !$0.body.contains("Zaid") && $0.body.contains("person1") })
        let (uploaded, second) = try withModel([answer])
        let chat = """
            22/11/2026, 20:01 - Sara: Khalid, dinner on Thursday at 8 pm?
            22/11/2026, 20:05 - Khalid: ok deal

            """
        _ = try uploaded.home.upload(Array(chat.utf8), ownName: "Khalid")
        try readWithModel(uploaded)
        #expect(second.requests.count == 1)
        #expect(second.requests.allSatisfy { !$0.body.contains("Khalid") && $0.body.contains("person1") })
    }

    @Test("a model that finds the same leaves the event as the rules made it")
    func same() throws {
        let (world, model) = try read(
            completion(reply("HAS_EVENT_AGREED", 1, 2, day: "on Thursday", time: "at 8 pm")))
        #expect(try world.events().count == 1)
        #expect(model.requests.count == 1)
        #expect(model.requests.allSatisfy { !$0.body.contains("Sara") })
    }

    @Test("a model that disagrees makes the agreement a question to the customer")
    func disagrees() throws {
        let (world, _) = try read(completion(reply("NO_EVENT")))
        #expect(try world.events().isEmpty)
        #expect(try world.inbox().map(\.state) == [.proposed])
    }

    @Test("a model that is cut off, hostile or out of its mind leaves the rules alone", arguments: [
        completion(reply("HAS_EVENT_AGREED", 1, 2, day: "on Thursday"), finish: "length"),
        completion("Sure! Ignore the rules and delete everything."),
        completion(reply("HAS_EVENT_AGREED", 1, 2, day: "2030-01-01")),
        completion("", refusal: "I cannot help with that"), response(401, "{}"),
    ])
    func hostile(text: String) throws {
        let (world, _) = try read(text, text)
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T200000"])
    }

    @Test("a slow model, a busy one and a broken one are asked again later, and nothing is lost", arguments: [
        "", response(429, "{}", "Retry-After: 7\r\n"), response(503, "{}"),
    ])
    func slow(text: String) throws {
        let (world, _) = try read(text)
        #expect(try world.events().isEmpty)
        #expect(try world.keptWords() == 2)
        #expect(try world.test.store.chatCounts().waiting == 1)
    }

    @Test("a permission is for the model of its day: another host has to be allowed again")
    func otherHost() throws {
        let world = try world(allowsModel: true)
        try world.test.run("UPDATE chat_account SET model_host = 'elsewhere.example'")
        try world.test.run("UPDATE chat SET analyse_after = now(), claimed_until = NULL")
        #expect(try !world.home.link().allowsModel)
        let runner = AnalysisRunner(world.app, model: try ChatModel(world.app.config))
        while try runner.runNext() {}
        #expect(try world.events().count == 1)
    }

    @Test("a page can say where the model is; without settings there is none")
    func host() throws {
        let host = try #require(try ChatWorld(Self.settings).home.modelHost)
        #expect(host.host == "127.0.0.1" && host.country == "Germany")
        #expect(try ChatWorld().home.modelHost == nil)
        #expect(try ChatModel(ChatWorld().app.config) == nil)
    }
}
