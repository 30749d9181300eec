-- The payments in the detail of an order; those that are not understood count as none (server/orders/board/ shows them).
create or replace function payments_of(detail jsonb) returns table (method text, prepaid boolean, cents integer)
  language sql immutable parallel safe as $$
  select pay ->> 'method', coalesce(pay -> 'prepaid' = 'true', false), (pay -> 'cents')::integer
  from jsonb_path_query(detail, '$.payments[*] ? (@.method.type() == "string"
    && @.cents >= -2147483648 && @.cents <= 2147483647)') pay
$$;
