import { lazyPart } from '../shell/stale-chunk.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

/** Public exports of this folder. */
export { pauseMissing } from './menu-actions.ts'
export { useMenu } from './menu-data.ts'
export { itemOfOrder, matches, sectionsOf, type PauseSpan } from './menu.rules.ts'
export { PauseItemButton } from './pause-item-button.tsx'
export { SpanChoice } from './span-choice.tsx'

export const menuTab: SettingsTab = {
  id: 'menu',
  label: 'Cardápio',
  icon: 'bag',
  scope: 'all',
  minimumRole: 'basic',
  Page: lazyPart(() => import('./menu-tab.tsx'), 'MenuTab'),
}
