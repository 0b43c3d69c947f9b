-- A data folder as the eighth version wrote it, the last in which Kaël had version 1 of its rules: a person, a match of Kaël that is over, one that goes
-- on. Written by that version, dumped row by row.
PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1667330660;
PRAGMA user_version = 8;
BEGIN TRANSACTION;
CREATE TABLE device_links (
        session INTEGER PRIMARY KEY REFERENCES sessions (id),
        hash BLOB NOT NULL UNIQUE,
        expires_ms INTEGER NOT NULL,
        used INTEGER NOT NULL DEFAULT 0
    ) STRICT;
CREATE TABLE devices (
        hash BLOB PRIMARY KEY,
        session INTEGER NOT NULL REFERENCES sessions (id)
    , since_ms INTEGER NOT NULL DEFAULT 0, seen_ms INTEGER NOT NULL DEFAULT 0, browser TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES matches (id),
        seq INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        seat INTEGER,
        cmd TEXT,
        entry TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES('dug5aqde4fijfghj',0,1795367606801,0,'dug1','{"kind":"act","seat":0,"action":"deal 6"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',1,1795367607645,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 5 5"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',2,1795367608477,NULL,NULL,'{"kind":"act","seat":1,"action":"draw deck"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',3,1795367608490,0,'dug4','{"kind":"act","seat":0,"action":"lay 13"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',4,1795367608491,0,'dug5','{"kind":"act","seat":0,"action":"draw pile"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',5,1795367609089,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 8"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',6,1795367610025,NULL,NULL,'{"kind":"act","seat":1,"action":"draw deck"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',7,1795367610030,0,'dug8','{"kind":"act","seat":0,"action":"lay 8"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',8,1795367610033,0,'dug9','{"kind":"act","seat":0,"action":"draw deck"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',9,1795367610881,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 8"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',10,1795367611401,NULL,NULL,'{"kind":"act","seat":1,"action":"draw pile"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',11,1795367611416,0,'dug12','{"kind":"act","seat":0,"action":"lay 6"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',12,1795367611432,0,'dug13','{"kind":"act","seat":0,"action":"draw deck"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',13,1795367612198,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 8"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',14,1795367613003,NULL,NULL,'{"kind":"act","seat":1,"action":"draw pile"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',15,1795367613006,0,'dug16','{"kind":"act","seat":0,"action":"lay 1"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',16,1795367613007,0,'dug17','{"kind":"act","seat":0,"action":"draw deck"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',17,1795367613562,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 6 6"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',18,1795367614414,NULL,NULL,'{"kind":"act","seat":1,"action":"draw deck"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',19,1795367614415,0,'dug20','{"kind":"act","seat":0,"action":"kael"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',20,1795367615547,NULL,NULL,'{"kind":"act","seat":1,"action":"lay -1"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',21,1795367616311,NULL,NULL,'{"kind":"act","seat":1,"action":"draw pile"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',22,1795367616313,0,'dug23','{"kind":"act","seat":0,"action":"show"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',23,1795367616314,0,'dug24','{"kind":"next"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',24,1795367616972,NULL,NULL,'{"kind":"act","seat":1,"action":"deal 7"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',25,1795367616973,0,'dug26','{"kind":"act","seat":0,"action":"lay 2"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',26,1795367616974,0,'dug27','{"kind":"act","seat":0,"action":"draw deck"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',27,1795367617636,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 5"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',28,1795367618481,NULL,NULL,'{"kind":"act","seat":1,"action":"draw pile"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',29,1795367618483,0,'dug30','{"kind":"act","seat":0,"action":"kael"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',30,1795367619509,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 7"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',31,1795367620662,NULL,NULL,'{"kind":"act","seat":1,"action":"draw deck"}');
INSERT INTO "events" VALUES('dug5aqde4fijfghj',32,1795367620664,0,'dug33','{"kind":"act","seat":0,"action":"show"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',0,1795367620670,0,'e9v1','{"kind":"act","seat":0,"action":"deal 6"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',1,1795367621618,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 8"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',2,1795367622425,NULL,NULL,'{"kind":"act","seat":1,"action":"draw pile"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',3,1795367622426,0,'e9v4','{"kind":"act","seat":0,"action":"lay 13"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',4,1795367622427,0,'e9v5','{"kind":"act","seat":0,"action":"draw pile"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',5,1795367623382,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 2"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',6,1795367624107,NULL,NULL,'{"kind":"act","seat":1,"action":"draw deck"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',7,1795367624108,0,'e9v8','{"kind":"act","seat":0,"action":"lay 8 8"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',8,1795367624109,0,'e9v9','{"kind":"act","seat":0,"action":"draw deck"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',9,1795367624870,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 11 11"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',10,1795367625527,NULL,NULL,'{"kind":"act","seat":1,"action":"draw pile"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',11,1795367625534,0,'e9v12','{"kind":"act","seat":0,"action":"lay 0"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',12,1795367625553,0,'e9v13','{"kind":"act","seat":0,"action":"draw deck"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',13,1795367626549,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 9"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',14,1795367627705,NULL,NULL,'{"kind":"act","seat":1,"action":"draw deck"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',15,1795367627709,0,'e9v16','{"kind":"act","seat":0,"action":"kael"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',16,1795367628365,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 8"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',17,1795367628961,NULL,NULL,'{"kind":"act","seat":1,"action":"draw deck"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',18,1795367628970,0,'e9v19','{"kind":"act","seat":0,"action":"show"}');
INSERT INTO "events" VALUES('e9vhe7rp7b2bn2nu',19,1795367628986,0,'e9v20','{"kind":"next"}');
CREATE TABLE forgotten (last INTEGER NOT NULL) STRICT;
INSERT INTO "forgotten" VALUES(0);
CREATE TABLE invites (
        hash BLOB PRIMARY KEY,
        match_id TEXT NOT NULL REFERENCES matches (id),
        expires_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
CREATE TABLE matches (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        rules INTEGER NOT NULL,
        options TEXT NOT NULL,
        settings TEXT NOT NULL,
        seed BLOB NOT NULL,
        number INTEGER,
        created_ms INTEGER NOT NULL,
        ended_ms INTEGER,
        totals TEXT
    , host INTEGER REFERENCES sessions (id), started_ms INTEGER, state TEXT NOT NULL DEFAULT '{}') STRICT;
INSERT INTO "matches" VALUES('dug5aqde4fijfghj','kael',1,'{"cut_from":2,"false_call":"penalty","good_draw":"any","landings":"reached","match_end":"first_out","minus_pays":false}','{"races":"strict","open":"alone","clock":"none","grace_s":null,"watch":false,"watch_delay_s":0,"chat":"phrases","level":"random","fill_s":null,"assist":false,"advice":true,"begins_when_full":false,"daily":null}',X'1C2445C1ACAB366893580FC519E6381F34191900B17E010F89FDBD20D6658B0A',NULL,1795367606775,1795367620664,'40 0',1,1795367606775,'{}');
INSERT INTO "matches" VALUES('e9vhe7rp7b2bn2nu','kael',1,'{"cut_from":2,"false_call":"penalty","good_draw":"any","landings":"reached","match_end":"first_out","minus_pays":false}','{"races":"strict","open":"alone","clock":"none","grace_s":null,"watch":false,"watch_delay_s":0,"chat":"phrases","level":"random","fill_s":null,"assist":false,"advice":true,"begins_when_full":false,"daily":null}',X'C66ACB318FAD1A0318A8CC3DA0F0AAF2B0695AB4DC0897AB0010EE0D27943262',NULL,1795367620666,NULL,NULL,1,1795367620666,'{}');
CREATE TABLE played (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seat INTEGER NOT NULL,
        session INTEGER NOT NULL REFERENCES sessions (id),
        PRIMARY KEY (match_id, seat, session)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "played" VALUES('dug5aqde4fijfghj',0,1);
INSERT INTO "played" VALUES('e9vhe7rp7b2bn2nu',0,1);
CREATE TABLE "records" (
        id TEXT PRIMARY KEY,
        line TEXT NOT NULL,
        session INTEGER REFERENCES sessions (id),
        at_ms INTEGER NOT NULL
    ) STRICT;
CREATE TABLE results (
        match_id TEXT NOT NULL REFERENCES matches (id),
        deal INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        assisted INTEGER NOT NULL,
        session INTEGER NOT NULL REFERENCES sessions (id),
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        seats INTEGER NOT NULL,
        points INTEGER,
        won INTEGER,
        daily INTEGER,
        at_ms INTEGER NOT NULL, took_ms INTEGER,
        PRIMARY KEY (match_id, deal, seat, assisted)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES('dug5aqde4fijfghj',0,0,0,1,'kael','{"cut_from":2,"false_call":"penalty","good_draw":"any","landings":"reached","match_end":"first_out","minus_pays":false}',2,20,NULL,NULL,1795367616313,NULL);
INSERT INTO "results" VALUES('dug5aqde4fijfghj',1,0,0,1,'kael','{"cut_from":2,"false_call":"penalty","good_draw":"any","landings":"reached","match_end":"first_out","minus_pays":false}',2,20,0,NULL,1795367620664,13869);
INSERT INTO "results" VALUES('e9vhe7rp7b2bn2nu',0,0,0,1,'kael','{"cut_from":2,"false_call":"penalty","good_draw":"any","landings":"reached","match_end":"first_out","minus_pays":false}',2,20,NULL,NULL,1795367628985,NULL);
CREATE TABLE seats (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        session INTEGER REFERENCES sessions (id),
        bot TEXT,
        PRIMARY KEY (match_id, seat)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES('dug5aqde4fijfghj',0,'Guest',1,NULL);
INSERT INTO "seats" VALUES('dug5aqde4fijfghj',1,'Bo',NULL,'random');
INSERT INTO "seats" VALUES('e9vhe7rp7b2bn2nu',0,'Guest',1,NULL);
INSERT INTO "seats" VALUES('e9vhe7rp7b2bn2nu',1,'Bo',NULL,'random');
CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        name TEXT NOT NULL,
        created_ms INTEGER NOT NULL
    , seen_ms INTEGER NOT NULL DEFAULT 0, browser TEXT NOT NULL DEFAULT '', first INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO "sessions" VALUES(1,X'8CDD73C4B7ED4CF83040E22F9F22D269E1C0DD44364AD33ED3D6483BE348F0EC','Guest',1795367606757,1795305600000,'',1);
CREATE INDEX seats_of_session ON seats (session) WHERE session IS NOT NULL;
CREATE UNIQUE INDEX events_cmd ON events (table_id, seat, cmd) WHERE cmd IS NOT NULL;
CREATE INDEX invites_of_match ON invites (match_id);
CREATE INDEX results_of_session ON results (session, at_ms);
CREATE INDEX records_of_session ON records (session) WHERE session IS NOT NULL;
CREATE INDEX played_of_session ON played (session);
CREATE INDEX devices_of_session ON devices (session);
COMMIT;
