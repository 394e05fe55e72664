package import Pages
import Runtime

/// The hosts of the push services of browsers. The browser chooses its own.
private let pushServices = "fcm.googleapis.com, *.push.apple.com, *.push.services.mozilla.com, *.notify.windows.com"

/// Every connection that Jadwal makes to another program, besides its database. `/about/connections` shows them.
///
/// The texts `connections.KEY` and `connections.KEY.data` say what it is for, and what goes there.
package let connections: [OutgoingConnection] = [
    // key                         the host by the settings; nil if there is no such connection
    OutgoingConnection("mail") { config in
        switch config.mailTransport {
        case .smtp: config.smtpHost.isEmpty ? nil : config.smtpHost
        case .resend: hostName(ofURL: config.resendURL)
        case .mailbox, .stdout: nil
        }
    },
    OutgoingConnection("bridge") { hostName(ofURL: $0.bridgeURL) },
    OutgoingConnection("queue") { hostName(ofURL: $0.rabbitMQ) },
    OutgoingConnection("model") { hostName(ofURL: $0.modelURL) },
    OutgoingConnection("travel") { config in
        let hosts = Set(config.travelSources.compactMap { hostName(ofURL: $0.address) })
        return hosts.isEmpty ? nil : hosts.sorted().joined(separator: ", ")
    },
    OutgoingConnection("openid") { hostName(ofURL: $0.openIDIssuer) },
    OutgoingConnection("web-push") { $0.webPush == .on ? pushServices : nil },
    OutgoingConnection("apns") { $0.apnsKeyFile.isEmpty ? nil : $0.apnsHost },
]
