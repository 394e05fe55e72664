import ICalendar

/// The addresses of video meetings: of Teams, Meet, Zoom and Webex, which most invitations of companies have.
package enum MeetingLink {
    /// Returns the first address of a meeting in a text; nil if there is none in its first 20,000 octets.
    package static func first(in text: String) -> String? {
        let octets = Array(text.utf8.prefix(20_000))
        var place = 0
        while let colon = octets[place...].firstIndex(of: UInt8(ascii: ":")) {
            place = colon + 1
            guard octets[..<colon].suffix(5).elementsEqual("https".utf8), octets[place...].starts(with: "//".utf8)
            else { continue }
            let end = octets[place...].firstIndex { !isInAddress($0) } ?? octets.endIndex
            let address = octets[(colon - 5)..<end].trimmedEnd
            if isMeeting(address) { return address }
            place = end
        }
        return nil
    }

    private static func isInAddress(_ octet: UInt8) -> Bool {
        (0x21...0x7E).contains(octet) && !"\"<>\\^`{|}".utf8.contains(octet)
    }

    /// Returns true for the address of a meeting itself. The pages of these services about telephone numbers and
    /// options are no meetings, and neither is a host that only has one of their names in it.
    private static func isMeeting(_ address: String) -> Bool {
        let rest = address.dropFirst("https://".count)
        let host = rest.prefix { !"/?#".contains($0) }.lowercased(), path = rest.dropFirst(host.count)
        func isHost(_ name: String) -> Bool { host == name || host.hasSuffix("." + name) }
        func begins(_ parts: [String]) -> Bool { parts.contains { path.hasPrefix($0) && path.count > $0.count } }
        if host == "meet.google.com" {
            return path.prefixMatch(of: /\/[a-z]{3}-[a-z]{4}-[a-z]{3}/) != nil || begins(["/lookup/"])
        }
        if ["teams.microsoft.com", "teams.live.com", "teams.microsoft.us"].contains(where: isHost) {
            return begins(["/l/meetup-join/", "/meet/"])
        }
        if ["zoom.us", "zoom.com", "zoomgov.com"].contains(where: isHost) {
            return begins(["/j/", "/w/", "/s/", "/my/", "/wc/"])
        }
        return isHost("webex.com") && ["/meet/", "/join/", "/j.php", "/m/", "/wbxmjs/"].contains { path.contains($0) }
    }
}

extension ArraySlice<UInt8> {
    /// The text without the signs of a sentence at its end.
    fileprivate var trimmedEnd: String {
        var text = self
        while let last = text.last, ".,;:!?)]'*".utf8.contains(last) { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Component {
    /// The address at which people join an event's meeting, from the properties of programs, its link, its place or its
    /// note; nil without one.
    var meetingLink: String? {
        let addresses = ["X-GOOGLE-CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL", "CONFERENCE", "URL"]
        for name in addresses {
            if let found = all(name).lazy.compactMap({ MeetingLink.first(in: $0.value) }).first { return found }
        }
        return ["LOCATION", "DESCRIPTION"].lazy.compactMap { MeetingLink.first(in: self.plainText($0)) }.first
    }
}
