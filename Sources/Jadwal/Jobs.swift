import Accounts
import Agreements
import Calendars
import Notifications
import Pages
import Planning
public import Runtime

/// Every kind of work that `jadwal work` carries out.
public let jobs: [JobKind] = [
    // kind                      lane           useful for     when
    JobKind(MailMagicLink.self,      .urgent),    // a link's life  a sign-in link is asked for
    JobKind(MailAddressLink.self,    .urgent),    // a link's life  a new address is to be proved
    JobKind(MailDeletionLink.self,   .urgent),    // a link's life  an account is to be deleted
    JobKind(MailWelcome.self,        .ordinary),  // a day          the first sign-in
    JobKind(MailDevicePassword.self, .ordinary),  // a day          a password was made for a device
    JobKind(MailAddressChanged.self, .ordinary),  // a day          an address was changed
    JobKind(MailAccountDeleted.self, .ordinary),  // a day          an account was deleted
    JobKind(MailFindings.self,       .ordinary),  // six hours      something was found in a chat
    JobKind(MailNotices.self,        .ordinary),  // six hours      notices are to be mailed
    JobKind(MailDigest.self,         .ordinary),  // six hours      a customer's morning has come
    JobKind(EndLink.self,            .ordinary),  // a week         a link to WhatsApp is to be ended
    JobKind(FindClashes.self,        .ordinary),  // a day          a calendar changed (by a trigger)
    JobKind(LookAtLeaving.self,      .ordinary),  // a day          a calendar or a choice changed (by triggers)
    JobKind(MakePlan.self,           .slow),      // a day          a calendar or a choice changed (by triggers)
    JobKind(RefreshPlan.self,        .slow),      // two hours      a plan is two hours old
    JobKind(AskForCode.self,         .slow),      // two minutes    a link to WhatsApp is to be made
    JobKind(MoveTimes.self,          .slow),      // a day          a customer chose another city, method or Hijri shift
    JobKind(CompareStored.self,      .slow),      // 30 days        a release that looks for conflicts came
]
