-- The account of a hosted provider is written outside of our transactions. The link is spent together with
-- the uid that this account gets; the next try with the same link finishes what a crash left.
alter table action_links
  add column pending_uid text,
  add column pending_until timestamptz;
