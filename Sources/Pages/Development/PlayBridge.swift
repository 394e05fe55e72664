import Agreements
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension Development {
    /// `GET /dev/bridge`: the other side of a chat, for trying the way from a message to the calendar.
    package static func showBridge(_ visit: CustomerVisit) throws -> Response {
        try visit.page(bridgePage(visit))
    }

    /// `POST /dev/bridge`: has the scripted bridge type the code, end the link, or say something.
    package static func playBridge(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, home = visit.agreements
        guard let bridge = home.scriptedBridge else { throw Refusal.notFound }
        var page = try bridgePage(visit)
        do throws(BridgeError) {
            switch form["do"] {
            case "type": try bridge.setState(.ready, of: visit.customer.id)
            case "end": try bridge.setState(.disconnected, of: visit.customer.id)
            default:
                let name = form["name"].isEmpty ? "Sara" : form["name"]
                try bridge.say(form["body"], in: name, isMine: form["who"] == "me", to: visit.customer.id)
                page.name = name
                page.said = form["body"]
            }
        } catch {
            page.problem = "\(error)"
        }
        return visit.page(page, status: page.problem == nil ? .ok : .badGateway)
    }

    private static func bridgePage(_ visit: CustomerVisit) throws -> PlayBridgePage {
        let home = visit.agreements, link = try home.link()
        guard home.hasBridge else { throw Refusal.notFound }
        return PlayBridgePage(state: link.state.rawValue, code: link.code?.text, name: "Sara")
    }
}

struct PlayBridgePage: Page {
    static let template = "development/bridge"
    static let hasForm = true
    /// The state of the link, and the code to type.
    var state: String
    var code: String?
    var name: String
    /// The message that was sent last.
    var said: String?
    var problem: String?
}
