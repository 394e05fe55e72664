-- 0008_hijri
-- Why: a Hijri month begins when the moon is seen, and not always on the day that was printed. An
-- operator writes down the months that began otherwise; no release is needed for Ramadan to be right.
-- Deploy: adds a table nothing reads yet.

CREATE TABLE hijri_month (
    year       smallint    NOT NULL CHECK (year BETWEEN 1420 AND 1500), -- AH
    month      smallint    NOT NULL CHECK (month BETWEEN 1 AND 12),
    first_day  date        NOT NULL,
    set_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (year, month)
);

COMMENT ON TABLE hijri_month IS 'Months that begin on another day than in the published Umm al-Qura calendar.';
