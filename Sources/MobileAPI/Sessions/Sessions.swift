import Accounts
import Runtime
import Storage
import SwiftProtobuf
package import Wire

/// `jadwal.v1.SessionsService`: the sessions of browsers and apps.
package enum SessionMethods {
    package static func list(
        _ input: Jadwal_V1_ListSessionsRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_ListSessionsResponse {
        let sessions = try call.store.sessions(of: call.customer.id)
        return .with {
            $0.sessions = sessions.map { session in
                .with {
                    ($0.id, $0.device, $0.network) = (session.id.description, session.device, session.network)
                    ($0.createdAt, $0.lastSeenAt) = (session.createdAt.timestamp, session.lastSeenAt.timestamp)
                    ($0.isThisOne, $0.isApp) = (session.id == call.signedIn.sessionID, session.kind != .web)
                }
            }
        }
    }

    package static func end(
        _ input: Jadwal_V1_EndSessionRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_EndSessionResponse {
        guard let number = Int64(input.id) else { throw CallError.wrong("id") }
        try call.app.endSession(SessionID(number), of: call.customer.id, call.asker)
        return Jadwal_V1_EndSessionResponse()
    }

    package static func signOut(
        _ input: Jadwal_V1_SignOutRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_SignOutResponse {
        try call.app.signOut(call.asker)
        return Jadwal_V1_SignOutResponse()
    }
}
