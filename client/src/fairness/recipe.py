import hashlib, hmac, json, re, sys
record = json.load(open(sys.argv[1]))
tags = record["tags"]
def sha256(*lines): return hashlib.sha256("\n".join(map(str, lines)).encode()).hexdigest()
def entries(tag): return [entry.split() for entry in tags.get(tag, "").split(";") if entry]
context = sha256("ibau throws 2", tags["Game"], record["ruleset"], record["start"] or "")
chains = [(party, int(first), head) for party, first, head in entries("Chains")]
links = {}
for party, last, link in entries("Links"):
    _, first, head = max(chain for chain in chains if chain[0] == party and chain[1] <= int(last))
    own = {}
    for n in range(int(last), first - 1, -1):
        own[party, n], link = link, sha256("ibau link 2", context, party, n, link)
    print(party, first, "kept" if link == head else "BROKEN")
    links |= own if link == head else {}
throws = [action for action in record["actions"] if re.fullmatch("t[1-6]|lot[12]", action)]
letters = {n: letter for n, letter in enumerate(tags.get("Given", ""), 1) if letter != "x"}
if len(throws) != len(letters): print(len(throws), "throws have", len(letters), "numbers: WRONG")
for n, thrown in zip(letters, throws):
    counting = [("server", n)] + [(seat, n) for seat, its in (("first", "b1"), ("second", "b2")) if letters[n] in its]
    if not all(one in links for one in counting): print(n, thrown, "LINK MISSING"); continue
    seats = [links[seat, n] if (seat, n) in counting else "" for seat in ("first", "second")]
    message = "\n".join(["ibau throw 2", context, str(n), *seats]).encode()
    k = hmac.digest(bytes.fromhex(links["server", n]), message, "sha256")[0] >> 4
    due = f"lot{1 + k // 8}" if "lot" in thrown else "t" + "1111222222333345"[k].replace("5", "56"["t6" == thrown])
    print(n, thrown, "agrees" if thrown == due else f"DIFFERS, {due} was due", "with", letters[n])
for entry in entries("Spent"): print(*entry, "passed over")
