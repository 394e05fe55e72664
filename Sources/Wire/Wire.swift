// The messages of the mobile API, generated from the definitions in `proto/` by `script/generate-wire`. No
// file whose name ends with `.pb.swift` is edited by hand.
//
// - auth_v1, calendar_v1, profile_v1, whatsapp_v1: the services of the published app. Names, numbers and types stay.
// - jadwal_v1: everything else. Fields are only added, with new numbers; removed numbers are `reserved`.
