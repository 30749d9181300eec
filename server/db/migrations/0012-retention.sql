-- What nobody needs any more is deleted daily (docs/product.md section 9).
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
create index custom_tokens_expires_at_idx on custom_tokens (expires_at);
create index action_links_expires_at_idx on action_links (expires_at);
create index sessions_expires_at_idx on sessions (expires_at);
create index mail_messages_created_at_idx on mail_messages (created_at);
create index audit_entries_at_idx on audit_entries (at);

-- Rejected attempts, counted per person, kind and day: a row each would let anybody fill the disk.
create table refusals (
  -- The account concerned; empty when there is none.
  uid text not null,
  action text not null,
  -- The own store whose role was too low; empty for the stores of others, which may be any number.
  subject text not null,
  day date not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_address text,
  last_request_id text,
  constraint refusals_pkey primary key (uid, action, subject, day)
);
create index refusals_day_idx on refusals (day);
grant select, insert, update, delete on refusals to balcao_app;
