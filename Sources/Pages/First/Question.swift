import Accounts
package import HTTP
import Runtime
import Templates
package import Web

/// A question of the first minutes: a page of its own, which can be skipped.
struct Question: Sendable {
    /// The last part of its address.
    let name: String
    /// The keys of its heading and of the sentence below.
    let title: String, lead: String
    /// Returns the fields of its page, filled in with what is known or guessed.
    let fields: @Sendable (FirstStep) throws -> QuestionFields
    /// Stores the answer.
    ///
    /// - Returns: the fields to show again if the answer cannot be stored; nil if it is.
    let answer: @Sendable (FirstStep) throws -> QuestionFields?
    /// Stores what is known without an answer.
    var skip: @Sendable (FirstStep) throws -> Void = { _ in }

    /// All questions, in the order in which they are asked.
    static let all: [Question] = [
        .choices("language", title: "first.language.title", lead: "first.language.lead", [.language]),
        .city,
        .choices("clock", title: "clock.title", lead: "first.clock.lead", [.clock, .digits]),
        .week,
        .routines,
        .day,
    ]

    /// The question about the first day of the week, and the working days.
    private static let week = Question(
        name: "week", title: "first.week.title", lead: "first.week.lead",
        fields: { step in
            QuestionFields(groups: [
                AccountChoice.firstDay.group(step.visit), try DayAnswer(step.visit).workingWeek(),
            ])
        },
        answer: { step in
            try store([.firstDay], step)
            try DayAnswer(step.visit).storeWorkingWeek()
            return nil
        })

    /// Makes a question that sets choices of the account.
    private static func choices(_ name: String, title: String, lead: String, _ choices: [AccountChoice]) -> Question {
        Question(name: name, title: title, lead: lead) { step in
            QuestionFields(groups: choices.map { $0.group(step.visit) })
        } answer: { step in
            try store(choices, step)
            return nil
        }
    }

    /// Stores choices of the account.
    private static func store(_ choices: [AccountChoice], _ step: FirstStep) throws {
        let visit = step.visit, usual = visit.app.conventions(ChosenConventions(), visit.visitor)
        var customer = visit.customer
        for choice in choices where !choice.choose(visit.request.form[choice.name], &customer, usual) {
            throw Refusal.badRequest
        }
        try visit.app.change(customer)
    }
}

/// The fields of a question.
struct QuestionFields: Encodable {
    var groups: [RadioGroup] = []
    /// The search for a city; nil if the question is about something else.
    var search: CityField?
    /// The sentence that says what to change; nil without an error.
    var problem: String?
}

extension First {
    /// `GET /first/{question}`.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        let question = try question(visit), step = FirstStep(visit)
        return try page(question, question.fields(step), step)
    }

    /// `POST /first/{question}`: stores the answer, and goes on to the next question.
    package static func answer(_ visit: CustomerVisit) throws -> Response {
        let question = try question(visit), step = FirstStep(visit)
        switch visit.request.form["do"] {
        case "skip": try question.skip(step)
        case "skip-all":
            for question in Question.all { try question.skip(step) }
            return visit.redirect(try phoneAddress(step))
        default:
            if let fields = try question.answer(step) { return try page(question, fields, step) }
        }
        let names = Question.all.map(\.name)
        guard let index = names.firstIndex(of: question.name), index + 1 < names.count else {
            return visit.redirect(try phoneAddress(step))
        }
        var response = visit.redirect(address(names[index + 1], next: step.next))
        // For this browser once it is signed out.
        if let language = Language(rawValue: visit.request.form[AccountChoice.language.name]) {
            response.rememberLanguage(language)
        }
        return response
    }

    private static func question(_ visit: CustomerVisit) throws -> Question {
        guard let question = Question.all.first(where: { $0.name == visit.request.pathParameters["question"] }) else {
            throw Refusal.notFound
        }
        return question
    }

    private static func page(_ question: Question, _ fields: QuestionFields, _ step: FirstStep) throws -> Response {
        let format = step.visit.format, names = Question.all.map(\.name)
        let index = names.firstIndex(of: question.name) ?? 0
        let page = QuestionPage(
            title: format.text(question.title), lead: format.text(question.lead),
            action: "/first/\(question.name)", next: step.next == Login.usualPage ? "" : step.next,
            count: format.text("first.count", ["n": format.number(index + 1), "all": format.number(names.count)]),
            dots: names.indices.map { QuestionDot(isDone: $0 <= index) }, fields: fields,
            backURL: index == 0 ? nil : address(names[index - 1], next: step.next))
        var response = step.visit.page(page, status: fields.problem == nil ? .ok : .unprocessableContent)
        if fields.search != nil { response.allowGeolocation() }
        return response
    }
}

struct QuestionPage: Page {
    static let template = "first/question"
    static let hasForm = true
    var title: String
    var lead: String
    /// The path of the question.
    var action: String
    /// The page that the person wanted to go to; empty for the calendar.
    var next: String
    /// As in `2 of 4`.
    var count: String
    var dots: [QuestionDot]
    var fields: QuestionFields
    /// The question before; nil for the first one.
    var backURL: String?
}

struct QuestionDot: Encodable {
    var isDone: Bool
}
