/** Public API of this folder. */
export { keepTroubles, withTroubles } from './keep-troubles.ts'
export { onOrderMoved } from './order-listener.ts'
export { sendHeldNotices, storesWithHeldNotices } from './send-held-notices.ts'
export { sendNoticeMail } from './send-notice-mail.ts'
export { sendNoticeWhatsapp } from './send-notice-whatsapp.ts'
export { sendPush, sendSummary } from './send-push.ts'
export type { QueueNotice } from './phone-notice.ts'
export { tell, tellPeople } from './tell.ts'
