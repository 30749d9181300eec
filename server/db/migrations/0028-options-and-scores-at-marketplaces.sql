-- Options of items at marketplaces: which one there is which of ours, and what is wished of each
-- (docs/adr/0101-options-are-wished-too.md). No row is made here: the next look at each catalogue matches them.
-- And the score that customers see there, which the next import of reviews brings.
-- needs: app_store_ids, protect_store_table

create table menu_option_channels (
  store_id uuid not null,
  -- The subject of its wishes.
  id uuid not null,
  -- Null: it was deleted here, and is wished off sale until it is matched again or gone there.
  option_id uuid,
  platform text not null,
  merchant_id text not null,
  partner_option_id text not null,
  -- At this marketplace. Null: it shows none that we could change, as of a flavour with a price a size.
  price_cents integer,
  constraint menu_option_channels_pkey primary key (store_id, id),
  constraint menu_option_channels_partner_key unique (store_id, platform, merchant_id, partner_option_id),
  constraint menu_option_channels_price_check check (price_cents >= 0),
  constraint menu_option_channels_option_fkey foreign key (store_id, option_id)
    references menu_options (store_id, id) on delete set null (option_id)
);
create index menu_option_channels_option_idx on menu_option_channels (store_id, option_id);
call protect_store_table('menu_option_channels');

alter table channel_wishes
  drop constraint channel_wishes_kind_check,
  add constraint channel_wishes_kind_check check (
    kind in ('pause', 'pause-there', 'hours', 'on-sale', 'price', 'option-on-sale', 'option-price')),
  drop constraint channel_wishes_subject_check,
  add constraint channel_wishes_subject_check check (
    (subject <> '') = (kind in ('on-sale', 'price', 'option-on-sale', 'option-price')));

create table review_scores (
  store_id uuid not null,
  platform text not null,
  merchant_id text not null,
  -- From 1 to 5, as the marketplace rounds it; null: nothing counts yet.
  score double precision,
  -- Reviews that count towards it.
  counted integer not null,
  total integer not null,
  read_at timestamptz not null,
  constraint review_scores_pkey primary key (store_id, platform, merchant_id),
  constraint review_scores_check check (score between 0 and 5 and counted >= 0 and total >= 0)
);
call protect_store_table('review_scores');
