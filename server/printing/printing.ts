/** Public API of this folder. */
export { expirePrintJobs } from './agent/expire-jobs.ts'
export { noteSilentPrinters } from './agent/note-silent-printers.ts'
export { bringForwardTickets, storesWithTicketsAhead } from './bring-forward.ts'
export { onOrderChanged, onOrderMoved } from './order-listener.ts'
export { printStates } from './read-states.ts'
export { printerAnswers } from './printer-answers.reads.ts'
export { settingsOf } from './settings/read-config.ts'
export { savePrintSettingsIn } from './settings/save-settings.ts'
