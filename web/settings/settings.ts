/**
 * Public exports of this folder, for the sections that other rooms own. A form calls `useDraft`, the page's
 * save bar does the rest; `ApplyElsewhere` offers the shown settings to other stores.
 */
export { ApplyElsewhere } from './elsewhere/apply-elsewhere.tsx'
export type { DraftWords } from './draft.rules.ts'
export { usePerStore, type StoreResult } from './elsewhere/per-store.ts'
export { ResultPill, ResultText } from './elsewhere/store-result.tsx'
export { ModuleOff } from './module-off.tsx'
export { useDraft, type Draft } from './use-draft.ts'
