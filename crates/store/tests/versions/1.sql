-- A data folder as the first version wrote it: a person, four matches that go on. Written by that version, dumped row by row.
PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1667330660;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES matches (id),
        seq INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        seat INTEGER,
        cmd TEXT,
        entry TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES('5dhubge9srrgmwfg',0,1795252992654,0,'c0','{"kind":"act","seat":0,"action":"t1 t4"}');
INSERT INTO "events" VALUES('5dhubge9srrgmwfg',1,1795252992716,0,'c1','{"kind":"act","seat":0,"action":"t4 t6"}');
INSERT INTO "events" VALUES('5dhubge9srrgmwfg',2,1795252992764,0,'c2','{"kind":"act","seat":0,"action":"t6 t4"}');
INSERT INTO "events" VALUES('5dhubge9srrgmwfg',3,1795252992812,0,'c3','{"kind":"act","seat":0,"action":"t4 t6"}');
INSERT INTO "events" VALUES('5dhubge9srrgmwfg',4,1795252992856,0,'c4','{"kind":"act","seat":0,"action":"t6 t4"}');
INSERT INTO "events" VALUES('5dhubge9srrgmwfg',5,1795252992904,0,'c5','{"kind":"act","seat":0,"action":"t4 t6"}');
INSERT INTO "events" VALUES('5dhubge9srrgmwfg',6,1795252992953,0,'c6','{"kind":"act","seat":0,"action":"t6 t4"}');
INSERT INTO "events" VALUES('5dhubge9srrgmwfg',7,1795252993020,0,'c7','{"kind":"act","seat":0,"action":"t4 t6"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',0,1795252991260,NULL,NULL,'{"kind":"act","seat":1,"action":"bid 20"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',1,1795252991280,NULL,NULL,'{"kind":"act","seat":2,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',2,1795252991300,NULL,NULL,'{"kind":"act","seat":3,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',3,1795252991333,0,'c0','{"kind":"act","seat":0,"action":"bid 100"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',4,1795252991349,NULL,NULL,'{"kind":"act","seat":1,"action":"trade 3h"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',5,1795252991362,NULL,NULL,'{"kind":"act","seat":3,"action":"trade 4c"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',6,1795252991373,NULL,NULL,'{"kind":"act","seat":2,"action":"trade 2c"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',7,1795252991396,0,'c1','{"kind":"act","seat":0,"action":"trade 2d"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',8,1795252991399,NULL,NULL,'{"kind":"act","seat":3,"action":"trade 2d"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',9,1795252991401,NULL,NULL,'{"kind":"act","seat":1,"action":"stop"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',10,1795252991445,0,'c3','{"kind":"act","seat":0,"action":"play 3h"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',11,1795252991453,NULL,NULL,'{"kind":"act","seat":1,"action":"play 6h"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',12,1795252991455,NULL,NULL,'{"kind":"act","seat":2,"action":"play 8h"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',13,1795252991457,NULL,NULL,'{"kind":"act","seat":3,"action":"play Td"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',14,1795252991500,0,'c4','{"kind":"act","seat":0,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',15,1795252991504,NULL,NULL,'{"kind":"act","seat":1,"action":"play 2cAc"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',16,1795252991518,NULL,NULL,'{"kind":"act","seat":2,"action":"play 3dKd"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',17,1795252991520,NULL,NULL,'{"kind":"act","seat":3,"action":"play 4hQc"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',18,1795252991545,0,'c5','{"kind":"act","seat":0,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',19,1795252991549,NULL,NULL,'{"kind":"act","seat":1,"action":"play 7c7d8c9h9sTcJcJh"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',20,1795252991551,NULL,NULL,'{"kind":"act","seat":2,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',21,1795252991553,NULL,NULL,'{"kind":"act","seat":3,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',22,1795252991602,0,'c6','{"kind":"act","seat":0,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',23,1795252991610,NULL,NULL,'{"kind":"act","seat":1,"action":"play 2hAh"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',24,1795252991622,NULL,NULL,'{"kind":"act","seat":2,"action":"play 4c"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',25,1795252991638,NULL,NULL,'{"kind":"act","seat":3,"action":"play 5c"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',26,1795252991657,0,'c7','{"kind":"act","seat":0,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',27,1795252991660,NULL,NULL,'{"kind":"act","seat":2,"action":"play 9d"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',28,1795252991670,NULL,NULL,'{"kind":"act","seat":3,"action":"play Kh"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',29,1795252991704,0,'c8','{"kind":"act","seat":0,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',30,1795252991726,NULL,NULL,'{"kind":"act","seat":2,"action":"play 5dJd"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',31,1795252991728,NULL,NULL,'{"kind":"act","seat":3,"action":"play 7s9c"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',32,1795252991785,0,'c9','{"kind":"act","seat":0,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',33,1795252991790,NULL,NULL,'{"kind":"act","seat":2,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',34,1795252991804,NULL,NULL,'{"kind":"act","seat":3,"action":"play 2d"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',35,1795252991840,0,'c10','{"kind":"act","seat":0,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',36,1795252991847,NULL,NULL,'{"kind":"act","seat":2,"action":"play 5hJs"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',37,1795252991866,NULL,NULL,'{"kind":"act","seat":3,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',38,1795252991897,0,'c11','{"kind":"act","seat":0,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',39,1795252991899,NULL,NULL,'{"kind":"act","seat":2,"action":"play 6cTh"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',40,1795252991901,NULL,NULL,'{"kind":"act","seat":3,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',41,1795252991960,0,'c12','{"kind":"act","seat":0,"action":"pass"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',42,1795252991970,NULL,NULL,'{"kind":"act","seat":2,"action":"play 6dTs"}');
INSERT INTO "events" VALUES('dsk4iv72w64pg4w6',43,1795252991972,NULL,NULL,'{"kind":"act","seat":3,"action":"pass"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',0,1795252992073,0,'c0','{"kind":"act","seat":0,"action":"deal 2"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',1,1795252992075,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 5"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',2,1795252992077,NULL,NULL,'{"kind":"act","seat":1,"action":"draw deck"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',3,1795252992078,NULL,NULL,'{"kind":"act","seat":2,"action":"lay 9"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',4,1795252992080,NULL,NULL,'{"kind":"act","seat":2,"action":"draw deck"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',5,1795252992082,NULL,NULL,'{"kind":"act","seat":3,"action":"lay 9"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',6,1795252992083,NULL,NULL,'{"kind":"act","seat":3,"action":"draw pile"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',7,1795252992085,NULL,NULL,'{"kind":"act","seat":3,"action":"good"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',8,1795252992116,0,'c1','{"kind":"act","seat":0,"action":"lay 1"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',9,1795252992164,0,'c2','{"kind":"act","seat":0,"action":"draw deck"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',10,1795252992166,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 12"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',11,1795252992168,NULL,NULL,'{"kind":"act","seat":1,"action":"draw pile"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',12,1795252992170,NULL,NULL,'{"kind":"act","seat":2,"action":"lay 4"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',13,1795252992171,NULL,NULL,'{"kind":"act","seat":2,"action":"draw deck"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',14,1795252992173,NULL,NULL,'{"kind":"act","seat":3,"action":"lay 10"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',15,1795252992174,NULL,NULL,'{"kind":"act","seat":3,"action":"draw pile"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',16,1795252992216,0,'c3','{"kind":"act","seat":0,"action":"kael"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',17,1795252992218,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 1"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',18,1795252992220,NULL,NULL,'{"kind":"act","seat":1,"action":"draw deck"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',19,1795252992222,NULL,NULL,'{"kind":"act","seat":2,"action":"lay 3"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',20,1795252992223,NULL,NULL,'{"kind":"act","seat":2,"action":"draw pile"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',21,1795252992225,NULL,NULL,'{"kind":"act","seat":3,"action":"lay 4"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',22,1795252992227,NULL,NULL,'{"kind":"act","seat":3,"action":"draw pile"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',23,1795252992265,0,'c4','{"kind":"act","seat":0,"action":"show"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',24,1795252992328,0,'c5','{"kind":"next"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',25,1795252992330,NULL,NULL,'{"kind":"act","seat":1,"action":"deal 2"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',26,1795252992332,NULL,NULL,'{"kind":"act","seat":2,"action":"lay 10"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',27,1795252992334,NULL,NULL,'{"kind":"act","seat":2,"action":"draw pile"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',28,1795252992335,NULL,NULL,'{"kind":"act","seat":3,"action":"lay 13"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',29,1795252992337,NULL,NULL,'{"kind":"act","seat":3,"action":"draw deck"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',30,1795252992376,0,'c6','{"kind":"act","seat":0,"action":"lay 10"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',31,1795252992436,0,'c7','{"kind":"act","seat":0,"action":"draw deck"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',32,1795252992447,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 11"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',33,1795252992470,NULL,NULL,'{"kind":"act","seat":1,"action":"draw deck"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',34,1795252992485,NULL,NULL,'{"kind":"act","seat":2,"action":"lay 3 3"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',35,1795252992502,NULL,NULL,'{"kind":"act","seat":2,"action":"draw deck"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',36,1795252992513,NULL,NULL,'{"kind":"act","seat":3,"action":"lay 6"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',37,1795252992525,NULL,NULL,'{"kind":"act","seat":3,"action":"draw pile"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',38,1795252992536,0,'c8','{"kind":"act","seat":0,"action":"kael"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',39,1795252992543,NULL,NULL,'{"kind":"act","seat":1,"action":"lay 8"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',40,1795252992557,NULL,NULL,'{"kind":"act","seat":1,"action":"draw pile"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',41,1795252992559,NULL,NULL,'{"kind":"act","seat":2,"action":"lay 9"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',42,1795252992561,NULL,NULL,'{"kind":"act","seat":2,"action":"draw deck"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',43,1795252992565,NULL,NULL,'{"kind":"act","seat":3,"action":"lay 3"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',44,1795252992567,NULL,NULL,'{"kind":"act","seat":3,"action":"draw deck"}');
INSERT INTO "events" VALUES('gd94viyvbiedbhb7',45,1795252992588,0,'c9','{"kind":"act","seat":0,"action":"show"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',0,1795252990164,NULL,NULL,'{"kind":"act","seat":1,"action":"play Ad"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',1,1795252990181,NULL,NULL,'{"kind":"act","seat":2,"action":"play Qd"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',2,1795252990193,NULL,NULL,'{"kind":"act","seat":3,"action":"play 9d"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',3,1795252990204,0,'c0','{"kind":"act","seat":0,"action":"play 3d"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',4,1795252990217,NULL,NULL,'{"kind":"act","seat":1,"action":"play Kd"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',5,1795252990232,NULL,NULL,'{"kind":"act","seat":2,"action":"play Td"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',6,1795252990263,NULL,NULL,'{"kind":"act","seat":3,"action":"play 6d"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',7,1795252990272,0,'c1','{"kind":"act","seat":0,"action":"play 5d"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',8,1795252990273,NULL,NULL,'{"kind":"act","seat":1,"action":"play 8c"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',9,1795252990275,NULL,NULL,'{"kind":"act","seat":2,"action":"play Ac"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',10,1795252990276,NULL,NULL,'{"kind":"act","seat":3,"action":"play Kc"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',11,1795252990324,0,'c2','{"kind":"act","seat":0,"action":"play 5c"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',12,1795252990326,NULL,NULL,'{"kind":"act","seat":2,"action":"play Js"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',13,1795252990328,NULL,NULL,'{"kind":"act","seat":3,"action":"play As"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',14,1795252990372,0,'c3','{"kind":"act","seat":0,"action":"play 4s"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',15,1795252990381,NULL,NULL,'{"kind":"act","seat":1,"action":"play Qs"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',16,1795252990388,NULL,NULL,'{"kind":"act","seat":3,"action":"play Qc"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',17,1795252990424,0,'c4','{"kind":"act","seat":0,"action":"play 7c"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',18,1795252990426,NULL,NULL,'{"kind":"act","seat":1,"action":"play Kh"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',19,1795252990428,NULL,NULL,'{"kind":"act","seat":2,"action":"play Jc"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',20,1795252990449,NULL,NULL,'{"kind":"act","seat":3,"action":"play Ks"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',21,1795252990468,0,'c5','{"kind":"act","seat":0,"action":"play 5s"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',22,1795252990474,NULL,NULL,'{"kind":"act","seat":1,"action":"play Ts"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',23,1795252990480,NULL,NULL,'{"kind":"act","seat":2,"action":"play 6s"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',24,1795252990500,NULL,NULL,'{"kind":"act","seat":3,"action":"play 5h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',25,1795252990535,0,'c6','{"kind":"act","seat":0,"action":"play 4h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',26,1795252990537,NULL,NULL,'{"kind":"act","seat":1,"action":"play 3h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',27,1795252990546,NULL,NULL,'{"kind":"act","seat":2,"action":"play 9h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',28,1795252990572,NULL,NULL,'{"kind":"act","seat":2,"action":"play 6c"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',29,1795252990584,NULL,NULL,'{"kind":"act","seat":3,"action":"play 8h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',30,1795252990585,0,'c7','{"kind":"act","seat":0,"action":"play 9c"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',31,1795252990596,NULL,NULL,'{"kind":"act","seat":1,"action":"play 7h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',32,1795252990628,0,'c8','{"kind":"act","seat":0,"action":"play 6h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',33,1795252990632,NULL,NULL,'{"kind":"act","seat":1,"action":"play 2h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',34,1795252990644,NULL,NULL,'{"kind":"act","seat":2,"action":"play Jh"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',35,1795252990652,NULL,NULL,'{"kind":"act","seat":3,"action":"play 4d"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',36,1795252990660,NULL,NULL,'{"kind":"act","seat":2,"action":"play Th"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',37,1795252990664,NULL,NULL,'{"kind":"act","seat":3,"action":"play 2d"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',38,1795252990676,0,'c9','{"kind":"act","seat":0,"action":"play Ah"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',39,1795252990700,NULL,NULL,'{"kind":"act","seat":1,"action":"play 8s"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',40,1795252990732,0,'c10','{"kind":"act","seat":0,"action":"play 7d"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',41,1795252990744,NULL,NULL,'{"kind":"act","seat":1,"action":"play Jd"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',42,1795252990756,NULL,NULL,'{"kind":"act","seat":2,"action":"play 4c"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',43,1795252990796,NULL,NULL,'{"kind":"act","seat":3,"action":"play 9s"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',44,1795252990800,NULL,NULL,'{"kind":"act","seat":1,"action":"play 7s"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',45,1795252990820,NULL,NULL,'{"kind":"act","seat":2,"action":"play 3c"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',46,1795252990828,NULL,NULL,'{"kind":"act","seat":3,"action":"play 3s"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',47,1795252990829,0,'c11','{"kind":"act","seat":0,"action":"play Qh"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',48,1795252990842,NULL,NULL,'{"kind":"act","seat":1,"action":"play 8d"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',49,1795252990852,NULL,NULL,'{"kind":"act","seat":2,"action":"play 2c"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',50,1795252990856,NULL,NULL,'{"kind":"act","seat":3,"action":"play 2s"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',51,1795252990880,0,'c12','{"kind":"act","seat":0,"action":"play Tc"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',52,1795252990929,0,'c13','{"kind":"next"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',53,1795252990940,NULL,NULL,'{"kind":"act","seat":2,"action":"play Qc"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',54,1795252990942,NULL,NULL,'{"kind":"act","seat":3,"action":"play Jc"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',55,1795252990976,0,'c14','{"kind":"act","seat":0,"action":"play 5c"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',56,1795252990979,NULL,NULL,'{"kind":"act","seat":1,"action":"play Ac"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',57,1795252990984,NULL,NULL,'{"kind":"act","seat":1,"action":"play Ad"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',58,1795252990986,NULL,NULL,'{"kind":"act","seat":2,"action":"play Qd"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',59,1795252990988,NULL,NULL,'{"kind":"act","seat":3,"action":"play 7d"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',60,1795252991020,0,'c15','{"kind":"act","seat":0,"action":"play 8d"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',61,1795252991023,NULL,NULL,'{"kind":"act","seat":1,"action":"play 3h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',62,1795252991024,NULL,NULL,'{"kind":"act","seat":2,"action":"play 4h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',63,1795252991026,NULL,NULL,'{"kind":"act","seat":3,"action":"play Th"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',64,1795252991071,0,'c16','{"kind":"act","seat":0,"action":"play 2h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',65,1795252991076,NULL,NULL,'{"kind":"act","seat":3,"action":"play 9c"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',66,1795252991122,0,'c17','{"kind":"act","seat":0,"action":"play Kc"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',67,1795252991144,NULL,NULL,'{"kind":"act","seat":1,"action":"play Tc"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',68,1795252991158,NULL,NULL,'{"kind":"act","seat":2,"action":"play 6c"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',69,1795252991185,0,'c18','{"kind":"act","seat":0,"action":"play 5h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',70,1795252991190,NULL,NULL,'{"kind":"act","seat":1,"action":"play Td"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',71,1795252991200,NULL,NULL,'{"kind":"act","seat":2,"action":"play 7h"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',72,1795252991212,NULL,NULL,'{"kind":"act","seat":3,"action":"play Jh"}');
INSERT INTO "events" VALUES('mc4ryg6c479bvcrz',73,1795252991224,NULL,NULL,'{"kind":"act","seat":3,"action":"play 2s"}');
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
    ) STRICT;
INSERT INTO "matches" VALUES('mc4ryg6c479bvcrz','schwarze-dame',1,'{"deals":2}','{"races":"normal","assist":false}',X'F5AF2E4F1DF80F3E94CAE723C895B29D773FBE783C774F324687264BA005E29E',NULL,1795252990145,NULL,NULL);
INSERT INTO "matches" VALUES('dsk4iv72w64pg4w6','la-dame-noire',1,'{"deals":1,"every_out_collects":false,"max_trades":null,"min_trades":1,"pass_ends_trick":false,"pass_is_final":false}','{"races":"normal","assist":false}',X'C5B793E29EE33FE1F6674BEB50542C321440FD3716CA3124F77DAA4736F60D1B',NULL,1795252991233,NULL,NULL);
INSERT INTO "matches" VALUES('gd94viyvbiedbhb7','kael',1,'{"cut_from":2,"false_call":"penalty","good_draw":"any","landings":"reached","match_end":"last_left","minus_pays":false}','{"races":"strict","assist":false}',X'8E2162C18C5361FC08CB345096CB7AE6043D120E3AB7006A866B7B4AE6C3427B',NULL,1795252992028,NULL,NULL);
INSERT INTO "matches" VALUES('5dhubge9srrgmwfg','rouge-et-noir',1,'{"fill_empty":"choice","redeals":1}','{"races":"normal","assist":false}',X'D4311FBF197105915B330A61E5CB1CF628CC423E5D878FC4560586EDEA6C8440',NULL,1795252992648,NULL,NULL);
CREATE TABLE seats (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        session INTEGER REFERENCES sessions (id),
        bot TEXT,
        PRIMARY KEY (match_id, seat)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES('5dhubge9srrgmwfg',0,'Ann',1,NULL);
INSERT INTO "seats" VALUES('dsk4iv72w64pg4w6',0,'Ann',1,NULL);
INSERT INTO "seats" VALUES('dsk4iv72w64pg4w6',1,'Bo',NULL,'club');
INSERT INTO "seats" VALUES('dsk4iv72w64pg4w6',2,'Cleo',NULL,'club');
INSERT INTO "seats" VALUES('dsk4iv72w64pg4w6',3,'Dov',NULL,'club');
INSERT INTO "seats" VALUES('gd94viyvbiedbhb7',0,'Ann',1,NULL);
INSERT INTO "seats" VALUES('gd94viyvbiedbhb7',1,'Bo',NULL,'club');
INSERT INTO "seats" VALUES('gd94viyvbiedbhb7',2,'Cleo',NULL,'club');
INSERT INTO "seats" VALUES('gd94viyvbiedbhb7',3,'Dov',NULL,'club');
INSERT INTO "seats" VALUES('mc4ryg6c479bvcrz',0,'Ann',1,NULL);
INSERT INTO "seats" VALUES('mc4ryg6c479bvcrz',1,'Bo',NULL,'club');
INSERT INTO "seats" VALUES('mc4ryg6c479bvcrz',2,'Cleo',NULL,'club');
INSERT INTO "seats" VALUES('mc4ryg6c479bvcrz',3,'Dov',NULL,'club');
CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        name TEXT NOT NULL,
        created_ms INTEGER NOT NULL
    ) STRICT;
INSERT INTO "sessions" VALUES(1,X'AF7D267058617BD277C1818E2170F1407A8BFA259A0AC79AE7CE66D7E65C0BF3','Ann',1795252990083);
CREATE INDEX seats_of_session ON seats (session) WHERE session IS NOT NULL;
CREATE UNIQUE INDEX events_cmd ON events (table_id, seat, cmd) WHERE cmd IS NOT NULL;
COMMIT;
