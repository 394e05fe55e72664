package import HTTP
package import Runtime
import Templates
package import Web

/// The first page.
package enum Home {
    /// `GET /`: shows in three steps what Jadwal does, and the link to sign in.
    package static func show(_ visit: Visit, _ app: App) throws -> Response {
        if visit.signedIn != nil { return app.redirect("/calendar") }
        return app.page(OnboardingPage(), visit)
    }
}

struct OnboardingPage: Page {
    static let template = "home/onboarding"
}
