-- 0039_finding_outcomes
-- Why: answers to findings show which rules of the extraction read wrongly, and for whom. A rule whose findings a customer
-- dismissed three times in a row asks them instead of adding. No words are kept: only names of rules and numbers.
-- Deploy: adds a table nothing reads yet. Safe beside the previous release.

CREATE TABLE finding_outcome (
    customer_id       uuid    NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    rule              text    NOT NULL CHECK (octet_length(rule) BETWEEN 1 AND 200),
    act               text    NOT NULL CHECK (octet_length(act) <= 40),
    kept              integer NOT NULL DEFAULT 0 CHECK (kept >= 0),
    added             integer NOT NULL DEFAULT 0 CHECK (added >= 0),
    corrected         integer NOT NULL DEFAULT 0 CHECK (corrected >= 0),
    dismissed         integer NOT NULL DEFAULT 0 CHECK (dismissed >= 0),
    dismissed_in_turn integer NOT NULL DEFAULT 0 CHECK (dismissed_in_turn >= 0),
    PRIMARY KEY (customer_id, rule, act)
);

COMMENT ON TABLE finding_outcome IS 'How often a customer kept or dismissed what a rule of the extraction found.';
COMMENT ON COLUMN finding_outcome.rule IS 'The name of the rule that made the agreement. It names no person and no words.';
COMMENT ON COLUMN finding_outcome.act IS 'The sort of the yes, as in like; empty where none was said.';
COMMENT ON COLUMN finding_outcome.added IS 'Questions of the inbox that were answered with yes.';
COMMENT ON COLUMN finding_outcome.corrected IS 'Events that were kept after the customer had edited them.';
COMMENT ON COLUMN finding_outcome.dismissed_in_turn IS 'Dismissed findings since the last one that was kept.';
