import type { MigrationGroup } from '../engine/migrations.ts';
import { replicaLocks } from '../engine/notifications.ts';

// A live replica shows itself every 15 seconds. It counts as gone after a minute without that, or after
// 20 seconds if its connection is lost too: it may be about to replace the connection.
const goneMs = 60_000;
const disconnectedMs = 20_000;
/** Class of the advisory locks under which requests without a call id find their call one at a time. */
const conversationLocks = 1_398_158_931;
/** The same for requests with one id. */
const callLocks = 1_398_158_932;
/** The time that a silent call stays open (design D29). */
const rememberedMs = 15 * 60_000;

/**
 * Calls in progress, requests in flight with the replica that serves them, and the calls that a platform
 * has ended. Times are the server's, so that the clocks of replicas do not matter. The steps are
 * functions, because each reads rows that the step before has locked. Their commits do not wait for the
 * disk: their writes precede the journal's records in the same log and are useless without them.
 */
export const openCallsMigrations: MigrationGroup = {
  name: 'open_calls',
  migrations: [
    `
    CREATE TABLE replica (
      id text COLLATE "C" PRIMARY KEY,
      seen_ms bigint NOT NULL
    );
    CREATE TABLE open_call (
      session_id text COLLATE "C" PRIMARY KEY,
      call_key text COLLATE "C" NOT NULL,
      agent_id text COLLATE "C" NOT NULL,
      turns int NOT NULL,
      starter text COLLATE "C" NOT NULL,
      hung_up boolean NOT NULL,
      active_ms bigint NOT NULL,
      version int NOT NULL DEFAULT 0,
      memory bytea,
      over_ms bigint,
      sealer text COLLATE "C"
    );
    CREATE UNIQUE INDEX open_call_by_key ON open_call (call_key)
      WHERE call_key <> '' AND over_ms IS NULL;
    CREATE TABLE open_request (
      id text COLLATE "C" PRIMARY KEY,
      session_id text COLLATE "C" NOT NULL,
      replica text COLLATE "C" NOT NULL
    );
    CREATE INDEX open_request_by_session ON open_request (session_id);
    CREATE TABLE hung_call (
      call_key text COLLATE "C" PRIMARY KEY,
      session_id text COLLATE "C",
      at_ms bigint NOT NULL
    );

    CREATE FUNCTION call_now() RETURNS bigint LANGUAGE sql VOLATILE AS
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';

    CREATE FUNCTION replica_lives(p_replica text) RETURNS boolean LANGUAGE sql VOLATILE AS
      'SELECT EXISTS (SELECT FROM replica
        WHERE id = p_replica AND seen_ms > call_now() - ${goneMs})';

    CREATE FUNCTION call_served(p_session text) RETURNS boolean LANGUAGE sql VOLATILE AS
      'SELECT EXISTS (SELECT FROM open_request
        WHERE session_id = p_session AND replica_lives(replica))';

    CREATE FUNCTION call_enter(
      p_request text, p_replica text, p_key text, p_agent text, p_offered text, p_turns int
    ) RETURNS SETOF open_call LANGUAGE plpgsql AS $$
    DECLARE
      entered open_call;
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      INSERT INTO open_call AS c
        (session_id, call_key, agent_id, turns, starter, hung_up, active_ms)
      VALUES (p_offered, p_key, p_agent, p_turns, p_request,
        EXISTS (SELECT FROM hung_call
          WHERE call_key = p_key AND at_ms > call_now() - ${rememberedMs}),
        call_now())
      ON CONFLICT (call_key) WHERE call_key <> '' AND over_ms IS NULL
      DO UPDATE SET turns = c.turns + excluded.turns, active_ms = excluded.active_ms
      RETURNING * INTO entered;
      INSERT INTO open_request VALUES (p_request, entered.session_id, p_replica);
      RETURN NEXT entered;
    END $$;

    CREATE FUNCTION call_leave(p_session text, p_request text, p_replica text)
    RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      may_end boolean;
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      UPDATE open_call SET active_ms = call_now()
      WHERE session_id = p_session AND over_ms IS NULL
      RETURNING hung_up OR call_key = '' INTO may_end;
      DELETE FROM open_request WHERE id = p_request;
      IF may_end IS NOT TRUE OR call_served(p_session) THEN
        RETURN false;
      END IF;
      UPDATE open_call SET over_ms = call_now(), sealer = p_replica WHERE session_id = p_session;
      RETURN true;
    END $$;

    CREATE FUNCTION call_hang_up(p_key text, p_replica text)
    RETURNS SETOF open_call LANGUAGE plpgsql AS $$
    DECLARE
      ended text;
    BEGIN
      UPDATE open_call SET hung_up = true WHERE call_key = p_key AND over_ms IS NULL
      RETURNING session_id INTO ended;
      INSERT INTO hung_call AS h VALUES (p_key, ended, call_now())
      ON CONFLICT (call_key) DO UPDATE SET
        session_id = coalesce(excluded.session_id, h.session_id), at_ms = excluded.at_ms;
      IF ended IS NULL OR call_served(ended) THEN
        RETURN;
      END IF;
      RETURN QUERY UPDATE open_call SET over_ms = call_now(), sealer = p_replica
        WHERE session_id = ended RETURNING *;
    END $$;

    CREATE FUNCTION call_take_over(p_replica text, p_idle_ms bigint)
    RETURNS SETOF open_call LANGUAGE plpgsql AS $$
    DECLARE
      found open_call;
    BEGIN
      INSERT INTO replica VALUES (p_replica, call_now())
      ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms;
      DELETE FROM hung_call WHERE at_ms < call_now() - ${rememberedMs};
      DELETE FROM open_request WHERE NOT replica_lives(replica);
      DELETE FROM replica WHERE seen_ms < call_now() - 60 * ${goneMs};
      FOR found IN
        SELECT * FROM open_call
        WHERE CASE WHEN over_ms IS NULL
          THEN hung_up OR call_key = '' OR active_ms < call_now() - p_idle_ms
          ELSE sealer = p_replica OR NOT replica_lives(sealer) END
        ORDER BY session_id FOR UPDATE SKIP LOCKED
      LOOP
        CONTINUE WHEN found.over_ms IS NULL AND call_served(found.session_id);
        UPDATE open_call SET over_ms = coalesce(over_ms, call_now()), sealer = p_replica
        WHERE session_id = found.session_id;
        RETURN NEXT found;
      END LOOP;
    END $$;
    `,
    `
    CREATE FUNCTION replica_connected(p_replica text) RETURNS boolean LANGUAGE sql VOLATILE AS
      'SELECT EXISTS (SELECT FROM pg_locks
        WHERE locktype = ''advisory'' AND classid::bigint = ${replicaLocks}
          AND objid::bigint = hashtext(p_replica)::bigint & 4294967295
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))';

    CREATE OR REPLACE FUNCTION replica_lives(p_replica text) RETURNS boolean LANGUAGE sql VOLATILE AS
      'SELECT EXISTS (SELECT FROM replica
        WHERE id = p_replica AND seen_ms > call_now() - ${goneMs}
          AND (seen_ms > call_now() - ${disconnectedMs} OR replica_connected(p_replica)))';
    `,
    `
    ALTER TABLE open_call
      ADD COLUMN tip text COLLATE "C",
      ADD COLUMN base text COLLATE "C";
    CREATE INDEX open_call_by_tip ON open_call (tip) WHERE tip IS NOT NULL;
    CREATE INDEX open_call_by_base ON open_call (base) WHERE base IS NOT NULL;

    CREATE FUNCTION call_of_conversation(p_goes_on_from text[], p_replaces_after text[])
    RETURNS TABLE (session text, base text) LANGUAGE plpgsql AS $$
    BEGIN
      RETURN QUERY SELECT c.session_id, c.tip FROM open_call c
        WHERE c.tip = ANY (p_goes_on_from) AND c.over_ms IS NULL
        ORDER BY array_position(p_goes_on_from, c.tip), c.active_ms DESC LIMIT 1 FOR UPDATE;
      IF NOT FOUND THEN
        RETURN QUERY SELECT min(c.session_id), min(c.base) FROM open_call c
          WHERE c.base = ANY (p_replaces_after) AND c.over_ms IS NULL
            AND c.active_ms > call_now() - 30000
          HAVING count(*) = 1;
      END IF;
    END $$;

    CREATE FUNCTION call_converse(
      p_request text, p_replica text, p_agent text, p_offered text, p_turns int,
      p_own text, p_goes_on_from text[], p_replaces_after text[]
    ) RETURNS SETOF open_call LANGUAGE plpgsql AS $$
    DECLARE
      found_session text;
      found_base text;
      entered open_call;
    BEGIN
      PERFORM pg_advisory_xact_lock(${conversationLocks}, hashtext(p_agent));
      SELECT session, base INTO found_session, found_base
        FROM call_of_conversation(p_goes_on_from, p_replaces_after);
      SELECT * INTO entered FROM call_enter(p_request, p_replica,
        coalesce(found_session, p_offered), p_agent, p_offered, p_turns);
      UPDATE open_call SET tip = p_own, base = found_base WHERE session_id = entered.session_id;
      RETURN NEXT entered;
    END $$;
    `,
    // A call belongs to its credential (decision 0145), and is joined by beginnings alone (decision 0146).
    `
    ALTER TABLE open_call ADD COLUMN credential text COLLATE "C";
    DROP INDEX open_call_by_key;
    CREATE INDEX open_call_by_key ON open_call (call_key) WHERE call_key <> '' AND over_ms IS NULL;
    DROP FUNCTION call_converse(text, text, text, text, int, text, text[], text[]);
    DROP FUNCTION call_of_conversation(text[], text[]);
    DROP FUNCTION call_enter(text, text, text, text, text, int);
    ALTER TABLE open_call DROP COLUMN base;

    CREATE FUNCTION call_enter(
      p_request text, p_replica text, p_key text, p_agent text, p_offered text, p_turns int,
      p_credential text
    ) RETURNS SETOF open_call LANGUAGE plpgsql AS $$
    DECLARE
      entered open_call;
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      PERFORM pg_advisory_xact_lock(${callLocks}, hashtext(p_key)) WHERE p_key <> '';
      UPDATE open_call c SET turns = c.turns + p_turns, active_ms = call_now(),
        credential = coalesce(c.credential, p_credential)
      WHERE session_id = (SELECT session_id FROM open_call
        WHERE call_key = p_key AND p_key <> '' AND over_ms IS NULL
          AND (credential IS NULL OR p_credential IS NULL OR credential = p_credential)
        ORDER BY session_id LIMIT 1) AND over_ms IS NULL
      RETURNING * INTO entered;
      IF NOT FOUND THEN
        INSERT INTO open_call
          (session_id, call_key, agent_id, turns, starter, hung_up, active_ms, credential)
        VALUES (p_offered, p_key, p_agent, p_turns, p_request,
          EXISTS (SELECT FROM hung_call
            WHERE call_key = p_key AND at_ms > call_now() - ${rememberedMs}),
          call_now(), p_credential)
        RETURNING * INTO entered;
      END IF;
      INSERT INTO open_request VALUES (p_request, entered.session_id, p_replica);
      RETURN NEXT entered;
    END $$;

    CREATE FUNCTION call_converse(
      p_request text, p_replica text, p_agent text, p_offered text, p_turns int,
      p_own text, p_credential text, p_beginnings text[]
    ) RETURNS SETOF open_call LANGUAGE plpgsql AS $$
    DECLARE
      found_session text;
      entered open_call;
    BEGIN
      PERFORM pg_advisory_xact_lock(${conversationLocks}, hashtext(p_agent));
      SELECT session_id INTO found_session FROM open_call
        WHERE tip = ANY (p_beginnings) AND over_ms IS NULL
        ORDER BY array_position(p_beginnings, tip), active_ms DESC LIMIT 1 FOR UPDATE;
      SELECT * INTO entered FROM call_enter(p_request, p_replica,
        coalesce(found_session, p_offered), p_agent, p_offered, p_turns, p_credential);
      UPDATE open_call SET tip = p_own WHERE session_id = entered.session_id;
      RETURN NEXT entered;
    END $$;

    CREATE OR REPLACE FUNCTION call_hang_up(p_key text, p_replica text)
    RETURNS SETOF open_call LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(${callLocks}, hashtext(p_key));
      UPDATE open_call SET hung_up = true WHERE call_key = p_key AND over_ms IS NULL;
      INSERT INTO hung_call AS h VALUES (p_key,
        (SELECT min(session_id) FROM open_call WHERE call_key = p_key AND over_ms IS NULL),
        call_now())
      ON CONFLICT (call_key) DO UPDATE SET
        session_id = coalesce(excluded.session_id, h.session_id), at_ms = excluded.at_ms;
      RETURN QUERY UPDATE open_call SET over_ms = call_now(), sealer = p_replica
        WHERE call_key = p_key AND over_ms IS NULL AND NOT call_served(session_id) RETURNING *;
    END $$;
    `,
  ],
};
