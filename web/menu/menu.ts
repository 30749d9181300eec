/** The door of this room. */
export { pauseMissing } from './menu-actions.ts'
export { useMenu } from './menu-data.ts'
export { MenuTab } from './menu-tab.tsx'
export { itemOfOrder, matches, sectionsOf, type PauseSpan } from './menu.rules.ts'
export { PauseItemButton } from './pause-item-button.tsx'
export { SpanChoice } from './span-choice.tsx'
