-- Takes the words of a person out of the timeline of these orders. The app may not change events, so this runs as
-- the owner, in the scope of the caller's store. Answers how many events lost words.
-- needs: app_store_ids
create or replace function forget_events(p_store uuid, p_orders uuid[]) returns integer
  language sql volatile security definer set search_path = public, pg_temp as $$
  with forgotten as (
    update order_events e
      set data = jsonb_strip_nulls(jsonb_build_object('version', e.data -> 'version', 'motoboyId', e.data -> 'motoboyId'))
      where e.store_id = p_store and e.order_id = any (p_orders) and e.store_id = any ((select app_store_ids())::uuid[])
        and e.type in ('MESSAGE', 'NOTE', 'ADDRESS_CHANGED', 'CHANGED', 'DELIVERY_ADDRESS_CHANGE_REQUESTED')
        and e.data is not null
      returning 1)
  select count(*)::integer from forgotten
$$;
revoke all on function forget_events from public;
grant execute on function forget_events to balcao_app;
