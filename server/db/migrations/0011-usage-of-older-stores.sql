-- Null: the store was not opened in the panel, so its first steps never began there.
alter table usage_data alter column started_at drop not null;
