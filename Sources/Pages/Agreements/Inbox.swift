import Agreements
import CivilTime
package import HTTP
import Runtime
import Storage
import Templates
import Text
package import Web

extension AgreementPages {
    /// The findings of one page.
    private static let pageLength = 50

    /// `GET /inbox`: what waits for an answer; with `show=done`, what was answered or is over.
    package static func showInbox(_ visit: CustomerVisit) throws -> Response {
        let query = visit.request.query, home = visit.agreements
        let words = try FoundWords(visit)
        let isDone = query["show"] == "done"
        let before = Int64(query["before"]).map { AgreementID($0) }
        // It is asked first: what is read meanwhile is in the list, and the page looks again.
        let upload = try UploadProgress(query, home)
        let found = try home.inbox(isWaiting: !isDone, before: before, limit: pageLength + 1)
        let shown = found.prefix(pageLength), hasMore = found.count > pageLength
        let clashes = isDone || before != nil ? nil : try ConflictList(visit)
        let page = InboxPage(
            undo: query["clash"].isEmpty ? nil : UndoNotice(visit), clash: ConflictNotice(query, words.format),
            clashes: clashes, notice: InboxNotice(query, words.format),
            progress: upload.map { $0.notice(words.format) }, isDone: isDone,
            items: shown.map { FoundItem($0, words) }, hasItems: !shown.isEmpty,
            nothing: shown.isEmpty && clashes == nil ? try nothing(isDone: isDone, home, words) : nil,
            moreURL: hasMore ? shown.last.map { moreURL(after: $0.id, isDone: isDone) } : nil,
            link: LinkStatus(try home.link(), words), proofDays: words.number(AgreementHome.proofDays))
        var response = visit.page(page)
        // The page looks again by itself until the uploaded chat is read.
        if upload?.isUnderWay == true { response.headers["Refresh"] = "3" }
        return response
    }

    private static func moreURL(after id: AgreementID, isDone: Bool) -> String {
        Request.address("/inbox", (isDone ? [("show", "done")] : []) + [("before", id.description)])
    }

    /// Returns the sentence of a list without findings.
    private static func nothing(isDone: Bool, _ home: AgreementHome, _ words: FoundWords) throws -> String {
        if isDone { return words.text("inbox.done.nothing") }
        // What was dismissed, and what nobody agreed on, is not in the calendar.
        let last = try home.inbox(isWaiting: false, limit: 20).first { $0.event != nil && $0.state != .dismissed }
        guard let last else { return words.text("inbox.nothing.yet") }
        return words.text("inbox.nothing.last", [
            "title": last.values.title.isolated, "day": words.day(last.values.date),
        ])
    }
}

extension App {
    /// Returns the number of findings and conflicts that wait for somebody signed in, for the header of each page. It
    /// needs no query: their days come with the session.
    ///
    /// - Returns: nil if there are none, or the customer's day is not known now.
    func waitingInInbox(_ signedIn: SignedIn) -> Int? {
        guard signedIn.hasOpenItems, let zone = try? zone(of: signedIn.customer) else { return nil }
        let count = signedIn.waitingItems(on: zone.date(at: now()))
        return count > 0 ? count : nil
    }
}

/// The reading of a chat that was uploaded just now.
private struct UploadProgress {
    let isUnderWay: Bool
    private let chat: KnownChat
    /// The number of its messages; nil if the address does not say it.
    private let messages: Int?
    private let hasFindings: Bool
    /// The text of the order in which the dates were read; nil if the file leaves no doubt.
    private let orderKey: String?

    /// - Returns: nil if the address names no chat of the customer.
    init?(_ query: Form, _ home: AgreementHome) throws {
        guard let id = Int64(query["read"]).map({ ChatID($0) }),
            let chat = try home.chats().first(where: { $0.id == id })
        else { return nil }
        self.chat = chat
        messages = Int(query["messages"]).flatMap { (1...100_000).contains($0) ? $0 : nil }
        orderKey = ["day": "inbox.read.day-first", "month": "inbox.read.month-first"][query["order"]]
        isUnderWay = chat.isDue && !chat.isNotUnderstood
        hasFindings = try home.inbox(isWaiting: true).contains { $0.chat == id }
    }

    func notice(_ format: Formatter) -> InboxProgress {
        let name = ["name": (chat.name ?? format.text("inbox.nobody")).isolated]
        let words: String
        if isUnderWay {
            words = messages.map { format.text("inbox.reading", counting: $0, name) }
                ?? format.text("inbox.reading.some", name)
        } else if chat.isNotUnderstood {
            words = format.text("inbox.read.failed", name)
        } else {
            let read = format.text(hasFindings ? "inbox.read.found" : "inbox.read.nothing", name)
            words = ([read] + [orderKey].compactMap(\.self).map { format.text($0) }).joined(separator: " ")
        }
        return InboxProgress(words: words, isUnderWay: isUnderWay, isProblem: chat.isNotUnderstood)
    }
}

struct InboxPage: Page {
    static let template = "agreements/inbox"
    static let hasForm = true
    /// The way back from the last answer to a conflict.
    var undo: UndoNotice?
    /// The notice of the last answer to a conflict.
    var clash: ConflictNotice?
    /// The conflicts that wait; nil if there are none.
    var clashes: ConflictList?
    /// The notice of the last answer.
    var notice: InboxNotice?
    var progress: InboxProgress?
    /// True for the list of what was answered.
    var isDone: Bool
    var items: [FoundItem]
    var hasItems: Bool
    /// The sentence of a list without findings.
    var nothing: String?
    /// The address of the findings before these; nil if there are none.
    var moreURL: String?
    var link: LinkStatus
    /// The days for which sentences are kept.
    var proofDays: String
}

struct InboxProgress: Encodable {
    var words: String
    var isUnderWay: Bool
    var isProblem: Bool
}

/// The state of the link in a line.
struct LinkStatus: Encodable {
    var words: String
    var isGood: Bool
    var isProblem: Bool

    init(words: String, isGood: Bool, isProblem: Bool) {
        self.words = words
        self.isGood = isGood
        self.isProblem = isProblem
    }

    init(_ link: ChatLink, _ words: FoundWords) {
        isGood = link.state == .ready
        isProblem = link.state == .failed || link.state == .lost
        switch link.state {
        case .off: self.words = words.text("whatsapp.status.off")
        case .asked, .waiting, .linked: self.words = words.text("whatsapp.status.under-way")
        case .ready:
            self.words = link.connectedAt.map { moment in
                words.text("whatsapp.status.since", ["day": words.day(of: moment)])
            }
                ?? words.text("whatsapp.status.ready")
        case .failed: self.words = words.text("whatsapp.status.failed")
        case .lost: self.words = words.text("whatsapp.status.lost")
        }
    }
}
