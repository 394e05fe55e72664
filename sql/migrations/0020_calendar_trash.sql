-- 0020_calendar_trash
-- Why: what somebody deletes or overwrites, on a page or by a device, can come back for 30 days, and a page's change can
-- be undone. The row is written by the change itself, from the object's own row. No UID is unique here, so nothing in
-- the trash keeps a new object out.
-- Deploy: adds a table. Safe beside the previous release, which keeps nothing of what it deletes.

CREATE TABLE calendar_trash (
    customer_id         uuid        NOT NULL,
    collection_id       bigint      NOT NULL,
    counter             bigint      NOT NULL,
    segment             text        COLLATE "C" NOT NULL,
    uid                 text        COLLATE "C" NOT NULL,
    kind                text        NOT NULL,
    octets              bytea       NOT NULL,
    octet_count         integer     NOT NULL,
    summary             text,
    first_start         timestamptz,
    is_floating         boolean     NOT NULL,
    is_recurring        boolean     NOT NULL,
    change              text        NOT NULL CHECK (change IN ('deleted', 'overwritten')),
    author              text        NOT NULL CHECK (author IN ('page', 'device', 'command')),
    device_password_id  bigint      CHECK ((device_password_id IS NOT NULL) = (author = 'device')),
    created_at          timestamptz NOT NULL,
    written_at          timestamptz NOT NULL,
    removed_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (customer_id, collection_id, counter),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE calendar_trash IS
    'Calendar objects as they were before somebody deleted or overwrote them. Kept for 30 days, within bounds.';
COMMENT ON COLUMN calendar_trash.counter IS 'The number of the change that deleted or overwrote it.';
COMMENT ON COLUMN calendar_trash.device_password_id IS
    'The device''s password; the row of one that was revoked is gone, and so is the device''s name.';
COMMENT ON COLUMN calendar_trash.created_at IS 'As the object''s row had it, for its return.';
COMMENT ON COLUMN calendar_trash.written_at IS 'The moment from which this version stood.';

-- Serves the bound of versions: Store.dropVersions.
CREATE INDEX calendar_trash_segment_idx ON calendar_trash (customer_id, collection_id, segment, counter);
-- Serves the list, and the bound of octets: Store.trash, Store.dropOldest.
CREATE INDEX calendar_trash_list_idx ON calendar_trash (customer_id, removed_at, collection_id, counter)
    INCLUDE (octet_count);
-- Serves the purge: RetentionRule.calendarTrash.
CREATE INDEX calendar_trash_removed_idx ON calendar_trash (removed_at);
