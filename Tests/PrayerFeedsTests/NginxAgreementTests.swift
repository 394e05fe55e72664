@testable import PrayerFeeds
@testable import Templates
import TestSupport
import Testing

@Suite("nginx's cache of feeds", .enabled(if: (try? Repository.text("nginx/feeds.conf.template")) != nil))
struct NginxAgreementTests {
    @Test("its key has every option, in the canonical order")
    func key() throws {
        let template = try Repository.text("nginx/feeds.conf.template")
        let key = try #require(template.firstMatch(of: /fastcgi_cache_key "([^"]*)"/)).1
        #expect(key.matches(of: /\$arg_([a-z_]+)/).map { String($0.1) } == FeedOptions.parameterNames)
        #expect(key.hasPrefix("$host$uri $feed_encoding "))
    }

    @Test("and nginx accepts no other options")
    func names() throws {
        let template = try Repository.text("nginx/feeds.conf.template")
        let names = try #require(template.firstMatch(of: /\(\?:(method\|[a-z_|]+)\)=/)).1
        #expect(names.split(separator: "|").map(String.init) == FeedOptions.parameterNames)
    }
}
