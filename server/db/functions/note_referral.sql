-- The first touch counts: one referral a person, from a link opened at most 90 days before the consent
-- (contract/referral/referral.ts). Runs in the person's scope.
create or replace function note_referral() returns trigger language plpgsql as $$
declare
  referrer uuid;
begin
  if coalesce(new.touched_at, new.consented_at) < new.consented_at - interval '90 days' then
    return null;
  end if;
  select store_id into referrer from referral_codes
    where code = upper(new.touch ->> 'referrerId') and open;
  if referrer is not null then
    insert into referrals (store_id, referred_uid, touched_at, signed_up_at)
      values (referrer, new.uid, new.touched_at, new.consented_at)
      on conflict do nothing;
  end if;
  return null;
end $$;
