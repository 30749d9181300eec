/** What other rooms may show of this one. */
export { NotificationsTab } from './notifications-tab.tsx'
export { PushButton } from './push-button.tsx'
export { pushLabels, usePushHere, type PushHere } from './push-here.ts'
