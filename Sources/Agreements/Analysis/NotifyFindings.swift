import CivilTime
import Notifications
import Runtime
import Storage

extension App {
    /// Writes down a notice about an event of a chat, in the transaction that is open. `MailFindings` is its mail.
    ///
    /// A proposal has none: only what is in the calendar may be shown on a lock screen.
    func notify(
        _ kind: NoticeKind, _ id: AgreementID, _ values: FoundValues, _ written: WrittenEvent, to customer: Customer
    ) throws {
        let start = LocalDateTime(
            date: values.date, hour: (values.minute ?? 0) / 60, minute: (values.minute ?? 0) % 60)
        let zone = try zone(of: customer)
        try notify(
            customer.id, kind, about: noticeThing(id), version: String(written.tag.prefix(200)),
            NoticeContent(
                title: values.title, place: values.place, start: start.map { zone.instant(of: $0) },
                isAllDay: values.minute == nil),
            opens: "/inbox")
    }

    /// Drops what waits to be sent about a finding, since the customer has answered.
    func withdrawNotices(_ id: AgreementID, of customer: CustomerID) throws {
        try withdrawNotices(customer, about: noticeThing(id))
    }

    private func noticeThing(_ id: AgreementID) -> String { "agreement \(id)" }
}
