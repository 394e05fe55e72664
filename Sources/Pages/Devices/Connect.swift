import Accounts
import Calendars
package import HTTP
import Places
import PrayerFeeds
import Runtime
import Storage
import Templates
package import Web

/// The kinds of devices that the steps are written for, as addresses name them.
private enum DeviceKind: String {
    case iphone, mac, android, thunderbird, another

    /// The key of the name that a device gets unless its owner types another one.
    var labelKey: String? {
        switch self {
        case .iphone: "connect.iphone.label"
        case .mac: "connect.mac.label"
        case .android: "connect.android.label"
        case .thunderbird: "connect.thunderbird.label"
        case .another: nil
        }
    }
}

extension Devices {
    /// `GET /settings/devices/connect`, also with a kind behind it: the steps to connect a device of that kind.
    package static func showConnect(_ visit: CustomerVisit) throws -> Response {
        visit.page(try ConnectPage(kind(visit), visit))
    }

    /// `POST /settings/devices/connect/{kind}`: makes a password and shows it, this once.
    package static func makePassword(_ visit: CustomerVisit) throws -> Response {
        let typed = visit.request.form["label"]
        var page = try ConnectPage(kind(visit), visit)
        page.label = typed
        switch try visit.app.makeDevicePassword(label: typed, of: visit.customer.id, visit.asker) {
        case .made(_, let text):
            page.password = text
            // The device may store an event before it has listed the calendars.
            _ = try visit.calendars.makeFirst()
        case .unfitLabel: page.labelProblem = visit.text("problem.device.label")
        case .tooMany: page.labelProblem = visit.text("problem.devices.full")
        }
        return visit.page(page, status: page.labelProblem == nil ? .ok : .unprocessableContent)
    }

    private static func kind(_ visit: CustomerVisit) throws -> DeviceKind {
        guard let name = visit.request.pathParameters["kind"] else { return .iphone }
        guard let kind = DeviceKind(rawValue: name) else { throw Refusal.notFound }
        return kind
    }
}

struct ConnectPage: Page {
    static let template = "devices/connect"
    static let hasForm = true
    /// The kind of device, as in the page's address.
    var kind: String
    var isPhone: Bool
    var isMac: Bool
    var isAndroid: Bool
    var isThunderbird: Bool
    var isAnother: Bool
    /// The place of the prayer times that the profile can bring along; nil if there are none.
    var prayerPlace: String?
    var server: String
    var userName: String
    var label: String
    var labelProblem: String?
    /// The password that was just made.
    var password: String?
}

extension ConnectPage {
    fileprivate init(_ kind: DeviceKind, _ visit: CustomerVisit) throws {
        let customer = visit.customer
        let prayerTimes = kind == .iphone ? try Profiles.prayerTimes(of: customer.id, visit.app) : nil
        self.init(
            kind: kind.rawValue, isPhone: kind == .iphone, isMac: kind == .mac, isAndroid: kind == .android,
            isThunderbird: kind == .thunderbird, isAnother: kind == .another,
            prayerPlace: try prayerTimes.map { try Profiles.placeName(of: $0.feed, visit.language, visit.app) },
            server: visit.app.config.origin + "/dav/", userName: customer.email,
            label: kind.labelKey.map { visit.text($0) } ?? "")
    }
}
