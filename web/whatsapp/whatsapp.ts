import { lazyPart } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** Over other screens, to be mended or answered where it is seen. */
export const ConversationDialog = lazyPart(() => import('./conversation-dialog.tsx'), 'ConversationDialog')
export const LineDialog = lazyPart(() => import('./line-dialog.tsx'), 'LineDialog')
export const UnsureDialog = lazyPart(() => import('./unsure-dialog.tsx'), 'UnsureDialog')
export { nameOf } from './conversation-words.rules.ts'
export { stateWords } from './line-words.rules.ts'

export const whatsappTab: SettingsTab = {
  id: 'whatsapp',
  label: 'WhatsApp',
  icon: 'phone',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./whatsapp-tab.tsx'), 'WhatsappTab'),
}
