import Accounts
package import HTTP
import Planning
import Runtime
import Storage
import Templates
package import Web

/// The programs that the steps are written for, as addresses name them.
enum PositionProgram: String, CaseIterable {
    case iphone, owntracks, overland, osmand, traccar, another

    /// Returns the address as the program takes it. OsmAnd can send no header, so its address has the token.
    func address(_ origin: String, token: String?) -> String {
        switch self {
        case .iphone, .another: origin + "/position"
        case .owntracks: origin + "/position/owntracks"
        case .overland: origin + "/position/overland"
        case .traccar: origin + "/position/osmand"
        case .osmand:
            origin + "/position/osmand"
                + "?id=\(token ?? "TOKEN")&lat={0}&lon={1}&timestamp={2}&accuracy={3}"
        }
    }

    /// The number of its steps: `position.iphone.step1`.
    fileprivate var stepCount: Int {
        switch self {
        case .iphone: 5
        case .owntracks, .osmand: 3
        case .overland, .traccar, .another: 2
        }
    }
}

extension PositionPages {
    /// `GET /settings/position/{program}`: the steps to connect a program.
    package static func showConnect(_ visit: CustomerVisit) throws -> Response {
        let program = try program(visit)
        guard try visit.planning.position().agreedAt != nil else { return visit.redirect("/settings/position") }
        return visit.page(ConnectProgramPage(program, visit))
    }

    /// `POST /settings/position/{program}`: makes a token that can send positions, and shows it, this once.
    package static func makeToken(_ visit: CustomerVisit) throws -> Response {
        let program = try program(visit), typed = visit.request.form["label"]
        var page = ConnectProgramPage(program, visit)
        page.label = typed
        let outcome = try visit.app.makeToken(
            label: typed, scopes: [.position], of: visit.customer.id, visit.asker)
        switch outcome {
        case .made(_, let text):
            page.token = text
            page.address = program.address(visit.app.config.origin, token: text)
        case .unfitLabel: page.labelProblem = visit.text("problem.device.label")
        case .tooMany:
            page.labelProblem = visit.text("programs.full", ["limit": visit.format.number(App.mostTokens)])
        }
        return visit.page(page, status: page.labelProblem == nil ? .ok : .unprocessableContent)
    }

    private static func program(_ visit: CustomerVisit) throws -> PositionProgram {
        guard let program = PositionProgram(rawValue: visit.request.parameter("program")) else {
            throw Refusal.notFound
        }
        return program
    }
}

struct ConnectProgramPage: Page {
    static let template = "programs/connect"
    static let hasForm = true
    /// The program, as in the page's address.
    var program: String
    var programs: [ProgramTab]
    var steps: [String]
    var address: String
    var label: String
    var labelProblem: String?
    /// The token that was just made.
    var token: String?
}

/// A program in the row of all programs.
struct ProgramTab: Encodable {
    var name: String, label: String
    var isShown: Bool
}

extension ProgramTab {
    fileprivate static func all(_ shown: PositionProgram, _ format: Formatter) -> [ProgramTab] {
        PositionProgram.allCases.map { one in
            ProgramTab(
                name: one.rawValue, label: format.text("position.program.\(one.rawValue)"), isShown: one == shown)
        }
    }
}

extension ConnectProgramPage {
    fileprivate init(_ program: PositionProgram, _ visit: CustomerVisit) {
        let format = visit.format
        self.init(
            program: program.rawValue, programs: ProgramTab.all(program, format),
            steps: (1...program.stepCount).map { format.text("position.\(program.rawValue).step\($0)") },
            address: program.address(visit.app.config.origin, token: nil),
            label: program == .another ? "" : format.text("position.program.\(program.rawValue)"))
    }
}
