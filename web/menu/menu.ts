import { lazyPart } from '../screens/stale-chunk.ts'

/** Public exports of this folder. */
export { pauseMissing, resumeItem } from './menu-actions.ts'
export { useMenu } from './menu-data.ts'
export { itemOfOrder, matches, sectionsOf, type MenuSection, type PauseSpan } from './menu.rules.ts'
export { chargedWords } from './price-method.rules.ts'
export { UnmappedLink, UnmappedMark } from './unmapped/unmapped-link.tsx'
export { PauseItemButton } from './pausing/pause-item-button.tsx'
export { SpanChoice } from './pausing/span-choice.tsx'

/** Differences of menus, loaded when a dialog shows them. */
export const ChangeRows = lazyPart(() => import('./tools/change-rows.tsx'), 'ChangeRows')

/** Loaded when an item is edited from another screen. */
export const EditItem = lazyPart(() => import('./item/edit-item.tsx'), 'EditItem')
