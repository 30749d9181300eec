/** The door of this room. It must not lead back to the orders room, which calls it. */
export { expirePrintJobs } from './agent/expire-jobs.ts'
export { printScheduledNow, queueAcceptedOrder } from './queue-jobs.ts'
export { recallTickets } from './recall-tickets.ts'
