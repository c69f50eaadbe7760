import type { MigrationGroup } from '../engine/migrations.ts';

/**
 * The chain and the tables next to it. Of a record the place, the session, kind, time and hashes can be
 * read; what it says is sealed (decision 0027). The guards hold for every role, the owner of the tables
 * included, until someone takes them away, which the chain does not need to withstand: it shows it.
 */
export const journalMigrations: MigrationGroup = {
  name: 'journal',
  migrations: [
    `
    CREATE TABLE journal_record (
      seq bigint PRIMARY KEY CHECK (seq >= 0),
      session_id text COLLATE "C",
      session_seq int,
      kind text COLLATE "C" NOT NULL,
      ts text COLLATE "C" NOT NULL,
      prev_hash bytea NOT NULL UNIQUE CHECK (octet_length(prev_hash) = 32),
      curr_hash bytea NOT NULL CHECK (octet_length(curr_hash) = 32),
      sealed bytea NOT NULL,
      CHECK ((session_id IS NULL) = (session_seq IS NULL))
    );
    -- Ciphertext does not compress.
    ALTER TABLE journal_record ALTER COLUMN sealed SET STORAGE EXTERNAL;
    CREATE UNIQUE INDEX journal_record_by_session ON journal_record (session_id, session_seq)
      WHERE session_id IS NOT NULL;
    CREATE INDEX journal_record_gaps ON journal_record (seq) WHERE kind = 'journal_gap';

    -- One row, which whoever appends holds; every commit writes it anew, on the same page.
    CREATE TABLE journal_head (
      id int PRIMARY KEY CHECK (id = 1),
      size bigint NOT NULL,
      hash bytea NOT NULL,
      last_ts text COLLATE "C" NOT NULL,
      mac bytea NOT NULL
    ) WITH (fillfactor = 10, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

    CREATE TABLE journal_checkpoint (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      size bigint NOT NULL,
      note text NOT NULL,
      peaks text NOT NULL,
      event_seq bigint NOT NULL,
      voided_by bigint
    );
    CREATE UNIQUE INDEX journal_checkpoint_in_force ON journal_checkpoint (size)
      WHERE voided_by IS NULL;

    CREATE TABLE journal_retention (
      id int PRIMARY KEY CHECK (id = 1),
      pruned_below bigint NOT NULL,
      event_seq bigint,
      clock_seen text COLLATE "C" NOT NULL
    );
    INSERT INTO journal_retention VALUES (1, 0, NULL,
      to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
    CREATE TABLE journal_tile (
      no bigint PRIMARY KEY,
      hashes bytea NOT NULL CHECK (octet_length(hashes) = 256 * 32)
    );
    ALTER TABLE journal_tile ALTER COLUMN hashes SET STORAGE EXTERNAL;
    CREATE TABLE journal_hold (
      session_id text COLLATE "C" PRIMARY KEY,
      actor text NOT NULL,
      placed_at text NOT NULL
    );

    CREATE FUNCTION journal_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the journal is append-only';
    END $$;
    CREATE TRIGGER record_is_not_updated BEFORE UPDATE ON journal_record
      FOR EACH ROW EXECUTE FUNCTION journal_refuses();
    CREATE TRIGGER records_are_not_truncated BEFORE TRUNCATE ON journal_record
      FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses();
    CREATE TRIGGER head_stays BEFORE DELETE OR TRUNCATE ON journal_head
      FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses();
    CREATE TRIGGER checkpoints_stay BEFORE DELETE OR TRUNCATE ON journal_checkpoint
      FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses();
    CREATE TRIGGER retention_stays BEFORE DELETE OR TRUNCATE ON journal_retention
      FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses();
    CREATE TRIGGER tiles_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_tile
      FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses();

    -- Pruning (design D27): the guards make the order of its steps the only one there is.
    CREATE FUNCTION journal_guards_checkpoint() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.voided_by IS NOT NULL OR (NEW.id, NEW.size, NEW.note, NEW.peaks, NEW.event_seq)
        IS DISTINCT FROM (OLD.id, OLD.size, OLD.note, OLD.peaks, OLD.event_seq)
      THEN
        RAISE EXCEPTION 'a checkpoint is given up, once, and not changed';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER checkpoint_is_given_up_once BEFORE UPDATE ON journal_checkpoint
      FOR EACH ROW EXECUTE FUNCTION journal_guards_checkpoint();

    CREATE FUNCTION journal_guards_retention() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.pruned_below < OLD.pruned_below OR NOT EXISTS (
        SELECT FROM journal_record WHERE seq = NEW.event_seq AND kind = 'retention_pruned'
          AND seq >= NEW.pruned_below
          AND seq < (SELECT max(size) FROM journal_checkpoint WHERE voided_by IS NULL))
      THEN
        RAISE EXCEPTION 'no signed event gives these records up';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER records_are_given_up_by_a_signed_event
      BEFORE UPDATE OF pruned_below, event_seq ON journal_retention
      FOR EACH ROW EXECUTE FUNCTION journal_guards_retention();

    CREATE FUNCTION journal_guards_tile() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.no <> (SELECT coalesce(max(no) + 1, 0) FROM journal_tile)
        OR (NEW.no + 1) * 256 > (SELECT pruned_below FROM journal_retention)
      THEN
        RAISE EXCEPTION 'tiles that were given up are deleted in order';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER tiles_are_kept_in_order BEFORE INSERT ON journal_tile
      FOR EACH ROW EXECUTE FUNCTION journal_guards_tile();

    CREATE FUNCTION journal_guards_record() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.seq >= (SELECT pruned_below FROM journal_retention)
        OR NOT EXISTS (SELECT FROM journal_tile WHERE no = OLD.seq / 256)
        OR EXISTS (SELECT FROM journal_hold WHERE session_id = '')
      THEN
        RAISE EXCEPTION 'the journal is append-only';
      END IF;
      RETURN OLD;
    END $$;
    CREATE TRIGGER record_is_not_deleted BEFORE DELETE ON journal_record
      FOR EACH ROW EXECUTE FUNCTION journal_guards_record();

    -- The only way a record goes; a service that does not own the tables needs no right to delete.
    CREATE FUNCTION journal_drop_tile(tile bigint) RETURNS void LANGUAGE sql
      SECURITY DEFINER SET search_path FROM CURRENT AS $$
      INSERT INTO journal_tile
        SELECT tile, string_agg(curr_hash, ''::bytea ORDER BY seq) FROM journal_record
        WHERE seq >= tile * 256 AND seq < (tile + 1) * 256;
      DELETE FROM journal_record WHERE seq >= tile * 256 AND seq < (tile + 1) * 256;
    $$;
    REVOKE ALL ON FUNCTION journal_drop_tile FROM PUBLIC;
    REVOKE UPDATE, TRUNCATE ON journal_record FROM PUBLIC, CURRENT_USER;

    -- Hash of a record, deleted or not; NULL where there is none.
    CREATE FUNCTION journal_hash_at(at bigint) RETURNS bytea LANGUAGE sql STABLE AS $$
      SELECT coalesce(
        (SELECT curr_hash FROM journal_record WHERE seq = at),
        (SELECT substring(hashes FROM (at % 256)::int * 32 + 1 FOR 32) FROM journal_tile
         WHERE no = at / 256))
    $$;
    `,
    // Records that may name a person, among those of calls: what is sealed no index can read (decision 0089).
    `
    CREATE INDEX journal_record_of_people ON journal_record (seq) WHERE kind NOT IN (
      'call_started', 'request_masked', 'detection', 'redaction_applied', 'language_not_covered',
      'egress_scanned', 'leak_blocked', 'response_completed', 'rehydration_failed', 'call_ended',
      'session_sealed', 'checkpoint_signed', 'clock_regression', 'retention_pruned');
    `,
    // Several holds may cover the same; `no` is the record that placed each, `session_id` what it covers (decision 0092).
    `
    ALTER TABLE journal_hold ADD COLUMN no bigint, ADD COLUMN from_seq bigint;
    UPDATE journal_hold SET no = coalesce((
      SELECT max(seq) FROM journal_record
      WHERE kind = 'legal_hold_placed'
        AND coalesce(journal_record.session_id, '') = journal_hold.session_id), 0);
    ALTER TABLE journal_hold DROP CONSTRAINT journal_hold_pkey, ADD PRIMARY KEY (no);
    `,
  ],
};
