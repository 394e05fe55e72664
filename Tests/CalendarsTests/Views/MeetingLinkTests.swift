@testable import Calendars
import Testing

@Suite("Addresses of meetings")
struct MeetingLinkTests {
    @Test("the meetings of four services are found in any text", arguments: [
        "https://teams.microsoft.com/l/meetup-join/19%3ameeting_Y2/0?context=%7b%22Tid%22%3a%221%22%7d",
        "https://teams.live.com/meet/9312345678901?p=abc", "https://teams.microsoft.com/meet/21234567890?p=x",
        "https://meet.google.com/abc-defg-hij", "https://meet.google.com/lookup/team",
        "https://zoom.us/j/81234567890?pwd=Zm9v", "https://us02web.zoom.us/j/812", "https://acme.zoom.us/my/sara",
        "https://acme.webex.com/meet/sara", "https://acme.webex.com/acme/j.php?MTID=m1",
    ])
    func found(address: String) {
        #expect(MeetingLink.first(in: address) == address)
        #expect(MeetingLink.first(in: "Join: <\(address)> or (\(address)).") == address)
        #expect(MeetingLink.first(in: "انضم:\(address)، شكرًا") == address)
        #expect(MeetingLink.first(in: "https://example.org/a https://example.org \(address).") == address)
    }

    @Test("no other host, scheme or page is taken for a meeting", arguments: [
        "https://zoom.us@evil.example/j/1", "https://zoom.us.evil.example/j/1", "https://evilzoom.us/j/1",
        "https://evil.example/?u=https://zoom.us/j/1", "http://zoom.us/j/1", "javascript:https", "zoom.us/j/1",
        "https://zoom.us/j/", "https://zoom.us/u/abc", "https://zoom.us:8443/j/1", "https://meet.google.com/",
        "https://teams.microsoft.com/meetingOptions/?x=1", "https://webex.com/meet", "https:", "://", "",
        "https://acme.webex.com/globalcallin.php?MTID=1", "https://example.org/zoom.us/j/1",
    ])
    func notFound(text: String) {
        #expect(MeetingLink.first(in: text) == nil)
    }
}
