-- The pairs of several arrays as one: unnesting one array of a month costs a thirtieth of unnesting each of its days.
create or replace aggregate joined_pairs(smallint[]) (sfunc = array_cat, stype = smallint[]);
