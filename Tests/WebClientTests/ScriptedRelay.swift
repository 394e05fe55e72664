import LocalServer

/// A mail relay with chosen replies, and a chosen behaviour at the end of a mail.
struct ScriptedRelay: Sendable {
    enum Ending: Sendable {
        case reply(String)
        case silence
        case drop
    }

    var greeting = "220 relay.test ready"
    var ehlo = "250-relay.test\r\n250 8BITMIME"
    var startTLS = "502 no"
    var auth = "235 welcome"
    var mail = "250 sender taken"
    var recipient = "250 recipient taken"
    var data = "354 go on"
    /// The number of lines of the message after which the connection is closed; nil for never.
    var dropsAfterLines: Int?
    var ending = Ending.reply("250 mail taken")
    var quit: Ending = .reply("221 bye")

    func act(_ peer: Peer) {
        peer.say(greeting + "\r\n")
        while let line = peer.hear(until: "\r\n") {
            switch line.prefix(4).uppercased() {
            case "EHLO", "HELO": peer.say(ehlo + "\r\n")
            case "STAR": peer.say(startTLS + "\r\n")
            case "AUTH":
                peer.say("334 \r\n")
                _ = peer.hear(until: "\r\n")
                peer.say(auth + "\r\n")
            case "MAIL": peer.say(mail + "\r\n")
            case "RCPT": peer.say(recipient + "\r\n")
            case "DATA":
                peer.say(data + "\r\n")
                guard data.hasPrefix("354") else { continue }
                guard takeMessage(peer), end(ending, peer) else { return }
            case "QUIT":
                _ = end(quit, peer)
                return
            default: peer.say("500 what?\r\n")
            }
        }
    }

    private func takeMessage(_ peer: Peer) -> Bool {
        if let dropsAfterLines {
            for _ in 0..<dropsAfterLines { _ = peer.hear(until: "\r\n") }
            return false
        }
        return peer.hear(until: "\r\n.\r\n") != nil
    }

    /// Ends a mail in the chosen way.
    ///
    /// - Returns: true if the conversation continues.
    private func end(_ ending: Ending, _ peer: Peer) -> Bool {
        switch ending {
        case .reply(let text):
            peer.say(text + "\r\n")
            return true
        case .silence:
            peer.staySilent()
            return false
        case .drop:
            return false
        }
    }
}
