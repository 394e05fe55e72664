import ICalendar
import Text

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
