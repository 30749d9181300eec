-- The reason of a cancellation, in the words that the report groups by.
create or replace function order_cancellation(o orders) returns table (reason text, responsible text, stage text)
language sql immutable as $$
  select coalesce(nullif(btrim(o.detail #>> '{cancellation,reason}'), ''), 'Motivo não informado'),
    case when o.detail #>> '{cancellation,responsible}' in ('store', 'customer', 'logistics', 'marketplace')
      then o.detail #>> '{cancellation,responsible}' else 'unknown' end,
    coalesce(o.cancelled_from, 'placed')
$$;
