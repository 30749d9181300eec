/** Public API of this folder. */
export { doLineAct } from './line/line-acts.ts'
export { tellCustomer } from './outgoing/order-news.ts'
export { takeTurn } from './conversation/take-turn.ts'
export { askForNoticeTemplate, staffPhones } from './outgoing/staff-notice.ts'
export { sendNext } from './outgoing/send-messages.ts'
export { storesWithLine, watchLine } from './line/watch-lines.ts'
export { unsureCounts, unsureOf } from './messaging/unconfirmed.reads.ts'
export { chatsNow, linesNow, waitsFor } from './line/lines-now.reads.ts'
