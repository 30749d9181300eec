-- A thread reads the messages of one customer, not all of the store's.
create index outgoing_messages_contact_idx on outgoing_messages (store_id, contact_id, id);
