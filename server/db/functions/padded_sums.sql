-- The first n sums; a shorter list repeats its last sum.
create or replace function padded_sums(sums integer[], n integer) returns integer[] language sql immutable parallel safe as $$
  select case
    when coalesce(cardinality(sums), 0) = 0 then array_fill(0, array[n])
    when cardinality(sums) >= n then sums[1:n]
    else sums || array_fill(sums[cardinality(sums)], array[n - cardinality(sums)])
  end
$$;
