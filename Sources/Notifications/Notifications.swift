package import Runtime
package import Storage

// Notifications: what a customer is to know, sent where they want it, and never in a prayer.
//
// - Notify.swift: `App.notify`, called in the transaction that causes a notice. ListNotices.swift: the list.
// - Unsubscribe.swift: the end of mails by one POST.
// - Kinds/: the kinds as a table, their contents and their words, and the customer's choices by channel.
// - Devices/: browsers and phones that take notices. Push/: the services that bring them there.
// - Sending/: when a notice is sent, and the threads and the mail that send it.
//
// A page, a job or another service writes down a notice; nothing here calls those.

/// The notices of one customer, and the choices about them.
package struct NoticeHome {
    let app: App
    package let customer: Customer

    var owner: CustomerID { customer.id }

    fileprivate init(app: App, customer: Customer) {
        self.app = app
        self.customer = customer
    }
}

extension App {
    /// Returns the notices of a customer, and the choices about them.
    package func notices(of customer: Customer) -> NoticeHome {
        NoticeHome(app: self, customer: customer)
    }
}
