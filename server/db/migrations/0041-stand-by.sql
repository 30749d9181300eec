-- Until when a marketplace suspends the store at our request, and then opens it on its own. Null: it does not.
alter table integrations add column stands_by_until timestamptz;
