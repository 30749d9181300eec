/** What other rooms may use of this one. */
export { sendReportMails } from './mails/send-report-mails.ts'
export { closeEndedDays } from './closing/close-ended-days.ts'
export { recountDays } from './closing/recount-days.ts'
export { fillSalesOfRefunds } from './sale/sales-of-refunds.ts'
export { ledgerImport } from './order-billing/import-ledger.ts'
export { readStoresDay } from './stores/read-stores-day.ts'
export { readDaySoFar } from './daily/day-so-far.ts'
