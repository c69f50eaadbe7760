"""Verifies a journal export, written from docs/journal-format.md with Python's standard library alone.

Usage: verify_export.py EXPORT [CHECKPOINT...]
       verify_export.py REPORT
       verify_export.py -   (for tests; see serve)

Prints one JSON object: {"ok", "events", "breaks": [{"seq", "rule"}]}. Exits with 1 when not ok.
"""

import base64
import hashlib
import json
import sys

FORMAT = "svc-journal-export-v1"
NOT_LEAVES = {"session_sealed", "report_generated", "regulated_view_opened"}


# Ed25519 (RFC 8032, 5.1 and 6)

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if x2 == 0:
        return None if sign else 0
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - x2) % P:
        return None
    return P - x if (x & 1) != sign else x


def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(n, p):
    result = (0, 1, 1, 0)
    while n > 0:
        if n & 1:
            result = add(result, p)
        p, n = add(p, p), n >> 1
    return result


def same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def ed25519_verifies(key, message, signature):
    if len(signature) != 64:
        return False
    a, r, s = point(key), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return same(times(s, BASE), add(r, times(k, a)))


# Canonical JSON of strings, safe integers, arrays and maps (RFC 8785)


def canonical(value):
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53:
        return str(value)
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(canonical(key) + ":" + canonical(value[key]) for key in keys) + "}"
    raise ValueError("not a value of records")


def parsed(line):
    try:
        value = json.loads(line)
        return value if isinstance(value, dict) and canonical(value) == line else None
    except (ValueError, UnicodeError):
        return None


# Trees (RFC 6962) and checkpoints (C2SP tlog-checkpoint)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def leaf(curr_hash):
    return sha256(b"\0", bytes.fromhex(curr_hash))


def node(left, right):
    return sha256(b"\1", left, right)


class Tree:
    def __init__(self, size=0, peaks=()):
        self.size, self.peaks = size, list(peaks)

    def add(self, hashed):
        size = self.size
        while size & 1:
            hashed, size = node(self.peaks.pop(), hashed), size >> 1
        self.peaks.append(hashed)
        self.size += 1

    def root(self):
        if not self.peaks:
            return sha256()
        right = self.peaks[-1]
        for left in reversed(self.peaks[:-1]):
            right = node(left, right)
        return right


def climb(hashed, index, size, path):
    """The root an audit path leads to (RFC 6962, 2.1.1), or None."""
    steps, last = list(path), size - 1
    for step in steps:
        if last == 0:
            return None
        if index & 1 or index == last:
            hashed = node(step, hashed)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            hashed = node(hashed, step)
        index, last = index >> 1, last >> 1
    return hashed if last == 0 else None


def opened(note, origin, key):
    """Size and root of a signed checkpoint, or None."""
    text, _, signatures = note.rpartition("\n\n")
    lines = text.split("\n")
    if len(lines) < 3 or lines[0] != origin:
        return None
    expected = sha256(origin.encode() + b"\n\x01" + key)[:4]
    for line in signatures.strip("\n").split("\n"):
        dash, name, blob = (line.split(" ") + ["", ""])[:3]
        data = base64.b64decode(blob)
        if (dash, name, data[:4]) != ("\u2014", origin, expected):
            continue
        if ed25519_verifies(key, (text + "\n").encode(), data[4:]):
            return int(lines[1]), base64.b64decode(lines[2])
    return None


# Verification


def chain_hash(record):
    body = {name: value for name, value in record.items() if name != "curr_hash"}
    return hashlib.sha256(b"svc-audit-event-v1\n" + canonical(body).encode()).hexdigest()


def is_hash(value):
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def is_record(record):
    return (
        record is not None
        and record.get("v") == 1
        and isinstance(record.get("seq"), int)
        and is_hash(record.get("curr_hash"))
        and ("session_id" in record) == ("session_seq" in record)
    )


