import Agreements
package import HTTP
import Runtime
import Templates
package import Web

extension AgreementPages {
    /// `POST /settings/whatsapp/consent`: the customer agrees to the reading of chats.
    package static func consent(_ visit: CustomerVisit) throws -> Response {
        let home = visit.agreements
        guard visit.request.form["agree"] == "yes" else {
            let problem = visit.text("problem.consent")
            let page = try page(home, home.link(), LinkForm(), consentProblem: problem, visit)
            return visit.page(page, status: .unprocessableContent)
        }
        try home.consent(in: visit.language, allowsModel: false)
        return visit.redirect("/settings/whatsapp")
    }

    /// `POST /settings/whatsapp/connect`: asks for a code for a number. A form that is sent twice asks once.
    package static func connect(_ visit: CustomerVisit) throws -> Response {
        let home = visit.agreements, format = visit.format
        let typed = visit.request.form["number"]
        do {
            try home.connect(PhoneNumber(text: typed))
        } catch let problem as PhoneNumber.Problem {
            return try refuse(words(problem, format))
        } catch let refusal as LinkRefusal {
            switch refusal {
            // The page says which link there is, or what is missing.
            case .noBridge, .noConsent, .alreadyThere: return visit.redirect("/settings/whatsapp")
            case .tooOften(let seconds):
                return try refuse(format.text("problem.link.too-often", ["wait": format.wait(seconds)]))
            }
        }
        return visit.redirect("/settings/whatsapp")

        func refuse(_ problem: String) throws -> Response {
            let form = LinkForm(typed: String(typed.prefix(40)), problem: problem)
            let page = try page(home, home.link(), form, visit)
            return visit.page(page, status: .unprocessableContent)
        }
    }

    private static func words(_ problem: PhoneNumber.Problem, _ format: Formatter) -> String {
        switch problem {
        case .empty: format.text("problem.number.empty")
        case .nationalForm: format.text("problem.number.national")
        case .tooShort: format.text("problem.number.short")
        case .tooLong: format.text("problem.number.long")
        case .notANumber: format.text("problem.number.letters")
        }
    }

    /// `POST /settings/whatsapp/disconnect`: ends the link, or the attempt to make one.
    package static func disconnect(_ visit: CustomerVisit) throws -> Response {
        let home = visit.agreements, wasUnderWay = try home.link().isUnderWay
        try home.disconnect()
        // "Another number" leads to the form, where nothing needs to be said.
        if visit.request.form["for"] == "number" { return visit.redirect("/settings/whatsapp") }
        return visit.redirect("/settings/whatsapp?done=\(wasUnderWay ? "cancelled" : "disconnected")")
    }
}
