/** Public API of this folder. It must not import the orders folder, which imports it. */
export { expirePrintJobs } from './agent/expire-jobs.ts'
export { noteSilentPrinters } from './agent/note-silent-printers.ts'
export { bringForwardTickets } from './bring-forward.ts'
export { printChange } from './print-changes.ts'
export { printScheduledNow, queueAcceptedOrder } from './queue-jobs.ts'
export { printStates } from './read-states.ts'
export { recallTickets } from './recall-tickets.ts'
export type { TicketOrders } from './ticket-orders.ts'
