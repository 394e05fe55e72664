import Agreements
import Calendars
import Notifications
import Planning
import Web

extension CustomerVisit {
    /// The customer's calendars.
    var calendars: CalendarHome { app.calendars(of: customer) }

    /// The customer's notices, and the choices about them.
    var notices: NoticeHome { app.notices(of: customer) }

    /// The customer's chats, and what was found in them.
    var agreements: AgreementHome { app.agreements(of: customer) }

    /// The customer's plans, and the habits that they follow.
    var planning: PlanningHome { app.planning(of: customer) }
}
