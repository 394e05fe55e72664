import Calendars
import CivilTime
import Notifications
package import Runtime
import Storage
import Templates

// Digest: the day of a customer, announced each morning by choice.
//
// - Digest.swift: whose morning has come. DigestDay.swift: what there is on a day. MailDigest.swift: its mail.

extension App {
    /// The thing that these notices are about: the notice of a day replaces that of the day before.
    private static let day = "day"

    /// Announces the day to customers who want that, at their time, or after the prayer that it falls into.
    ///
    /// Running twice is harmless: a day is announced once, in the transaction that says so.
    ///
    /// - Returns: the number of customers who were looked at; fewer than `limit` if no more are due.
    package func announceDays(limit: Int) throws -> Int {
        for number in 0..<limit where try !announceNextDay() { return number }
        return limit
    }

    private func announceNextDay() throws -> Bool {
        let store = try store, now = now()
        return try store.transaction {
            guard let row = try store.lockDueDigest(at: now), let customer = try store.customer(row.customer)
            else { return false }
            let time = DigestTime(minute: row.minute, zone: try zone(of: customer), now: now)
            var sentOn: LocalDate?, next = time.next
            if time.isDue, row.sentOn.map({ $0 < time.today }) ?? true {
                if let end = try notices(of: customer).endOfPrayer() {
                    next = end
                } else {
                    try announce(time.today, to: customer)
                    sentOn = time.today
                }
            }
            try store.replaceDigest(of: customer.id, minute: row.minute, sentOn: sentOn, next: next)
            return true
        }
    }

    private func announce(_ date: LocalDate, to customer: Customer) throws {
        let choices = try notices(of: customer).choices()
        if choices[.digest, .mail] {
            try planning(of: customer).announcePlan(of: date)
            try enqueue(
                MailDigest(customer: customer.id, day: date.iso8601), customer.spokenLanguage)
        }
        if choices[.digest, .push] {
            let day = try planning(of: customer).digestDay(date)
            try notify(
                customer.id, .digest, about: Self.day, version: date.iso8601,
                NoticeContent(count: day.events.count), opens: "/calendar/day/\(date.iso8601)")
        }
    }
}
