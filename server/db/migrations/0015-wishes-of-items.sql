-- What is wished of an item at a marketplace: on sale or paused, and its price. One row an item and kind.
-- The rows of menu_item_channels keep sent_status, sent_price_cents, refusal and refused_at for the former version.
-- No row is copied: the first look at each catalogue makes them, and changes nothing there.

alter table channel_wishes
  -- Our item; empty for what is wished of the merchant as a whole.
  add column subject text not null default '',
  drop constraint channel_wishes_kind_check,
  add constraint channel_wishes_kind_check check (kind in ('pause', 'pause-there', 'hours', 'on-sale', 'price')),
  add constraint channel_wishes_subject_check check ((subject <> '') = (kind in ('on-sale', 'price')));
alter table channel_wishes drop constraint channel_wishes_pkey;
alter table channel_wishes add constraint channel_wishes_pkey primary key (store_id, merchant_id, kind, subject);
