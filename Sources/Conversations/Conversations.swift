package import Runtime

// The doors through which the messages of chats come in. Each hands them to the service `Agreements`, and acknowledges
// them after they are stored.
//
// - Conversations.swift: their names for programs. Ingest.swift: `POST /api/v1/ingest/messages`, for a bridge without a
//   broker. IngestSignature.swift: the proof that the bridge sent it.
// - QueueDoor.swift: the queue of a broker. DeadLetters.swift: messages that could not be read.

/// The doors.
package enum Conversations {
    /// True if this installation takes messages over HTTP: if it shares a secret with a bridge.
    package static func takesMessages(_ config: Config) -> Bool { !config.bridgeSecret.isEmpty }
}
