import hashlib, hmac, json, re, sys
record = json.load(open(sys.argv[1]))
tags, parts = record["tags"], record["tags"]["Parts"].split(",")
throws = [action for action in record["actions"] if re.fullmatch("t[1-6]|lot[12]", action)]
for number, hashed in zip([tags["Seed"], *parts], [tags["SeedHash"], *tags["PartHashes"].split(",")]):
    kept = hashed == hashlib.sha256(bytes.fromhex(number)).hexdigest() if number else not (hashed and throws)
    print("kept" if kept else "BROKEN")
for n, thrown in zip(tags.get("ThrowNumbers", "").split() or range(1, len(throws) + 1), throws):
    message = "\n".join(["ibau throw", tags["Game"], str(n), *parts]).encode()
    k = hmac.digest(bytes.fromhex(tags["Seed"]), message, "sha256")[0] >> 4
    due = f"lot{1 + k // 8}" if "lot" in thrown else "t" + "1111222222333345"[k].replace("5", "56"["t6" == thrown])
    print(n, thrown, "agrees" if thrown == due else f"DIFFERS, {due} was due")
