import Agreements
package import HTTP
package import Runtime
package import Storage
import Templates
package import Web

extension Development {
    /// `GET /dev/bridge`: the other side of a chat, for trying the way from a message to the calendar.
    package static func showBridge(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        try app.page(bridgePage(visit, signedIn, app), visit)
    }

    /// `POST /dev/bridge`: has the scripted bridge type the code, end the link, or say something.
    package static func playBridge(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let form = visit.request.form, home = app.agreements(of: signedIn.customer)
        guard let bridge = home.scriptedBridge else { throw Refusal.notFound }
        var page = try bridgePage(visit, signedIn, app)
        do throws(BridgeError) {
            switch form["do"] {
            case "type": try bridge.setState(.ready, of: signedIn.customer.id)
            case "end": try bridge.setState(.disconnected, of: signedIn.customer.id)
            default:
                let name = form["name"].isEmpty ? "Sara" : form["name"]
                try bridge.say(form["body"], in: name, isMine: form["who"] == "me", to: signedIn.customer.id)
                page.name = name
                page.said = form["body"]
            }
        } catch {
            page.problem = "\(error)"
        }
        return app.page(page, visit, status: page.problem == nil ? .ok : .badGateway)
    }

    private static func bridgePage(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> PlayBridgePage {
        let home = app.agreements(of: signedIn.customer), link = try home.link()
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
