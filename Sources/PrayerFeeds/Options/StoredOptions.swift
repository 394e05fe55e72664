import HTTP
package import PrayerTimes
package import Storage

extension FeedOptions {
    /// Reads a canonical query that this or an earlier release stored.
    package init(kept query: String) throws(FeedOptionProblems) {
        let form = Result { () throws(RequestError) in try Form(query: query) }
        try self.init(form.success ?? ["?": query])
    }
}

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
