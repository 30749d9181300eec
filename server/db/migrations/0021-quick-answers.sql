-- Sentences that the people of a store write to customers again and again, as they named them: [{ "label", "text" }].
alter table whatsapp_settings
  add column quick_answers jsonb not null default '[]',
  -- Of the answers alone: the messages' settings have their own.
  add column quick_answers_version integer not null default 0;
