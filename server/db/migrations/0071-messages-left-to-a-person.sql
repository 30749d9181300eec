-- Handed over, never answered, and not found at the provider: a person says whether it goes once more. The question ends
-- with the message's life (expires_at), or at once (ended_at) where nobody is asked.
alter table outgoing_messages drop constraint outgoing_messages_state_check;
alter table outgoing_messages add constraint outgoing_messages_state_check check (state in ('queued', 'sending', 'unsure',
  'sent', 'delivered', 'read', 'failed', 'cancelled', 'expired'));
create index outgoing_messages_unsure_idx on outgoing_messages (store_id, expires_at)
  where state = 'unsure' and ended_at is null;
