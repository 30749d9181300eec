create or replace function stage_minutes(since timestamptz, until timestamptz) returns smallint language sql immutable as $$
  select case when until >= since then least(1439, floor(extract(epoch from until - since) / 60))::smallint end
$$;
