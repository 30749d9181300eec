import { DrawnIcon } from './drawn-icon.tsx'

const sun =
  'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19'
const moon = 'M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z'

/** Of the theme that a press leads to. */
export const ThemeIcon = ({ now }: { readonly now: 'light' | 'dark' }) => (
  <DrawnIcon path={now === 'dark' ? sun : moon} />
)
