-- Printers as shops have them: any number of letters in a line, feed, cutter, buzzer and drawer; tickets that a browser
-- prints; and the search for printers by a store's computer.

alter table printers
  -- Null: written by the version before, which knew only the paper.
  add column columns smallint constraint printers_columns_check check (columns between 24 and 64),
  add column feed_lines smallint not null default 0
    constraint printers_feed_lines_check check (feed_lines between 0 and 20),
  add column cutter boolean not null default true,
  add column buzzer text not null default 'none'
    constraint printers_buzzer_check check (buzzer in ('none', 'common', 'epson')),
  add column drawer text not null default 'none'
    constraint printers_drawer_check check (drawer in ('none', 'pin2', 'pin5')),
  drop constraint printers_kind_check,
  add constraint printers_kind_check check (kind in ('network', 'system', 'usb', 'preview', 'browser')),
  drop constraint printers_agent_check,
  add constraint printers_agent_check check (kind in ('network', 'browser') or agent_id is not null);

-- Given to a browser, which says nothing of paper; its state stays `sent` until a person says that it is on paper.
alter table print_jobs add column handed_at timestamptz;

alter table print_agents
  add column search_asked_at timestamptz,
  -- The last search that ended, and what it found.
  add column searched_at timestamptz,
  add column found jsonb not null default '[]',
  -- Networks of the computer, `192.168.0.0/24`.
  add column networks text[] not null default '{}';
