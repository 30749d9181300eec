-- A person holds back what waits for one customer; their own words still leave.
alter table whatsapp_contacts add column held_until timestamptz;
alter table whatsapp_contacts add column held_name text;
