-- 0003_job
-- Why: slow and fallible work, mail above all, is written down in the transaction that made it
-- necessary and done by `jadwal work`. A row holds what is to be done and for whom, never a
-- rendered mail, a link or a code.
-- Deploy: adds a table nothing reads yet.

CREATE TABLE job (
    id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind         text        NOT NULL,
    customer_id  uuid        REFERENCES customer (id) ON DELETE CASCADE,
    language     text        NOT NULL CHECK (language IN ('en', 'ar')),
    parameters   text        NOT NULL,
    message_id   uuid        NOT NULL DEFAULT gen_random_uuid(),
    created_at   timestamptz NOT NULL DEFAULT now(),
    run_at       timestamptz NOT NULL DEFAULT now(),
    give_up_at   timestamptz NOT NULL,
    attempts     smallint    NOT NULL DEFAULT 0,
    uncertain    smallint    NOT NULL DEFAULT 0 CHECK (uncertain BETWEEN 0 AND 2),
    locked_by    integer,
    finished_at  timestamptz,
    outcome      text        CHECK (outcome IN ('done', 'refused', 'expired', 'unknown')),
    last_error   text,
    CHECK ((finished_at IS NULL) = (outcome IS NULL))
);

COMMENT ON COLUMN job.parameters IS 'JSON; emptied when the job is finished.';
COMMENT ON COLUMN job.message_id IS 'Left part of the mail''s Message-ID, the same at every attempt.';
COMMENT ON COLUMN job.uncertain IS
    'Attempts that handed a mail over and whose end nobody saw; at two it is not sent again.';
COMMENT ON COLUMN job.locked_by IS
    'The worker that runs it. It holds the advisory lock (4207, locked_by) for as long as it lives, '
    'so the work of a killed worker is free again at once.';

-- Serves the worker's claim: Store.claimJob.
CREATE INDEX job_waiting_idx ON job (run_at) WHERE finished_at IS NULL;
-- Serves ON DELETE CASCADE and the export: Store.everything(of:).
CREATE INDEX job_customer_idx ON job (customer_id);
-- Serves the purge: Store.purgeJobs.
CREATE INDEX job_finished_idx ON job (finished_at) WHERE finished_at IS NOT NULL;

CREATE SEQUENCE worker_number AS integer CYCLE;
