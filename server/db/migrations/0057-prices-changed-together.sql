-- A change of many prices at once is a version of the menu of its own, to which its undo goes back.
alter table menu_versions drop constraint menu_versions_cause_check;
alter table menu_versions add constraint menu_versions_cause_check
  check (cause in ('start', 'edits', 'import', 'copy', 'rollback', 'prices'));
