-- 0024_clock_and_digits
-- Why: people choose whether their pages and mails show 12 or 24 hours, and which digits. Without a choice the language and
-- the country of their time zone decide.
-- Deploy: adds two columns that the previous release neither reads nor writes.

ALTER TABLE customer
    ADD COLUMN clock  smallint CHECK (clock IN (12, 24)),
    ADD COLUMN digits text     CHECK (digits IN ('latin', 'arabic'));

COMMENT ON COLUMN customer.clock IS 'The hours that pages and mails show, 12 or 24; NULL as usual in the language and country.';
COMMENT ON COLUMN customer.digits IS 'The digits of pages and mails; NULL as usual in the language and country.';

-- What responders remember of a customer has them too.
DROP TRIGGER customer_announce ON customer;
CREATE TRIGGER customer_announce
    AFTER DELETE OR UPDATE OF email, name, language, time_zone, first_day, clock, digits, login ON customer
    FOR EACH ROW EXECUTE FUNCTION announce_account_change('id');
