// Requests to push services, and their answers.
//
// - WebPush.swift: messages to browsers. PushEndpoint.swift: the addresses that may be called. VAPID.swift: the proof
//   of the sender.
// - APNs.swift: messages to phones. ApplePayload.swift: their text. ProviderToken.swift: Jadwal's token at Apple.
// - PushVerdict.swift: the meaning of an answer. PushTransport.swift: the connections.
