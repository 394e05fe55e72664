import CivilTime
package import Runtime
package import Storage
package import Templates
import Text

/// The words of a notice, in a language.
package struct NoticeText: Sendable, Hashable {
    package let title: String
    package let body: String
}

/// A message that the customer can copy and send.
package struct NoticeMessage: Sendable, Hashable {
    package let language: Language
    package let text: String
}

/// A writer of notices for one customer.
package struct NoticeWords {
    private let format: Formatter
    private let zone: TimeZoneRules
    private let now: Instant
    private let app: App

    package init(_ customer: Customer, _ language: Language, _ app: App) throws {
        format = app.formatter(customer, language)
        zone = try app.zone(of: customer)
        now = app.now()
        self.app = app
    }

    /// Returns the words of a notice.
    ///
    /// - Parameter hidesContent: true if only the kind may be named.
    package func text(_ notice: Notice, hidesContent: Bool = false) -> NoticeText {
        let key = "notice.\(notice.kind.rawValue)", content = notice.content
        if hidesContent, notice.kind.rule.canBeChosen { return NoticeText(title: name(of: notice.kind), body: "") }
        if let count = content.count {
            let many = notice.kind == .summary ? key : "\(key).many"
            return NoticeText(title: format.text("\(many).title", counting: count), body: format.text("\(many).body"))
        }
        var values = ["title": (content.title ?? format.text("notice.untitled")).isolated]
        let other = content.other?.isolated ?? content.prayer.map { format.text("prayer.\($0)") }
        values["other"] = other ?? format.text("notice.untitled")
        let parts = [content.start.map { time($0, isAllDay: content.isAllDay == true) }, content.place?.isolated]
        values["when"] = parts.compactMap(\.self).joined(separator: " · ")
        if let leaving = content.leaving { add(leaving, to: &values) }
        return NoticeText(title: format.text("\(key).title", values), body: format.text("\(key).body", values))
    }

    /// Adds the values of an alert to leave.
    private func add(_ leaving: LeavingContent, to values: inout [String: String]) {
        let length = format.duration(minutes: leaving.minutes)
        values["leave"] = format.time(leaving.leave, zone)
        values["way"] = format.text(leaving.isOnFoot ? "way.foot" : "way.car", ["length": length])
        values["late"] = format.duration(minutes: leaving.lateMinutes)
    }

    /// Returns the messages for the person who waits, the customer's language first; none if the customer is in time.
    package func messages(of notice: Notice) -> [NoticeMessage] {
        guard notice.kind == .leaveLate, let leaving = notice.content.leaving, leaving.lateMinutes > 0
        else { return [] }
        let languages = [format.language] + Language.allCases.filter { $0 != format.language }
        return languages.map { language in
            NoticeMessage(
                language: language, text: app.text("notice.leave.message", language, counting: leaving.lateMinutes))
        }
    }

    /// Returns the name of a kind.
    package func name(of kind: NoticeKind) -> String { format.text("notice.\(kind.rawValue).name") }

    private func time(_ start: Instant, isAllDay: Bool) -> String {
        let date = zone.date(at: start), today = zone.date(at: now)
        let day = date == today ? format.text("notice.today") : format.day(date, .brief)
        return isAllDay ? day : format.text("notice.when", ["day": day, "time": format.time(start, zone)])
    }
}
