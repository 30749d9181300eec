/**
 * Public API of this folder. Imports go downwards only:
 *
 * - `incoming`: webhooks; `outgoing`: what is sent and when; `conversation`: chat orders, and what people answer
 * - `unconfirmed`: messages that WhatsApp never confirmed
 * - `line`: connection, health and settings of a store's line, with a driver each in `cloud` and `evolution`
 * - `messaging`: what all share: the port, contacts, the queue, texts and prices
 */
export { runLineAction } from './line/line-actions.ts'
export { onOrderMoved } from './outgoing/order-listener.ts'
export { takeTurn } from './conversation/take-turn.ts'
export { queueNotice, submitNoticeTemplate } from './outgoing/staff-notice.ts'
export { sendNext } from './outgoing/send-messages.ts'
export { followRoutes } from './line/routes.ts'
export { storesWithLine, watchLine } from './line/watch-lines.ts'
export { expireMessages } from './outgoing/expire-messages.ts'
export { unconfirmedCounts, unconfirmedMessages } from './messaging/unconfirmed.reads.ts'
export { linesNow } from './line/lines-now.reads.ts'
export { chatsNow, waitsFor } from './conversation/chats-now.reads.ts'
