import Calendars
import CivilTime
package import HTTP
import Runtime
import Storage
import Templates
import Text
package import Web

extension CalendarViews {
    /// `GET /calendar/search?q=`: the events and to-dos with some words. `page` counts from 1.
    package static func search(_ visit: CustomerVisit) throws -> Response {
        let format = visit.format
        var page = SearchPage()
        page.typed = visit.request.query["q"]
        page.isBlank = page.typed.isEmpty
        guard !page.isBlank else { return visit.page(page) }
        let query: SearchQuery
        do throws(SearchQuery.Refusal) {
            query = try SearchQuery(page.typed)
        } catch {
            page.problem = problem(error, format)
            return visit.page(page, status: .unprocessableContent)
        }
        let number = max(1, min(Int(visit.request.query["page"]) ?? 1, SearchResults.most / SearchResults.pageSize))
        let results = try visit.calendars.search(query, from: (number - 1) * SearchResults.pageSize)
        page.show(results, page: number, format)
        page.date = dateLink(page.typed, results.view, format, visit.app)
        return visit.page(page)
    }

    /// Returns the link to the day or month that was typed; nil if it was something else.
    private static func dateLink(_ typed: String, _ view: CalendarView, _ format: Formatter, _ app: App) -> ViewLink? {
        let formats = [app.formatter(.english), app.formatter(.arabic)]
        let names = WrittenDate.MonthNames(
            gregorian: (1...12).map { month in formats.map { $0.monthName(month) } },
            hijri: (1...12).map { month in formats.map { $0.hijriMonthName(month) } })
        guard let date = WrittenDate(typed, names, today: view.today, hijri: view.hijri),
              shownDays.contains(date.day)
        else { return nil }
        guard date.isMonth else {
            return ViewLink(address: address(of: .day, date.day), name: format.day(date.day, .full))
        }
        let name = date.isHijri ? format.hijriMonths(date.day...date.day, view.hijri) : nil
        return ViewLink(address: monthAddress(date.day), name: name ?? format.month(date.day))
    }

    private static func problem(_ refusal: SearchQuery.Refusal, _ format: Formatter) -> String {
        switch refusal {
        case .empty: format.text("search.problem.empty")
        case .tooLong:
            format.text("search.problem.long", [
                "characters": format.number(SearchQuery.mostCharacters),
                "words": format.number(SearchQuery.mostWords),
            ])
        }
    }
}

struct SearchPage: Page {
    static let template = "calendar/search"
    var typed = ""
    /// True before a search: the field has the focus.
    var isBlank = false
    var problem: String?
    /// `12 results`; nil before a search.
    var count: String?
    /// False if there are results.
    var isNothing = false
    /// True if some objects are not searched yet.
    var isPartial = false
    /// True if there are more results than pages reach.
    var isCut = false
    /// The sentence about series that were not read; nil if all were.
    var moreSeries: String?
    /// True if some results of the page are missing, since they take too long to read.
    var isShort = false
    /// The day or month that was typed.
    var date: ViewLink?
    var groups: [FoundGroup] = []
    var previous: ViewLink?
    var next: ViewLink?
}

/// The results of one time: upcoming, past, or without a time.
struct FoundGroup: Encodable {
    /// `upcoming`, for the address inside the page.
    var anchor: String
    var title: String
    var days: [FoundDay]
}

/// The results of one day.
struct FoundDay: Encodable {
    /// nil for to-dos without a time.
    var date: FoundDate?
    var entries: [FoundEntry]
}

struct FoundDate: Encodable {
    var address: String
    var number: String
    var weekday: String
    var month: String
    var hijri: String?
}

struct FoundEntry: Encodable {
    var address: String
    var classes: String
    var time: String?
    var machineTime: String?
    var title: [MarkedPart]
    /// `until 13:45`, `all day`; nil for to-dos without a time.
    var length: String?
    var place: [MarkedPart]
    var excerpt: [MarkedPart]
    var hasPlace: Bool
    var hasExcerpt: Bool
    var calendar: String
    /// True if the views do not show its calendar.
    var isHidden: Bool
    var states: String?
    var clashes: Bool
    var isTentative: Bool
    var repeats: Bool
}

/// A part of a text.
struct MarkedPart: Encodable {
    var text: String
    var isMarked: Bool
}

extension SearchPage {
    /// Shows the results of a search.
    fileprivate mutating func show(_ results: SearchResults, page: Int, _ format: Formatter) {
        let words = EntryWords(view: results.view, format: format)
        count = format.text("search.count", counting: results.count)
        isNothing = results.found.isEmpty
        isPartial = !results.isComplete
        isShort = results.isShort
        if results.hasMoreSeries {
            moreSeries = format.text("search.more-series", ["most": format.number(SearchResults.mostSeries)])
        }
        isCut = results.count > SearchResults.most && page * SearchResults.pageSize >= SearchResults.most
        for found in results.found {
            if groups.last?.anchor != "\(found.group)" {
                groups.append(FoundGroup(
                    anchor: "\(found.group)", title: format.text("search.group.\(found.group)"), days: []))
            }
            groups[groups.count - 1].add(found, words)
        }
        func address(_ page: Int) -> String {
            "/calendar/search?q=\(percentEncoded(typed))" + (page == 1 ? "" : "&page=\(page)")
        }
        if page > 1 { previous = ViewLink(address: address(page - 1), name: format.text("search.previous")) }
        if results.hasMore { next = ViewLink(address: address(page + 1), name: format.text("search.next")) }
    }
}

extension FoundGroup {
    fileprivate mutating func add(_ found: FoundEvent, _ words: EntryWords) {
        let date = found.group == .undated ? nil : FoundDate(found.entry.startDay, words)
        if days.isEmpty || days.last?.date?.address != date?.address { days.append(FoundDay(date: date, entries: [])) }
        days[days.count - 1].entries.append(FoundEntry(found, words))
    }
}

extension FoundDate {
    fileprivate init(_ day: LocalDate, _ words: EntryWords) {
        address = CalendarViews.address(of: .list, day)
        number = words.format.number(day.day)
        weekday = words.format.weekday(day.weekday)
        month = words.format.month(day)
        hijri = words.view.hijri.date(of: day).map(words.format.hijri)
    }
}

extension FoundEntry {
    fileprivate init(_ found: FoundEvent, _ words: EntryWords) {
        let entry = found.entry, calendar = words.view.calendars.first { $0.id == entry.calendar }
        address = words.address(entry)
        classes = words.classes(entry)
        time = entry.isBar ? nil : words.start(entry)
        machineTime = entry.isBar ? nil : words.machineTime(entry.start)
        title = found.title.parts.isEmpty
            ? [MarkedPart(text: words.title(entry), isMarked: false)] : found.title.parts.map(MarkedPart.init)
        length = if found.group == .undated {
            nil
        } else if entry.isBar {
            words.span(entry)
        } else if entry.end > entry.start {
            words.format.text("entry.until", ["time": words.format.time(entry.end, words.view.zone)])
        } else {
            nil
        }
        place = found.place.parts.map(MarkedPart.init)
        excerpt = found.excerpt?.parts.map(MarkedPart.init) ?? []
        hasPlace = !place.isEmpty
        hasExcerpt = !excerpt.isEmpty
        self.calendar = calendar?.displayName.shortened ?? ""
        isHidden = calendar?.isVisible == false
        clashes = words.view.clashes(entry)
        states = words.states(entry, saysClash: false)
        isTentative = entry.isTentative
        repeats = entry.isRecurring
    }
}

extension MarkedPart {
    fileprivate init(_ part: MarkedText.Part) {
        text = part.text
        isMarked = part.isMarked
    }
}
