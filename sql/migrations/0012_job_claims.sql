-- 0012_job_claims
-- Why: a job that ends the worker's process before it can end itself was claimed again at once,
-- ahead of all others, for ever. Its claims are counted apart from its attempts, so that it can be
-- set aside after ten.
-- Deploy: adds a column with a default, which the previous release neither reads nor writes.

ALTER TABLE job ADD COLUMN claims smallint NOT NULL DEFAULT 0 CHECK (claims >= 0);

COMMENT ON COLUMN job.claims IS
    'Claims since an attempt last came to an end; after ten the job is set aside.';
