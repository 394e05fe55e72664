import Extraction
package import HTTP
import Planning
import PrayerTimes
import Runtime
import Storage
import Templates
package import Web

/// The pages of saved places: where tasks are done.
///
/// - Places.swift: the list, with the form of a new one. EditPlace.swift: one of them. PlaceForm.swift: the fields.
package enum PlacePages {
    /// `GET /settings/places`.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        var page = try page(PlaceFields(), visit)
        if let id = SavedPlaceID(text: visit.request.query["added"]),
            page.places.contains(where: { $0.id == "\(id)" })
        {
            page.notice = PlaceNotice(
                text: visit.text("undo.added"), action: "/settings/places/\(id)/delete", place: nil, isProblem: false)
        }
        return visit.page(page)
    }

    /// `POST /settings/places`: saves a new place.
    package static func add(_ visit: CustomerVisit) throws -> Response {
        let (typed, values) = try PlaceFields.read(visit)
        var fields = typed
        if let values {
            do {
                let id = try visit.planning.save(values)
                return visit.redirect("/settings/places?added=\(id.map(\.description) ?? "")")
            } catch let refusal as PlaceRefusal {
                fields.note(refusal, visit.format)
            }
        }
        return visit.page(try page(fields, visit), status: .unprocessableContent)
    }

    /// `POST /settings/places/restore`: brings a deleted place back, with the identity that tasks name.
    package static func restore(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard let id = SavedPlaceID(text: form["id"]),
            case .point(let latitude, let longitude) = PointReader.read(form["point"])
        else { throw Refusal.badRequest }
        let values = PlaceValues(name: form["name"].trimmed, latitude: latitude, longitude: longitude)
        guard try !visit.planning.restore(values, as: id) else { return visit.redirect("/settings/places") }
        var page = try page(PlaceFields(), visit)
        page.notice = PlaceNotice(text: visit.text("undo.overtaken"), action: nil, place: nil, isProblem: true)
        return visit.page(page, status: .conflict)
    }

    static func page(_ fields: PlaceFields, _ visit: CustomerVisit) throws -> PlacesPage {
        let places = try visit.planning.places().map { place in
            PlaceRow(
                id: place.id.description, name: place.name, point: point(place, visit.format))
        }
        return PlacesPage(
            isWrong: fields.nameProblem != nil || fields.typedProblem != nil, notice: nil, places: places,
            hasPlaces: !places.isEmpty, fields: fields)
    }

    /// Returns a point in words: `24.714° N, 46.675° E`.
    static func point(_ place: SavedPlace, _ format: Formatter) -> String {
        Coordinates(latitude: place.latitude, longitude: place.longitude).map(format.point)
            ?? typed(place.latitude, place.longitude)
    }

    /// Returns a point as the field takes it.
    static func typed(_ latitude: Double, _ longitude: Double) -> String {
        "\(decimalText(latitude, places: 3)),\(decimalText(longitude, places: 3))"
    }
}

struct PlacesPage: Page {
    static let template = "places/places"
    static let hasForm = true
    /// True if something is to be corrected.
    var isWrong: Bool
    var notice: PlaceNotice?
    /// By name.
    var places: [PlaceRow]
    var hasPlaces: Bool
    /// The form of a new place.
    var fields: PlaceFields
}

struct PlaceRow: Encodable {
    var id: String
    var name: String
    /// The point in words.
    var point: String
}

/// The notice of the last change, with its way back: `templates/places/notice.mustache`.
struct PlaceNotice: Encodable {
    var text: String
    /// The address of the form that takes the change back; nil for none.
    var action: String?
    /// The place as it was before the change; nil for one that was added.
    var place: OldPlace?
    /// True if the sentence says that something did not happen.
    var isProblem: Bool
}

/// A place as it was before a change, as the fields of a form.
struct OldPlace: Encodable {
    var id: String, name: String, point: String

    init(id: String, name: String, point: String) {
        self.id = id
        self.name = name
        self.point = point
    }

    init(_ place: SavedPlace) {
        self.init(
            id: place.id.description, name: place.name, point: PlacePages.typed(place.latitude, place.longitude))
    }
}
