import { lazyPart } from '../screens/stale-chunk.ts'

/** Public exports of this folder, loaded when first shown. */

/** What is unlike the stores' own weekday and hour, and how often such alerts were right. */
export const ShiftAlerts = lazyPart(() => import('./shift-alerts.tsx'), 'ShiftAlerts')
/** The same as sentences alone, for a screen on a wall. */
export const UnusualLines = lazyPart(() => import('./unusual-lines.tsx'), 'UnusualLines')
