package import HTTP
package import Web

// The first minutes of a new account: a few questions, and then the phone. Each page has the city looked at before
// signing up in its address, as `next`.
//
// - Question.swift: the table of questions, and their pages. CityQuestion.swift: the one about the city.
//   RoutineQuestion.swift: the one about getting up, meals and sport. DayQuestion.swift: the ones about working days,
//   prayers and nights.
// - Phone.swift: the phone joins.

/// The first minutes of a new account.
package enum First {
    /// Returns the address of the first minutes.
    ///
    /// - Parameter next: the page that the person wanted to go to, as `Login.page` gives it.
    static func address(next: String) -> String { address("", next: next) }

    /// - Parameters:
    ///   - page: the last part of the address; empty for the beginning.
    ///   - others: further parameters.
    static func address(_ page: String, next: String, _ others: [(name: String, value: String)] = []) -> String {
        let kept = next == Login.usualPage ? [] : [(name: "next", value: next)]
        return Request.address(page.isEmpty ? "/first" : "/first/\(page)", others + kept)
    }

    /// `GET /first`: leads to the first question.
    package static func begin(_ visit: CustomerVisit) throws -> Response {
        let step = FirstStep(visit)
        return visit.redirect(address(Question.all.first?.name ?? phone, next: step.next))
    }
}

/// A request of the first minutes.
struct FirstStep {
    let visit: CustomerVisit
    /// The page that the person wanted to go to before signing up.
    let next: String

    init(_ visit: CustomerVisit) {
        self.visit = visit
        let fields = visit.request.method.isSafe ? visit.request.query : visit.request.form
        next = Login.page(next: fields["next"], visit.visitor)
    }

    /// The page after the first minutes: the calendar, unless a page for customers was asked for.
    var end: String {
        let page = visit.visitor.page(next.prefix { $0 != "?" }.description)
        return page?.isBeginning == true ? Login.usualPage : next
    }
}
