import Agreements
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

    @Test("a page can say where the model is; without settings there is none")
    func host() throws {
        let host = try #require(try ChatWorld(Self.settings).home.modelHost)
        #expect(host.host == "127.0.0.1" && host.country == "Germany")
        #expect(try ChatWorld().home.modelHost == nil)
        #expect(try ChatModel(ChatWorld().app.config) == nil)
    }
}
