package import HTTP
import Planning
import Runtime
import Storage
import Templates
package import Web

extension PlacePages {
    /// `GET /settings/places/{place}`.
    package static func showOne(_ visit: CustomerVisit) throws -> Response {
        let place = try named(visit)
        let fields = PlaceFields(name: place.name, typed: typed(place.latitude, place.longitude))
        return visit.page(PlacePage(isWrong: false, id: place.id.description, fields: fields))
    }

    /// `POST /settings/places/{place}`: changes a place. The answer is the list, with the way back.
    package static func change(_ visit: CustomerVisit) throws -> Response {
        let place = try named(visit)
        let (typed, values) = try PlaceFields.read(visit)
        var fields = typed
        if let values {
            do {
                guard try visit.planning.save(values, as: place.id) != nil else { throw Refusal.notFound }
                var page = try page(PlaceFields(), visit)
                page.notice = PlaceNotice(
                    text: visit.text("undo.edited"), action: "/settings/places/\(place.id)", place: OldPlace(place),
                    isProblem: false)
                return visit.page(page)
            } catch let refusal as PlaceRefusal {
                fields.note(refusal, visit.format)
            }
        }
        let page = PlacePage(isWrong: true, id: place.id.description, fields: fields)
        return visit.page(page, status: .unprocessableContent)
    }

    /// `POST /settings/places/{place}/delete`. The answer is the list, with the way back.
    package static func delete(_ visit: CustomerVisit) throws -> Response {
        guard let id = SavedPlaceID(text: visit.request.parameter("place")) else { throw Refusal.notFound }
        let old = try visit.planning.deletePlace(id)
        var page = try page(PlaceFields(), visit)
        page.notice = PlaceNotice(
            text: visit.text(old == nil ? "undo.missing" : "undo.deleted"),
            action: old == nil ? nil : "/settings/places/restore", place: old.map { OldPlace($0) },
            isProblem: old == nil)
        return visit.page(page)
    }

    private static func named(_ visit: CustomerVisit) throws -> SavedPlace {
        let id = SavedPlaceID(text: visit.request.parameter("place"))
        guard let place = try visit.planning.places().first(where: { $0.id == id }) else { throw Refusal.notFound }
        return place
    }
}

struct PlacePage: Page {
    static let template = "places/place"
    static let hasForm = true
    /// True if something is to be corrected.
    var isWrong: Bool
    var id: String
    var fields: PlaceFields
}
