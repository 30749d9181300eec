/** What the board shows only after a press, as one file (later.ts). */
export { KeysHelp } from './keys-help.tsx'
export { BulkBar } from './list/bulk-bar.tsx'
export { PaceDialog } from './head/pace-dialog.tsx'
export { CancelDialog } from '../cancel/cancel-dialog.tsx'
export { CouriersDialog } from '../couriers/couriers-dialog.tsx'
export { OrderDrawer } from '../drawer/order-drawer.tsx'