def verify_journal(first, lines, last, anchors, key):
    breaks = []

    def report(seq, rule):
        breaks.append({"seq": seq, "rule": rule})

    seq, previous = first["first_seq"], first["prev_hash"]
    tree = Tree(seq, [bytes.fromhex(peak) for peak in first["peaks"]])
    if len(tree.peaks) != bin(seq).count("1"):
        return [{"seq": seq, "rule": "prev_hash_mismatch"}]
    roots, sessions, gaps, told = {seq: tree.root()}, {}, set(), []
    for line in lines:
        record = parsed(line)
        if not is_record(record):
            report(seq, "malformed_record")
            report(seq, "curr_hash_mismatch")
            tree.add(leaf(hashlib.sha256(line.encode()).hexdigest()))
            seq, previous = seq + 1, ""
            continue
        if record["seq"] != seq:
            report(seq, "seq_gap")
        if record["prev_hash"] != previous:
            report(record["seq"], "prev_hash_mismatch")
        if chain_hash(record) != record["curr_hash"]:
            report(record["seq"], "curr_hash_mismatch")
        if "session_id" in record:
            session = record["session_id"]
            start = 0 if first["first_seq"] == 0 else record["session_seq"]
            if record["session_seq"] != sessions.get(session, start):
                report(record["seq"], "session_seq_mismatch")
            sessions[session] = record["session_seq"] + 1
        if record["kind"] == "journal_gap":
            gaps.add(record["seq"])
        if record["kind"] == "checkpoint_signed" and record["size"] >= first["first_seq"]:
            told.append(record)
        tree.add(leaf(record["curr_hash"]))
        seq, previous = record["seq"] + 1, record["curr_hash"]
        roots[seq] = tree.root()
    if last is None:
        report(seq, "truncated")
        return breaks
    if last["size"] > seq:
        report(seq, "truncated")
    elif last["size"] < seq or last["head_hash"] != previous:
        report(max(last["size"] - 1, 0), "head_mismatch")
    kept = [(c["size"], c["note"], c.get("voided_by")) for c in last["checkpoints"]]
    known = set()
    for size, note, voided_by in kept + [(last["size"], last["checkpoint"], None)]:
        found = opened(note, first["origin"], key)
        if found is None or found[0] != size:
            report(max(size - 1, 0), "checkpoint_signature")
            continue
        known.add((size, found[1].hex()))
        if voided_by not in gaps and roots.get(size) != found[1]:
            report(max(size - 1, 0), "checkpoint_mismatch")
    for record in told:
        if (record["size"], record["root_hash"]) not in known:
            report(record["seq"], "checkpoint_mismatch")
    for note in anchors:
        found = opened(note, first["origin"], key)
        if found is None:
            report(int(note.split("\n")[1]) - 1, "checkpoint_signature")
        elif found[0] > seq:
            report(seq, "truncated")
        elif found[0] < first["first_seq"]:
            report(max(found[0] - 1, 0), "anchor_not_covered")
        elif roots.get(found[0]) != found[1]:
            report(max(found[0] - 1, 0), "checkpoint_mismatch")
    return breaks


