package import HTTP
package import Runtime
import Templates
package import Web

/// Jadwal as an app that a phone puts on its home screen (W3C Web Application Manifest).
private struct AppManifest: Encodable {
    struct Icon: Encodable {
        let src: String, sizes: String, type = "image/png", purpose: String
    }

    let id = "/", start_url = "/today", scope = "/", display = "standalone"
    let name: String, short_name: String, lang: String, dir: String
    let background_color = "#FFFFFF", theme_color = "#FFFFFF"
    let icons: [Icon]
}

extension NotificationPages {
    /// `GET /manifest.webmanifest`, in the language of the visitor.
    package static func manifest(_ visit: Visit, _ app: App) throws -> Response {
        let name = app.text("site.name", visit.language)
        let small = "/static/app-192.png", large = "/static/app-512.png"
        let manifest = AppManifest(
            name: name, short_name: name, lang: visit.language.tag, dir: visit.language.direction,
            icons: [
                AppManifest.Icon(src: small, sizes: "192x192", purpose: "any"),
                AppManifest.Icon(src: large, sizes: "512x512", purpose: "any"),
                AppManifest.Icon(src: large, sizes: "512x512", purpose: "maskable"),
            ])
        var response = Response.text(try JSON.text(manifest))
        response.headers["Content-Type"] = "application/manifest+json"
        response.headers["Cache-Control"] = "private, max-age=3600"
        response.headers["Vary"] = "Accept-Language, Cookie"
        return response
    }
}
