-- The system of a store's computer. Null: an agent that does not say it, and does not search.
alter table print_agents add column system text;
