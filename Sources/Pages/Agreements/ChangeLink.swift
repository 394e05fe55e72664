import Agreements
package import HTTP
package import Runtime
package import Storage
import Templates
package import Web

extension AgreementPages {
    /// `POST /settings/whatsapp/consent`: the customer agrees to the reading of chats.
    package static func consent(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let home = app.agreements(of: signedIn.customer)
        guard visit.request.form["agree"] == "yes" else {
            let problem = app.text("problem.consent", visit.language)
            let page = try page(home, home.link(), LinkForm(), consentProblem: problem, visit, app)
            return app.page(page, visit, status: .unprocessableContent)
        }
        try home.consent(in: visit.language, allowsModel: false)
        return app.redirect("/settings/whatsapp")
    }

    /// `POST /settings/whatsapp/connect`: asks for a code for a number. A form that is sent twice asks once.
    package static func connect(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let home = app.agreements(of: signedIn.customer), format = app.formatter(visit)
        let typed = visit.request.form["number"]
        do {
            try home.connect(PhoneNumber(text: typed))
        } catch let problem as PhoneNumber.Problem {
            return try refuse(words(problem, format))
        } catch let refusal as LinkRefusal {
            switch refusal {
            // The page says which link there is, or what is missing.
            case .noBridge, .noConsent, .alreadyThere: return app.redirect("/settings/whatsapp")
            case .tooOften(let seconds):
                return try refuse(format.text("problem.link.too-often", ["wait": format.wait(seconds)]))
            }
        }
        return app.redirect("/settings/whatsapp")

        func refuse(_ problem: String) throws -> Response {
            let form = LinkForm(typed: String(typed.prefix(40)), problem: problem)
            let page = try page(home, home.link(), form, visit, app)
            return app.page(page, visit, status: .unprocessableContent)
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
    package static func disconnect(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let home = app.agreements(of: signedIn.customer), wasUnderWay = try home.link().isUnderWay
        try home.disconnect()
        // "Another number" leads to the form, where nothing needs to be said.
        if visit.request.form["for"] == "number" { return app.redirect("/settings/whatsapp") }
        return app.redirect("/settings/whatsapp?done=\(wasUnderWay ? "cancelled" : "disconnected")")
    }
}
