-- Options of marketplaces' orders that match nothing in the menu wait beside the items, with a kind of their own
-- (docs/adr/0104-options-are-matched-once-too.md). A version that knows no kind writes items.

alter table channel_items
  add column kind text not null default 'item',
  -- Of an option: the question that it answers, in the marketplace's words.
  add column group_name text,
  add constraint channel_items_kind_check check (kind in ('item', 'option')),
  drop constraint channel_items_pkey,
  add constraint channel_items_pkey primary key (store_id, platform, kind, sent_key);
