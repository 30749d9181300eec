import { lazyFramed, lazyPart } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** Dialogs over other screens, so that a problem is solved where it is seen. */
export const ConversationDialog = lazyPart(
  () => import('./conversations/conversation-dialog.tsx'),
  'ConversationDialog',
)
export const LineDialog = lazyPart(() => import('./line/line-dialog.tsx'), 'LineDialog')
export const UnconfirmedDialog = lazyPart(
  () => import('./conversations/unconfirmed-dialog.tsx'),
  'UnconfirmedDialog',
)
export { nameOf } from './conversations/conversation-words.rules.ts'
export { stateWords } from './line/line-words.rules.ts'

export const whatsappTab: SettingsTab = {
  id: 'whatsapp',
  label: 'WhatsApp',
  icon: 'phone',
  scope: 'store',
  minimumRole: 'manager',
  modulesBelow: ['conversation'],
  Page: lazyFramed(() => import('./whatsapp-tab.tsx'), 'WhatsappTab'),
}
