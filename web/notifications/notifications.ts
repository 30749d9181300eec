import { lazyFramed } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** Public exports of this folder. */
export { useChosenSounds } from './chosen-sounds.ts'
export { PushButton } from './push-button.tsx'
export { pushLabels, usePushHere, type PushHere } from './push-here.ts'

export const notificationsTab: SettingsTab = {
  id: 'notificacoes',
  label: 'Avisos',
  icon: 'bell',
  scope: 'person',
  minimumRole: 'basic',
  Page: lazyFramed(() => import('./notifications-tab.tsx'), 'NotificationsTab'),
}
