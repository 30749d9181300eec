/** What other rooms may show of this one. */
export { OrderPrints } from './order-prints.tsx'
export { PrintBadge } from './print-badge.tsx'
export { printNow } from './print-actions.ts'
export { usePrinterWatch } from './printer-watch.tsx'
export { PrintingTab } from './printing-tab.tsx'
