public import CivilTime
public import Postgres

/// Everything about plans that a new plan needs.
public struct PlanRows: Sendable {
    public fileprivate(set) var choices = PlanningChoices()
    public fileprivate(set) var plan: PlanRow?
    public fileprivate(set) var items: [PlanItem] = []
    public fileprivate(set) var events: [PlanEventRow] = []
    public fileprivate(set) var tasks: [TaskRow] = []
    /// nil if it is not known.
    public fileprivate(set) var position: StoredPosition?
}

extension Store {
    /// Returns everything about plans that a new plan needs, in one statement.
    ///
    /// - Parameter days: the plan-days whose times are read. Events that ended before are not, but pieces that are done
    ///   are, since their tasks need no others for them.
    public func planRows(
        of owner: CustomerID, on days: ClosedRange<LocalDate>
    ) throws(PostgresError) -> PlanRows {
        var all = PlanRows()
        for part in try connection.rows(PlanPart.query(owner, days), as: PlanPart.self) {
            switch part {
            case .head(let choices, let plan, let position):
                all.choices = choices ?? PlanningChoices()
                all.plan = plan
                all.position = position
            case .item(let item): all.items.append(item)
            case .event(let event): all.events.append(event)
            case .task(let task): all.tasks.append(task)
            }
        }
        return all
    }
}

/// A row of the statement that reads everything about plans. It has the columns of one part, and NULL in all others.
private enum PlanPart: RowDecodable {
    case head(PlanningChoices?, PlanRow?, StoredPosition?)
    case item(PlanItem)
    case event(PlanEventRow)
    case task(TaskRow)

    init(_ row: Row) throws(PostgresError) {
        let item: String? = try row["task_uid"], event: String? = try row["uid"], task: String? = try row["to_do_uid"]
        if item != nil {
            self = .item(try PlanItem(row))
        } else if event != nil {
            self = .event(try PlanEventRow(row))
        } else if task != nil {
            self = .task(try TaskRow(row))
        } else {
            let isOn: Bool? = try row["is_on"], isProven: Bool? = try row["is_proven"]
            let measured: Instant? = try row["measured_at"]
            self = .head(
                isOn == nil ? nil : try PlanningChoices(row), isProven == nil ? nil : try PlanRow(row),
                measured == nil ? nil : try StoredPosition(row))
        }
    }

    /// Returns the statement: no row of a part is joined to one of another part.
    static func query(_ owner: CustomerID, _ days: ClosedRange<LocalDate>) -> SQL {
        """
        SELECT head.*, item.*, event.*, task.*
          FROM (SELECT choice.*, plan.*, here.*
                  FROM (SELECT) AS one
                  LEFT JOIN (\(PlanningChoices.query(owner))) AS choice ON true
                  LEFT JOIN (\(PlanRow.query(owner))) AS plan ON true
                  LEFT JOIN (\(StoredPosition.query(owner))) AS here ON true) AS head
          FULL JOIN (\(PlanItem.query(owner, days, orPieces: true))) AS item ON false
          FULL JOIN (\(PlanEventRow.query(owner, since: days.lowerBound))) AS event ON false
          FULL JOIN (\(TaskRow.query(owner))) AS task ON false
         ORDER BY days, starts_at, task_uid, part, to_do_uid, to_do_calendar
        """
    }
}
