package import PrayerTimes
package import Storage

extension PrayerFeedSummary {
    /// The method of the feed's times: the chosen one, or the usual one of its country.
    ///
    /// Options that this release cannot read count as not chosen.
    package var method: PrayerTimes.Method {
        let stored = options
        let chosen = Result { () throws(FeedOptionProblems) in try FeedOptions(kept: stored) }.success
        return (chosen ?? FeedOptions()).rules(country: country, elevationMetres: nil).method
    }
}
