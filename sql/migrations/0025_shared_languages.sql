-- 0025_shared_languages
-- Why: a city's feed in one language is shared by everybody who chose nothing else, as the feed in both languages is.
-- Until now each customer had such a feed for themselves; without this, the worker would find it due and never renewed.
-- Deploy: deletes what is rendered again at the next request. Safe beside the previous release.

DELETE FROM prayer_edition e
 USING prayer_feed f
 WHERE f.id = e.feed_id AND f.city_id IS NOT NULL AND f.options IN ('names=en', 'names=ar');
