package import HTTP
package import Runtime
import Templates
package import Web

/// The first page.
package enum Home {
    /// `GET /`: what Jadwal does, in three steps, and the way in.
    package static func show(_ visit: Visit, _ app: App) throws -> Response {
        if visit.signedIn != nil { return app.redirect("/settings") }
        return app.page(OnboardingPage(), visit)
    }
}

struct OnboardingPage: Page {
    static let template = "home/onboarding"
    /// Whether "Continue with Google" is offered.
    var isGoogleConfigured = false
}
