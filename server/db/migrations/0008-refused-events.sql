-- What a marketplace sent and the inbox could not keep as a document: its bytes, until a person replays it.
alter table inbox add column original bytea;