def verify_session(first, lines, last, anchors, key):
    breaks, leaves, seq = [], Tree(), 0
    signed = opened(last["checkpoint"], first["origin"], key) if last else None
    if last is not None and (signed is None or signed[0] != last["size"]):
        breaks.append({"seq": max(last["size"] - 1, 0), "rule": "checkpoint_signature"})
        signed = None
    for at, line in enumerate(lines):
        record = parsed(line)
        if not is_record(record):
            breaks.append({"seq": seq, "rule": "malformed_record"})
            seq += 1
            continue
        seq = record["seq"]
        if chain_hash(record) != record["curr_hash"]:
            breaks.append({"seq": seq, "rule": "curr_hash_mismatch"})
        if (record.get("session_id"), record.get("session_seq")) != (first["session_id"], at):
            breaks.append({"seq": seq, "rule": "session_seq_mismatch"})
        path = last["proofs"][at] if last and at < len(last["proofs"]) else []
        steps = [bytes.fromhex(step) for step in path]
        if signed and climb(leaf(record["curr_hash"]), seq, signed[0], steps) != signed[1]:
            breaks.append({"seq": seq, "rule": "inclusion_mismatch"})
        if record["kind"] not in NOT_LEAVES:
            leaves.add(leaf(record["curr_hash"]))
        seq += 1
    if last is None or len(last["proofs"]) > len(lines):
        breaks.append({"seq": seq, "rule": "truncated"})
    elif leaves.root().hex() != last["merkle_root_hex"]:
        breaks.append({"seq": max(seq - 1, 0), "rule": "root_mismatch"})
    for note in anchors:
        found = opened(note, first["origin"], key)
        rule = None
        if found is None:
            rule = "checkpoint_signature"
        elif signed is None or found[0] != signed[0]:
            rule = "anchor_not_covered"
        elif found[1] != signed[1]:
            rule = "checkpoint_mismatch"
        if rule is not None:
            breaks.append({"seq": max(int(note.split("\n")[1]) - 1, 0), "rule": rule})
    return breaks


def verify(lines, anchors):
    first, last = parsed(lines[0]), parsed(lines[-1])
    if first is None or first.get("export") != FORMAT:
        sys.exit("not an export")
    last = last if last is not None and last.get("end") == FORMAT else None
    records = lines[1:] if last is None else lines[1:-1]
    key = bytes.fromhex(first["public_key"])
    if "session_id" in first:
        breaks = verify_session(first, records, last, anchors, key)
    else:
        breaks = verify_journal(first, records, last, anchors, key)
    return {"ok": not breaks, "events": len(records), "breaks": breaks}


def canonical_report(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical_report, value)) + "]"
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(canonical(k) + ":" + canonical_report(value[k]) for k in keys) + "}"
    return canonical(value)


def verify_report(report):
    """The flaws of a report of a call or of a period."""
    signed, key = report["integrity"], bytes.fromhex(report["public_key"])
    body = {name: value for name, value in report.items() if name != "integrity"}
    text = canonical_report(body).encode()
    of_call = report["scope"] == "session"
    hashes = [event["curr_hash"] for event in report["events" if of_call else "access_log"]]
    roots = [] if of_call else [call["merkle_root_hex"] for call in report["calls"]]
    size = report["chain"]["last_seq"] + 1 if of_call else report["chain"]["size"]
    tree = Tree()
    for hashed in roots + hashes:
        tree.add(leaf(hashed))
    note = opened(report["checkpoint"], report["checkpoint"].split("\n")[0], key)
    steps = {
        "report_hash_mismatch": sha256(text).hex() == signed["report_sha256"],
        "bad_signature": ed25519_verifies(key, text, base64.b64decode(signed["signature"])),
        "root_mismatch": tree.root().hex() == report["merkle_root_hex"],
        "checkpoint_signature": note is not None,
        "checkpoint_too_small": note is not None and note[0] >= size,
    }
    return [flaw for flaw, holds in steps.items() if not holds]


def main(path, anchor_paths):
    with open(path, encoding="utf-8", newline="") as file:
        content = file.read()
    whole = json.loads(content) if content.startswith('{"report"') else None
    if whole is not None:
        flaws = verify_report(whole["report"])
        print(json.dumps({"ok": not flaws, "flaws": flaws}))
        sys.exit(0 if not flaws else 1)
    lines = content.removesuffix("\n").split("\n")
    anchors = [open(anchor, encoding="utf-8").read() for anchor in anchor_paths]
    found = verify(lines, anchors)
    print(json.dumps(found))
    sys.exit(0 if found["ok"] else 1)


def serve():
    """One request a line, {"lines", "anchors"}, and one answer a line."""
    for request in sys.stdin:
        print(json.dumps(verify(**json.loads(request))), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "-":
        serve()
    else:
        main(sys.argv[1], sys.argv[2:])
