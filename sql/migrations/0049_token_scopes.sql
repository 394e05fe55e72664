-- 0049_token_scopes
-- Why: a customer connects programs of their own to the API, and says for each if it may read, change, or send positions.
-- Deploy: widens a check. The previous release does not know the new scopes, and answers a program that has one with an
-- error, until it is replaced.

ALTER TABLE personal_token DROP CONSTRAINT personal_token_scopes_check;
ALTER TABLE personal_token ADD CONSTRAINT personal_token_scopes_check
    CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,write,position}'::text[]);
