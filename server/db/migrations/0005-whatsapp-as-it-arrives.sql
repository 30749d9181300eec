-- What WhatsApp sends beside plain messages: edits, deletions, reactions, several addresses of one person, and calls
-- that are refused.
-- needs: app_store_ids, protect_store_table

-- Why it gets no answer, as a word of the rules; null: it was answered, waits for that, or is before a person.
alter table incoming_messages add column silent text;
-- What its writer did to it afterwards. unread: edited, and only the phone shows the new text.
alter table incoming_messages add column change text
  constraint incoming_messages_change_check check (change in ('edited', 'unread', 'deleted'));

-- The message that waits, so that an edit or a deletion reaches it; null: written by the version before.
alter table whatsapp_waiting add column provider_id text;

-- Ids of a contact beside those in whatsapp_contacts: a person has one of each kind of platform and of its age.
create table whatsapp_addresses (
  store_id uuid not null,
  address text not null,
  contact_id uuid not null,
  constraint whatsapp_addresses_pkey primary key (store_id, address),
  constraint whatsapp_addresses_contact_fkey foreign key (store_id, contact_id)
    references whatsapp_contacts (store_id, id) on delete cascade
);
create index whatsapp_addresses_contact_idx on whatsapp_addresses (store_id, contact_id);
call protect_store_table('whatsapp_addresses');

alter table whatsapp_templates drop constraint whatsapp_templates_state_check;
alter table whatsapp_templates add constraint whatsapp_templates_state_check
  check (state in ('pending', 'approved', 'rejected', 'paused', 'deleted'));
alter table whatsapp_templates add column warning text;
-- Null: the platform has not named it; we ask for utility.
alter table whatsapp_templates add column category text;
alter table whatsapp_templates add column next_category text;

-- Calls of a store's provider that were refused, by UTC day.
create table whatsapp_refusals (
  store_id uuid not null constraint whatsapp_refusals_store_id_fkey references stores (id) on delete cascade,
  day date not null,
  cause text not null constraint whatsapp_refusals_cause_check check (cause in ('size', 'form')),
  count integer not null,
  last_at timestamptz not null,
  constraint whatsapp_refusals_pkey primary key (store_id, day, cause)
);
call protect_store_table('whatsapp_refusals');

-- A call proves its line by the secret alone, before its body is read.
create index whatsapp_routes_secret_idx on whatsapp_routes (secret_hash) where secret_hash is not null;
