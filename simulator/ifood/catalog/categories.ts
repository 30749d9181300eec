import type { MadeCategory, Merchant } from '../records.ts'

export interface ListedCategory extends MadeCategory {
  readonly sequence: number
}

/** Those that items name, then those that were made. An id stays with its name until a call changes it. */
export function categoriesOf(merchant: Merchant): readonly ListedCategory[] {
  const made = merchant.madeCategories ?? []
  const named = [...new Set(merchant.menu.map((entry) => entry.category))]
    .filter((name) => !made.some((one) => one.name === name))
    .map((name) => ({
      id: `${merchant.id}-${name}`,
      name,
      externalCode: '',
      template: 'DEFAULT' as const,
      status: merchant.pausedCategories?.includes(name) ? ('UNAVAILABLE' as const) : ('AVAILABLE' as const),
    }))
  const isPaused = (name: string) => merchant.pausedCategories?.includes(name) === true
  const shown = made.map((one) => (isPaused(one.name) ? { ...one, status: 'UNAVAILABLE' as const } : one))
  return [...named, ...shown].map((one, sequence) => ({ ...one, sequence }))
}

/** Made, or changed: its items follow a new name. */
export function saveCategory(merchant: Merchant, category: MadeCategory): void {
  const former = categoriesOf(merchant).find(({ id }) => id === category.id)
  merchant.madeCategories = [
    ...(merchant.madeCategories ?? []).filter(({ id }) => id !== category.id),
    category,
  ]
  if (former && former.name !== category.name)
    merchant.menu = merchant.menu.map((entry) =>
      entry.category === former.name ? { ...entry, category: category.name } : entry,
    )
}
