-- Another phone of the store: it gets a message every half hour, so that the line is known to deliver. Null: off.
alter table whatsapp_settings add column canary_number text;
-- Which test was the last, of few among many messages.
create index outgoing_messages_canary_idx on outgoing_messages (store_id, id) where kind = 'canary';
