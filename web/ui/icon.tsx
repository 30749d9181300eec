import styles from './icon.module.css'

const paths = {
  report: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  order: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  menu: 'M4 5h9M4 10h9M4 15h6M17 4c-2 3-2 7 0 8v8M17 12c3-1 3-6 0-8',
  shop: 'M4 10v10h16V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z',
  calendar: 'M3 5h18v16H3zM3 10h18M8 3v4M16 3v4',
  previous: 'M14 6l-6 6 6 6',
  next: 'M10 6l6 6-6 6',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  print: 'M7 9V3h10v6M7 17H4v-7h16v7h-3M7 14h10v7H7z',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  'bell-off': 'M6 16V11a6 6 0 0 1 9-5M18 11v5l2 2H4M10 21h4M3 3l18 18',
  up: 'M6 18L18 6M9 6h9v9',
  down: 'M6 6l12 12M18 9v9H9',
  level: 'M5 12h14M13 6l6 6-6 6',
  alert: 'M12 3l10 18H2zM12 10v5M12 18v.5',
  bike: 'M6 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM18 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM6 16l4-8h5l3 8M10 8H8M15 8l1-3h2',
  bag: 'M5 8h14l1 13H4zM9 8a3 3 0 0 1 6 0',
  table: 'M4 9h16M6 9v11M18 9v11M9 4h6v5H9z',
  note: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v6M12 16.5v.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  check: 'M5 13l4 4L19 7',
  close: 'M6 6l12 12M18 6L6 18',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  team: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 5a3.5 3.5 0 0 1 0 6.5M18 14.5a6 6 0 0 1 3 5.5',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  leave: 'M10 4H4v16h6M15 8l4 4-4 4M19 12H9',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v6M12 7.5v.5',
  refresh: 'M20 12a8 8 0 1 1-3-6M20 3v4h-4',
  offline: 'M3 3l18 18M5 12a10 10 0 0 1 5-3M19 12a10 10 0 0 0-3-2M8.5 15.5a5 5 0 0 1 6 0M12 19v.5',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  group: 'M4 20V9l5-4 5 4v11M14 20h6V11l-4-3M8 20v-5h2v5',
  plus: 'M12 5v14M5 12h14',
  bin: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  settings:
    'M4 7h10M18 7h2M4 17h2M10 17h10M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  columns: 'M4 4h4v16H4zM10 4h4v12h-4zM16 4h4v8h-4z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.5M4 12h.5M4 18h.5',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  compact: 'M4 5h16M4 9h16M12 22v-8M9 17l3-3 3 3',
  tv: 'M3 5h18v12H3zM8 21h8M12 17v4',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M18 12v4',
  search: 'M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM16 16l4 4',
  more: 'M4.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M11.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M18.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0',
  pace: 'M4 18a9 9 0 1 1 16 0M12 15l4-6M12 16.5v-.5',
  unfold: 'M6 9l6 6 6-6',
  filter: 'M4 6h16M7 12h10M10 18h4',
  plug: 'M9 3v6M15 3v6M6 9h12v3a6 6 0 0 1-12 0zM12 18v3',
  device: 'M7 3h10v18H7zM11 18h2',
  phone: 'M5 4h4l2 5-3 2a12 12 0 0 0 5 5l2-3 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2z',
} as const

export type IconName = keyof typeof paths

/** Decorative only: the text beside it carries the meaning. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={styles.icon} aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
