-- The last news that an ordering application without pauses received: the store sells, or it does not. Null: none yet, and
-- such an application assumes that the store sells. Sent only on a change, so that a store that a person closed in the
-- application's own panel stays closed.
alter table integrations add column told_selling boolean;
