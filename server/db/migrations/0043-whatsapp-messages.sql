-- The people of a store's WhatsApp line and the messages of both directions.
-- needs: protect_store_table

create table whatsapp_contacts (
  store_id uuid not null constraint whatsapp_contacts_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- E.164 without "+", Brazilian mobiles with the ninth digit; null: the platform shows only its own id.
  phone text,
  user_id text,
  name text,
  -- The platform's window of 24 hours counts from here.
  last_in_at timestamptz,
  last_out_at timestamptz,
  -- The customer asked for no more messages.
  opted_out_at timestamptz,
  -- The store's people wrote on the phone: the conversation is theirs until then.
  silent_until timestamptz,
  constraint whatsapp_contacts_pkey primary key (store_id, id),
  constraint whatsapp_contacts_identity_check check (phone is not null or user_id is not null)
);
create unique index whatsapp_contacts_phone_key on whatsapp_contacts (store_id, phone) where phone is not null;
create unique index whatsapp_contacts_user_key on whatsapp_contacts (store_id, user_id) where user_id is not null;
call protect_store_table('whatsapp_contacts');

create table outgoing_messages (
  store_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  order_id uuid,
  kind text not null,
  -- Of two with one key the second is not written.
  key text not null,
  content jsonb not null,
  -- What it says, also of a template.
  body text not null,
  state text not null constraint outgoing_messages_state_check
    check (state in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'cancelled', 'expired')),
  -- Why it failed or was cancelled, as a word of the rules.
  cause text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  -- Handed to the provider at this moment, with no answer yet.
  claimed_at timestamptz,
  provider_id text,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  ended_at timestamptz,
  -- Millionths of a real, by the prices of the day it was sent.
  cost_micros bigint not null default 0,
  constraint outgoing_messages_pkey primary key (store_id, id),
  constraint outgoing_messages_key_key unique (store_id, key),
  constraint outgoing_messages_contact_fkey foreign key (store_id, contact_id)
    references whatsapp_contacts (store_id, id) on delete cascade
);
create index outgoing_messages_waiting_idx on outgoing_messages (store_id, contact_id, id)
  where state in ('queued', 'sending');
create index outgoing_messages_provider_idx on outgoing_messages (store_id, provider_id) where provider_id is not null;
create index outgoing_messages_sent_idx on outgoing_messages (store_id, sent_at) where sent_at is not null;
create index outgoing_messages_order_idx on outgoing_messages (store_id, order_id) where order_id is not null;
call protect_store_table('outgoing_messages');

create table incoming_messages (
  store_id uuid not null,
  -- Unique on the line.
  provider_id text not null,
  contact_id uuid not null,
  at timestamptz not null,
  received_at timestamptz not null,
  -- Written by the store's people on the phone.
  echo boolean not null,
  content jsonb not null,
  constraint incoming_messages_pkey primary key (store_id, provider_id),
  constraint incoming_messages_contact_fkey foreign key (store_id, contact_id)
    references whatsapp_contacts (store_id, id) on delete cascade
);
create index incoming_messages_contact_idx on incoming_messages (store_id, contact_id, at);
call protect_store_table('incoming_messages');
