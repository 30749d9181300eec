-- Orders by chat: where each customer stands, and what still waits for an answer.
-- needs: protect_store_table

create table whatsapp_conversations (
  store_id uuid not null,
  contact_id uuid not null,
  -- Names its orders, and is the lane of its turns.
  id uuid not null,
  place text not null constraint whatsapp_conversations_place_check check (place in ('greeting', 'menu', 'options',
    'cart', 'address', 'payment', 'change', 'summary', 'placing', 'placed', 'person', 'stopped')),
  -- As server/whatsapp/conversation/conversation-state.ts says.
  state jsonb not null,
  -- Of each answer another one: names it, so that it is queued once.
  revision integer not null default 0,
  -- A turn is under way or planned; null: nothing waits.
  turn_due_at timestamptz,
  -- Since when a person answers, and who took it; null: nobody yet.
  person_since timestamptz,
  person_uid text,
  person_name text,
  last_order_id uuid,
  updated_at timestamptz not null,
  constraint whatsapp_conversations_pkey primary key (store_id, contact_id),
  constraint whatsapp_conversations_id_key unique (store_id, id),
  constraint whatsapp_conversations_contact_fkey foreign key (store_id, contact_id)
    references whatsapp_contacts (store_id, id) on delete cascade
);
create index whatsapp_conversations_person_idx on whatsapp_conversations (store_id, person_since)
  where place = 'person';
call protect_store_table('whatsapp_conversations');

create table whatsapp_waiting (
  store_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  received_at timestamptz not null,
  content jsonb not null,
  constraint whatsapp_waiting_pkey primary key (store_id, contact_id, id),
  constraint whatsapp_waiting_contact_fkey foreign key (store_id, contact_id)
    references whatsapp_contacts (store_id, id) on delete cascade
);
call protect_store_table('whatsapp_waiting');
