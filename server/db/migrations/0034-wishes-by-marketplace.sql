-- Two marketplaces may give one store the same merchant id: as the key of a wish, its marketplace comes first.
-- A wish is its own row at each; a store has three of them a merchant, and two an item there, so they are filled in here.
-- needs: platform_of_wish

alter table channel_wishes add column platform text not null default '';
-- Also fills what the former version writes while it runs beside this one.
create trigger channel_wishes_platform before insert or update on channel_wishes
  for each row when (new.platform = '') execute function platform_of_wish();
update channel_wishes set platform = '';
-- Of a connection that has ended; nothing reads it.
delete from channel_wishes where platform = '';
alter table channel_wishes drop constraint channel_wishes_pkey;
alter table channel_wishes
  add constraint channel_wishes_pkey primary key (store_id, platform, merchant_id, kind, subject);
