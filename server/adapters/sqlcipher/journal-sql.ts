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
  sessionStart: `SELECT seq FROM event
    WHERE session_no = (SELECT no FROM session WHERE id = ?) AND session_seq = 0`,
  hashes: 'SELECT curr_hash FROM event WHERE seq >= ? AND seq < ? ORDER BY seq',
  rows: `SELECT seq, session_no, session_seq, body, curr_hash FROM event
    WHERE seq > ? ORDER BY seq LIMIT ?`,
} as const;
