// Feeds of prayer times.
//
// - Options/: everything that the address of a feed can say.
// - Rendering/: the text of a feed, from the minutes of its days.
// - Publishing/: when feeds are rendered, where they are kept, and their addresses.
// - Calendar/: the same events as objects of a calendar that devices synchronize.
// - Tables/: timetables that mosques printed, read, checked and kept.
