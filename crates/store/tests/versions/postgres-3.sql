-- A database of PostgreSQL as version 3 of its tables was: a person, a match that is over, one that goes on. Written by that version with
-- pg_dump --schema=cardroom --inserts --no-owner.
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA cardroom;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE cardroom.admin_actions (
    id bigint NOT NULL,
    at_ms bigint NOT NULL,
    by text NOT NULL,
    action text NOT NULL
);
ALTER TABLE cardroom.admin_actions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME cardroom.admin_actions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE cardroom.bans (
    whom text NOT NULL COLLATE pg_catalog."C",
    at_ms bigint NOT NULL,
    until_ms bigint,
    words text NOT NULL
);
CREATE TABLE cardroom.batches (
    node bigint NOT NULL,
    last bigint NOT NULL
)
WITH (fillfactor='20');
CREATE TABLE cardroom.device_links (
    session bigint NOT NULL,
    hash bytea NOT NULL,
    expires_ms bigint NOT NULL,
    used boolean DEFAULT false NOT NULL
);
CREATE TABLE cardroom.devices (
    hash bytea NOT NULL,
    session bigint NOT NULL,
    since_ms bigint NOT NULL,
    seen_ms bigint NOT NULL,
    browser text DEFAULT ''::text NOT NULL
);
CREATE TABLE cardroom.events (
    table_id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    at_ms bigint NOT NULL,
    seat smallint,
    cmd text,
    entry text NOT NULL
);
CREATE TABLE cardroom.house (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    format bigint DEFAULT 1 NOT NULL
);
CREATE TABLE cardroom.invites (
    hash bytea NOT NULL,
    match_id text NOT NULL COLLATE pg_catalog."C",
    expires_ms bigint NOT NULL
);
CREATE TABLE cardroom.matches (
    id text NOT NULL COLLATE pg_catalog."C",
    made bigint NOT NULL,
    game text NOT NULL,
    rules bigint NOT NULL,
    options text NOT NULL,
    settings text NOT NULL,
    seed bytea NOT NULL,
    number bigint,
    created_ms bigint NOT NULL,
    started_ms bigint,
    ended_ms bigint,
    totals text,
    host bigint,
    state text DEFAULT '{}'::text NOT NULL,
    closed_ms bigint
);
ALTER TABLE cardroom.matches ALTER COLUMN made ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME cardroom.matches_made_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE cardroom.nodes (
    id bigint NOT NULL,
    key uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    lease_until timestamp with time zone NOT NULL,
    ended boolean DEFAULT false NOT NULL,
    address text,
    url text,
    format bigint DEFAULT 1 NOT NULL
);
ALTER TABLE cardroom.nodes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME cardroom.nodes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE cardroom.owners (
    table_id text NOT NULL COLLATE pg_catalog."C",
    node bigint,
    epoch bigint NOT NULL
);
CREATE TABLE cardroom.played (
    match_id text NOT NULL COLLATE pg_catalog."C",
    seat smallint NOT NULL,
    session bigint NOT NULL
);
CREATE TABLE cardroom.records (
    id text NOT NULL COLLATE pg_catalog."C",
    line text NOT NULL,
    session bigint,
    at_ms bigint NOT NULL
);
CREATE TABLE cardroom.reports (
    id bigint NOT NULL,
    at_ms bigint NOT NULL,
    match_id text NOT NULL,
    reporter bigint,
    about bigint NOT NULL,
    name text NOT NULL,
    words text NOT NULL,
    lines text NOT NULL,
    read_ms bigint
);
ALTER TABLE cardroom.reports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME cardroom.reports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE cardroom.results (
    match_id text NOT NULL COLLATE pg_catalog."C",
    deal bigint NOT NULL,
    seat smallint NOT NULL,
    assisted boolean NOT NULL,
    session bigint NOT NULL,
    game text NOT NULL,
    rules bigint NOT NULL,
    options text NOT NULL,
    seats smallint NOT NULL,
    points integer,
    won boolean,
    took_ms bigint,
    daily bigint,
    at_ms bigint NOT NULL
);
CREATE TABLE cardroom.seats (
    match_id text NOT NULL COLLATE pg_catalog."C",
    seat smallint NOT NULL,
    name text NOT NULL,
    session bigint,
    bot text
);
CREATE TABLE cardroom.sessions (
    id bigint NOT NULL,
    hash bytea,
    name text NOT NULL,
    created_ms bigint NOT NULL,
    seen_ms bigint NOT NULL,
    browser text DEFAULT ''::text NOT NULL
);
ALTER TABLE cardroom.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME cardroom.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE cardroom.version (
    found bigint NOT NULL,
    readable_from bigint NOT NULL
);
INSERT INTO cardroom.batches VALUES (1, 71);
INSERT INTO cardroom.batches VALUES (2, 2);
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 0, 1795750566528, NULL, NULL, '{"kind":"act","seat":1,"action":"play 6d"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 1, 1795750566661, NULL, NULL, '{"kind":"act","seat":2,"action":"play 3d"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 2, 1795750566687, NULL, NULL, '{"kind":"act","seat":3,"action":"play Qd"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 3, 1795750566731, 0, 'c0', '{"kind":"act","seat":0,"action":"play 8d"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 4, 1795750566747, NULL, NULL, '{"kind":"act","seat":3,"action":"play Qs"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 5, 1795750566768, 0, 'c1', '{"kind":"act","seat":0,"action":"play 7s"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 6, 1795750566818, NULL, NULL, '{"kind":"act","seat":1,"action":"play Ks"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 7, 1795750566871, NULL, NULL, '{"kind":"act","seat":2,"action":"play Ts"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 8, 1795750566916, NULL, NULL, '{"kind":"act","seat":1,"action":"play 5d"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 9, 1795750566926, NULL, NULL, '{"kind":"act","seat":2,"action":"play 9d"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 10, 1795750566931, NULL, NULL, '{"kind":"act","seat":3,"action":"play Jd"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 11, 1795750566935, 0, 'c2', '{"kind":"act","seat":0,"action":"play Ad"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 12, 1795750566940, 0, 'c3', '{"kind":"act","seat":0,"action":"play 2c"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 13, 1795750566955, NULL, NULL, '{"kind":"act","seat":1,"action":"play Ac"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 14, 1795750566961, NULL, NULL, '{"kind":"act","seat":2,"action":"play 5c"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 15, 1795750566975, NULL, NULL, '{"kind":"act","seat":3,"action":"play Jc"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 16, 1795750566984, NULL, NULL, '{"kind":"act","seat":1,"action":"play Kc"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 17, 1795750566989, NULL, NULL, '{"kind":"act","seat":2,"action":"play 6c"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 18, 1795750566992, NULL, NULL, '{"kind":"act","seat":3,"action":"play 9c"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 19, 1795750567004, 0, 'c4', '{"kind":"act","seat":0,"action":"play 4c"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 20, 1795750567016, NULL, NULL, '{"kind":"act","seat":1,"action":"play Js"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 21, 1795750567020, NULL, NULL, '{"kind":"act","seat":2,"action":"play 5s"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 22, 1795750567043, NULL, NULL, '{"kind":"act","seat":3,"action":"play As"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 23, 1795750567091, 0, 'c5', '{"kind":"act","seat":0,"action":"play 7c"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 24, 1795750567132, NULL, NULL, '{"kind":"act","seat":3,"action":"play Kd"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 25, 1795750567153, 0, 'c6', '{"kind":"act","seat":0,"action":"play 7h"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 26, 1795750567169, NULL, NULL, '{"kind":"act","seat":1,"action":"play 7d"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 27, 1795750567219, NULL, NULL, '{"kind":"act","seat":2,"action":"play 2d"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 28, 1795750567263, NULL, NULL, '{"kind":"act","seat":3,"action":"play 4h"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 29, 1795750567283, 0, 'c7', '{"kind":"act","seat":0,"action":"play 9h"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 30, 1795750567315, NULL, NULL, '{"kind":"act","seat":1,"action":"play Jh"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 31, 1795750567375, NULL, NULL, '{"kind":"act","seat":2,"action":"play Th"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 32, 1795750567419, NULL, NULL, '{"kind":"act","seat":1,"action":"play Td"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 33, 1795750567479, NULL, NULL, '{"kind":"act","seat":2,"action":"play 5h"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 34, 1795750567519, NULL, NULL, '{"kind":"act","seat":3,"action":"play 8h"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 35, 1795750567530, 0, 'c8', '{"kind":"act","seat":0,"action":"play 8c"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 36, 1795750567540, NULL, NULL, '{"kind":"act","seat":1,"action":"play 3c"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 37, 1795750567552, NULL, NULL, '{"kind":"act","seat":2,"action":"play 3s"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 38, 1795750567564, NULL, NULL, '{"kind":"act","seat":3,"action":"play 9s"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 39, 1795750567580, 0, 'c9', '{"kind":"act","seat":0,"action":"play Qc"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 40, 1795750567600, 0, 'c10', '{"kind":"act","seat":0,"action":"play Ah"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 41, 1795750567603, NULL, NULL, '{"kind":"act","seat":1,"action":"play 2h"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 42, 1795750567614, NULL, NULL, '{"kind":"act","seat":2,"action":"play 2s"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 43, 1795750567619, NULL, NULL, '{"kind":"act","seat":3,"action":"play 3h"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 44, 1795750567624, 0, 'c11', '{"kind":"act","seat":0,"action":"play Qh"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 45, 1795750567633, NULL, NULL, '{"kind":"act","seat":1,"action":"play 4d"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 46, 1795750567646, NULL, NULL, '{"kind":"act","seat":2,"action":"play 6s"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 47, 1795750567656, NULL, NULL, '{"kind":"act","seat":3,"action":"play 6h"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 48, 1795750567660, 0, 'c12', '{"kind":"act","seat":0,"action":"play Tc"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 49, 1795750567700, NULL, NULL, '{"kind":"act","seat":1,"action":"play 4s"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 50, 1795750567748, NULL, NULL, '{"kind":"act","seat":2,"action":"play 8s"}');
INSERT INTO cardroom.events VALUES ('3ci67w4muyh8arqw', 51, 1795750567763, NULL, NULL, '{"kind":"act","seat":3,"action":"play Kh"}');
INSERT INTO cardroom.events VALUES ('nhhqk2btsj743yb6', 0, 1795750568082, NULL, NULL, '{"kind":"act","seat":3,"action":"give 6d 5h Qh"}');
INSERT INTO cardroom.events VALUES ('nhhqk2btsj743yb6', 1, 1795750568119, NULL, NULL, '{"kind":"act","seat":1,"action":"give Kd Ah As"}');
INSERT INTO cardroom.events VALUES ('nhhqk2btsj743yb6', 2, 1795750568124, NULL, NULL, '{"kind":"act","seat":2,"action":"give 2d Td Qs"}');
INSERT INTO cardroom.events VALUES ('nhhqk2btsj743yb6', 3, 1795750568149, 0, 'c0', '{"kind":"act","seat":0,"action":"give 2c 2h 3h"}');
INSERT INTO cardroom.events VALUES ('nhhqk2btsj743yb6', 4, 1795750568172, NULL, NULL, '{"kind":"act","seat":1,"action":"play 2c"}');
INSERT INTO cardroom.events VALUES ('nhhqk2btsj743yb6', 5, 1795750568206, NULL, NULL, '{"kind":"act","seat":2,"action":"play 8c"}');
INSERT INTO cardroom.events VALUES ('nhhqk2btsj743yb6', 6, 1795750568236, NULL, NULL, '{"kind":"act","seat":3,"action":"play Jc"}');
INSERT INTO cardroom.events VALUES ('nhhqk2btsj743yb6', 7, 1795750568251, 0, 'c4', '{"kind":"act","seat":0,"action":"play 4c"}');
INSERT INTO cardroom.events VALUES ('nhhqk2btsj743yb6', 8, 1795750568255, NULL, NULL, '{"kind":"act","seat":3,"action":"play Ac"}');
INSERT INTO cardroom.events VALUES ('nhhqk2btsj743yb6', 9, 1795750568311, 0, 'c5', '{"kind":"act","seat":0,"action":"play 5c"}');
INSERT INTO cardroom.house VALUES ('8422ae9e-f930-49d0-b16a-ceb1b46333f0', 1);
INSERT INTO cardroom.matches OVERRIDING SYSTEM VALUE VALUES ('3ci67w4muyh8arqw', 1, 'schwarze-dame', 1, '{"deals":1}', '{"races":"normal","open":"alone","clock":"none","grace_s":null,"watch":false,"watch_delay_s":0,"chat":"phrases","level":"random","fill_s":null,"assist":false,"advice":true,"begins_when_full":false,"daily":null}', '\x41dac0a9abc67c60d36bcab1edf74485c66f7a2242a3db4374ca9d33b5ab9dc3', NULL, 1795750565997, 1795750565997, 1795750567803, '0 -23 0 23', 1, '{}', NULL);
INSERT INTO cardroom.matches OVERRIDING SYSTEM VALUE VALUES ('nhhqk2btsj743yb6', 2, 'hearts', 1, '{"giving":true,"moon":"others","to":100}', '{"races":"normal","open":"alone","clock":"none","grace_s":null,"watch":false,"watch_delay_s":0,"chat":"phrases","level":"random","fill_s":null,"assist":false,"advice":true,"begins_when_full":false,"daily":null}', '\xbc80190b3f3de639f0e4b1165341a9a105dca27021d56a6df5a396e376bacfa6', NULL, 1795750567962, 1795750567962, NULL, NULL, 1, '{}', NULL);
INSERT INTO cardroom.nodes OVERRIDING SYSTEM VALUE VALUES (1, '440129aa-a6d6-46b0-834d-76ddcd396dc0', 'vm', '2026-11-27 03:36:13.588663+00', true, NULL, NULL, 1);
INSERT INTO cardroom.nodes OVERRIDING SYSTEM VALUE VALUES (2, '2eafc99f-45f1-46cc-ab0a-9e8b39869b4e', 'vm', '2026-11-28 02:29:59.222697+00', true, NULL, NULL, 1);
INSERT INTO cardroom.owners VALUES ('3ci67w4muyh8arqw', 1, 1);
INSERT INTO cardroom.owners VALUES ('nhhqk2btsj743yb6', 1, 1);
INSERT INTO cardroom.played VALUES ('3ci67w4muyh8arqw', 0, 1);
INSERT INTO cardroom.played VALUES ('nhhqk2btsj743yb6', 0, 1);
INSERT INTO cardroom.results VALUES ('3ci67w4muyh8arqw', 0, 0, false, 1, 'schwarze-dame', 1, '{"deals":1}', 4, 0, false, 1276, NULL, 1795750567803);
INSERT INTO cardroom.seats VALUES ('3ci67w4muyh8arqw', 0, 'Ann', 1, NULL);
INSERT INTO cardroom.seats VALUES ('3ci67w4muyh8arqw', 1, 'Bo', NULL, 'random');
INSERT INTO cardroom.seats VALUES ('3ci67w4muyh8arqw', 2, 'Cleo', NULL, 'random');
INSERT INTO cardroom.seats VALUES ('3ci67w4muyh8arqw', 3, 'Dov', NULL, 'random');
INSERT INTO cardroom.seats VALUES ('nhhqk2btsj743yb6', 0, 'Ann', 1, NULL);
INSERT INTO cardroom.seats VALUES ('nhhqk2btsj743yb6', 1, 'Bo', NULL, 'random');
INSERT INTO cardroom.seats VALUES ('nhhqk2btsj743yb6', 2, 'Cleo', NULL, 'random');
INSERT INTO cardroom.seats VALUES ('nhhqk2btsj743yb6', 3, 'Dov', NULL, 'random');
INSERT INTO cardroom.sessions OVERRIDING SYSTEM VALUE VALUES (1, '\x404cc9a2b63beb48cfa5e7718a1acf00fac81a5c423235c9c59764d8580fdf5a', 'Ann', 1795750565907, 1795737600000, '');
INSERT INTO cardroom.version VALUES (3, 1);
SELECT pg_catalog.setval('cardroom.admin_actions_id_seq', 1, false);
SELECT pg_catalog.setval('cardroom.matches_made_seq', 2, true);
SELECT pg_catalog.setval('cardroom.nodes_id_seq', 2, true);
SELECT pg_catalog.setval('cardroom.reports_id_seq', 1, false);
SELECT pg_catalog.setval('cardroom.sessions_id_seq', 1, true);
ALTER TABLE ONLY cardroom.admin_actions
    ADD CONSTRAINT admin_actions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cardroom.bans
    ADD CONSTRAINT bans_pkey PRIMARY KEY (whom);
ALTER TABLE ONLY cardroom.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (node);
ALTER TABLE ONLY cardroom.device_links
    ADD CONSTRAINT device_links_hash_key UNIQUE (hash);
ALTER TABLE ONLY cardroom.device_links
    ADD CONSTRAINT device_links_pkey PRIMARY KEY (session);
ALTER TABLE ONLY cardroom.devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY cardroom.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (table_id, seq);
ALTER TABLE ONLY cardroom.house
    ADD CONSTRAINT house_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cardroom.invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY cardroom.matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cardroom.nodes
    ADD CONSTRAINT nodes_key_key UNIQUE (key);
ALTER TABLE ONLY cardroom.nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cardroom.owners
    ADD CONSTRAINT owners_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY cardroom.played
    ADD CONSTRAINT played_pkey PRIMARY KEY (match_id, seat, session);
ALTER TABLE ONLY cardroom.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cardroom.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cardroom.results
    ADD CONSTRAINT results_pkey PRIMARY KEY (match_id, deal, seat, assisted);
ALTER TABLE ONLY cardroom.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (match_id, seat);
ALTER TABLE ONLY cardroom.sessions
    ADD CONSTRAINT sessions_hash_key UNIQUE (hash);
ALTER TABLE ONLY cardroom.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
CREATE INDEX devices_of_session ON cardroom.devices USING btree (session);
CREATE UNIQUE INDEX events_cmd ON cardroom.events USING btree (table_id, seat, cmd) WHERE (cmd IS NOT NULL);
CREATE INDEX invites_of_match ON cardroom.invites USING btree (match_id);
CREATE INDEX matches_gathering ON cardroom.matches USING btree (created_ms) WHERE (started_ms IS NULL);
CREATE INDEX matches_of_host ON cardroom.matches USING btree (host) WHERE (host IS NOT NULL);
CREATE INDEX owners_of_node ON cardroom.owners USING btree (node);
CREATE INDEX played_of_session ON cardroom.played USING btree (session);
CREATE INDEX records_of_session ON cardroom.records USING btree (session) WHERE (session IS NOT NULL);
CREATE INDEX reports_about ON cardroom.reports USING btree (about);
CREATE INDEX reports_by ON cardroom.reports USING btree (reporter);
CREATE INDEX results_of_session ON cardroom.results USING btree (session, at_ms);
CREATE INDEX seats_of_session ON cardroom.seats USING btree (session) WHERE (session IS NOT NULL);
ALTER TABLE ONLY cardroom.batches
    ADD CONSTRAINT batches_node_fkey FOREIGN KEY (node) REFERENCES cardroom.nodes(id) ON DELETE CASCADE;
ALTER TABLE ONLY cardroom.device_links
    ADD CONSTRAINT device_links_session_fkey FOREIGN KEY (session) REFERENCES cardroom.sessions(id);
ALTER TABLE ONLY cardroom.devices
    ADD CONSTRAINT devices_session_fkey FOREIGN KEY (session) REFERENCES cardroom.sessions(id);
ALTER TABLE ONLY cardroom.invites
    ADD CONSTRAINT invites_match_id_fkey FOREIGN KEY (match_id) REFERENCES cardroom.matches(id);
ALTER TABLE ONLY cardroom.matches
    ADD CONSTRAINT matches_host_fkey FOREIGN KEY (host) REFERENCES cardroom.sessions(id);
ALTER TABLE ONLY cardroom.owners
    ADD CONSTRAINT owners_node_fkey FOREIGN KEY (node) REFERENCES cardroom.nodes(id);
ALTER TABLE ONLY cardroom.owners
    ADD CONSTRAINT owners_table_id_fkey FOREIGN KEY (table_id) REFERENCES cardroom.matches(id);
ALTER TABLE ONLY cardroom.played
    ADD CONSTRAINT played_match_id_fkey FOREIGN KEY (match_id) REFERENCES cardroom.matches(id);
ALTER TABLE ONLY cardroom.played
    ADD CONSTRAINT played_session_fkey FOREIGN KEY (session) REFERENCES cardroom.sessions(id);
ALTER TABLE ONLY cardroom.records
    ADD CONSTRAINT records_session_fkey FOREIGN KEY (session) REFERENCES cardroom.sessions(id);
ALTER TABLE ONLY cardroom.reports
    ADD CONSTRAINT reports_about_fkey FOREIGN KEY (about) REFERENCES cardroom.sessions(id);
ALTER TABLE ONLY cardroom.reports
    ADD CONSTRAINT reports_reporter_fkey FOREIGN KEY (reporter) REFERENCES cardroom.sessions(id);
ALTER TABLE ONLY cardroom.results
    ADD CONSTRAINT results_match_id_fkey FOREIGN KEY (match_id) REFERENCES cardroom.matches(id);
ALTER TABLE ONLY cardroom.results
    ADD CONSTRAINT results_session_fkey FOREIGN KEY (session) REFERENCES cardroom.sessions(id);
ALTER TABLE ONLY cardroom.seats
    ADD CONSTRAINT seats_match_id_fkey FOREIGN KEY (match_id) REFERENCES cardroom.matches(id);
ALTER TABLE ONLY cardroom.seats
    ADD CONSTRAINT seats_session_fkey FOREIGN KEY (session) REFERENCES cardroom.sessions(id);
