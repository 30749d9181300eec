/** Public API of this folder. */
export { doLineAct } from './line-acts.ts'
export { onOrderMoved } from './order-listener.ts'
export { takeTurn } from './conversation/take-turn.ts'
export { askForNoticeTemplate, queueNotice } from './staff-notice.ts'
export { sendNext } from './send-messages.ts'
export { storesWithLine, watchLine } from './watch-lines.ts'
export { unsureCounts, unsureOf } from './unsure.reads.ts'
export { chatsNow, linesNow, waitsFor } from './whatsapp-now.reads.ts'
