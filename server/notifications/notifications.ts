/** Public API of this folder. */
export { keepTroubles } from './keep-troubles.ts'
export { sendNoticeMail } from './send-notice-mail.ts'
export { sendPush } from './send-push.ts'
export { tell } from './tell.ts'
