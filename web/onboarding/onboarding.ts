import { lazyFramed } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** The first steps of a new store: the tab of the settings, and what other pages say of them. */
export const stepsTab: SettingsTab = {
  id: 'primeiros-passos',
  label: 'Primeiros passos',
  icon: 'list',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyFramed(() => import('./steps-tab.tsx'), 'StepsTab'),
}

/** On the home page, while a store is starting. */
export const StartingStrip = lazyFramed(() => import('./starting-strip.tsx'), 'StartingStrip')
/** Wherever orders are watched, while a store is starting. */
export const FirstOrder = lazyFramed(() => import('./first-order.tsx'), 'FirstOrder')
export { stepWords } from './step-words.rules.ts'
