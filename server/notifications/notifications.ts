/** Public API of this folder. */
export { keepTroubles } from './keep-troubles.ts'
export { sendHeldNotices } from './send-held-notices.ts'
export { sendNoticeMail } from './send-notice-mail.ts'
export { sendNoticeWhatsapp } from './send-notice-whatsapp.ts'
export { sendPush, sendSummary } from './send-push.ts'
export type { PhoneNotice, StaffPhones } from './staff-phones.ts'
export { tell } from './tell.ts'
