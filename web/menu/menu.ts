/** Public exports of this folder. */
export { pauseMissing } from './menu-actions.ts'
export { useMenu } from './menu-data.ts'
export { itemOfOrder, matches, sectionsOf, type PauseSpan } from './menu.rules.ts'
export { PauseItemButton } from './pause-item-button.tsx'
export { SpanChoice } from './span-choice.tsx'
