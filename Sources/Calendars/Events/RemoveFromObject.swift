import CivilTime
import ICalendar

extension ObjectEvent {
    /// Returns the text without an event, or some of the series; without octets if no event is left.
    ///
    /// - Throws: `EventRefusal`.
    func removing(_ scope: EditScope) throws -> EditedObject {
        guard let id, isRecurring, scope != .all else { return EditedObject(octets: nil) }
        var editor = try editor()
        do throws(EditingError) {
            if scope == .one { try editor.deleteOne(id) } else { try editor.deleteFollowing(id) }
        } catch .isFirstOccurrence {
            return EditedObject(octets: nil)
        } catch {
            throw EventRefusal(error)
        }
        return EditedObject(octets: editor.calendar.hasEvents(context) ? text.octets(of: editor.calendar) : nil)
    }
}

extension Component {
    /// Returns true if an event of a VCALENDAR takes place at all. One that cannot be counted does.
    func hasEvents(_ context: EventContext) -> Bool {
        let zones = ZoneResolver(self, database: context.database)
        var budget = WorkBudget.standard
        for series in Series.all(in: self, names: ["VEVENT"], zones: zones, floating: context.clocks) {
            var occurrences = series.occurrences(from: .distantPast)
            do throws(RecurrenceError) {
                if try occurrences.next(&budget) != nil { return true }
            } catch {
                return true
            }
        }
        return false
    }
}
