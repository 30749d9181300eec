-- Devices that an account was signed in to on: strangers' guesses do not hold them back. One cookie may stand for
-- several accounts, as on the computer of a counter.
create table known_devices (
  -- SHA-256 of the cookie's secret, which changes with each sign-in.
  device_hash bytea not null,
  uid text not null constraint known_devices_uid_fkey references users (uid) on delete cascade,
  used_at timestamptz not null,
  constraint known_devices_pkey primary key (device_hash, uid)
);
create index known_devices_uid_idx on known_devices (uid);
create index known_devices_used_at_idx on known_devices (used_at);
grant select, insert, update, delete on known_devices to balcao_app;
-- An address is no longer what makes a person known.
drop index sessions_known_address_idx;
