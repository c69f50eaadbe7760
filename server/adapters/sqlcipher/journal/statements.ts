/** Statements of pruning and legal holds, apart so that their query plans can be tested. */
export const retentionSql = {
  state: 'SELECT pruned_below, clock_seen FROM retention WHERE id = 1',
  lastTile: 'SELECT max(no) FROM pruned_tile',
  tile: 'SELECT hashes FROM pruned_tile WHERE no = ?',
  tiles: 'SELECT hashes FROM pruned_tile ORDER BY no',
  giveUp: 'UPDATE retention SET pruned_below = ?, event_seq = ? WHERE id = 1',
  sawClock: 'UPDATE retention SET clock_seen = ? WHERE id = 1',
  starts: `SELECT session.id FROM event JOIN session ON session.no = event.session_no
    WHERE event.seq >= ? AND event.seq < ? AND event.session_seq = 0 ORDER BY event.seq`,
  sessionNos: `SELECT DISTINCT session_no FROM event
    WHERE seq >= ? AND seq < ? AND session_no IS NOT NULL`,
  keepTile: 'INSERT INTO pruned_tile (no, hashes) VALUES (?, ?)',
  drop: 'DELETE FROM event WHERE seq >= ? AND seq < ?',
  dropSession: `DELETE FROM session WHERE no = :no
    AND NOT EXISTS (SELECT 1 FROM event WHERE session_no = :no)`,
  lastOfSession: `SELECT max(seq) FROM event
    WHERE session_no = (SELECT no FROM session WHERE id = ?)`,
  place: `INSERT INTO legal_hold (no, session_id, actor, placed_at, from_seq)
    VALUES (:no, :id, :actor, :placedAt, :fromSeq)`,
  release: 'DELETE FROM legal_hold WHERE no = ?',
  holds: `SELECT no, session_id AS id, actor, placed_at AS placedAt, from_seq AS fromSeq,
      (SELECT seq FROM event
        WHERE session_no = (SELECT no FROM session WHERE id = legal_hold.session_id)
          AND session_seq = 0 AND seq >= (SELECT pruned_below FROM retention WHERE id = 1)) AS start
    FROM legal_hold ORDER BY no`,
} as const;

/** The journal's statements by what they are for, so that their query plans can be tested. */
export const journalSql = {
  insert:
    'INSERT INTO event (seq, session_no, session_seq, body, curr_hash) VALUES (?, ?, ?, ?, ?)',
  last: 'SELECT seq, body, curr_hash FROM event ORDER BY seq DESC LIMIT 3',
  sessionNo: 'SELECT no FROM session WHERE id = ?',
  sessionId: 'SELECT id FROM session WHERE no = ?',
  addSession: 'INSERT INTO session (id) VALUES (?)',
  nextInSession: 'SELECT ifnull(max(session_seq) + 1, 0) FROM event WHERE session_no = ?',
  bySeq: 'SELECT body, curr_hash FROM event WHERE seq >= ? ORDER BY seq LIMIT ?',
  bySession: `SELECT body, curr_hash FROM event
    WHERE session_no = (SELECT no FROM session WHERE id = ?) AND session_seq >= ?
    ORDER BY session_seq LIMIT ?`,
  // The condition of the index, word for word.
  activity: `SELECT body, curr_hash FROM event INDEXED BY event_of_people
    WHERE (json_extract(body, '$.actor') IS NOT NULL OR json_extract(body, '$.kind') = 'login_failed')
      AND seq >= ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
  sessionStart: `SELECT seq FROM event
    WHERE session_no = (SELECT no FROM session WHERE id = ?) AND session_seq = 0`,
  hashes: 'SELECT curr_hash FROM event WHERE seq >= ? AND seq < ? ORDER BY seq',
  rows: `SELECT seq, session_no, session_seq, body, curr_hash FROM event
    WHERE seq > ? ORDER BY seq LIMIT ?`,
} as const;
