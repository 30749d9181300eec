/** A user's saved view: a name for an address. */
export interface SavedView {
  readonly name: string
  readonly search: Readonly<Record<string, unknown>>
}

const viewsLimit = 20
export const viewNameLimit = 40

/** Reads views from local storage, whose content is not trusted. */
export function viewsFrom(text: string | null): readonly SavedView[] {
  try {
    const parsed = JSON.parse(text ?? '[]') as unknown
    return Array.isArray(parsed) ? parsed.filter(isView).slice(0, viewsLimit) : []
  } catch {
    return []
  }
}

/** An existing name is replaced. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const others = views.filter((one) => one.name.toLowerCase() !== view.name.toLowerCase())
  return [...others, view].toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
}

export const withoutView = (views: readonly SavedView[], name: string): readonly SavedView[] =>
  views.filter((one) => one.name !== name)

export function nameProblem(name: string, views: readonly SavedView[]): string | null {
  if (name.trim() === '') return 'Dê um nome à visão.'
  if (name.trim().length > viewNameLimit) return `No máximo ${viewNameLimit} letras.`
  return views.length >= viewsLimit &&
    !views.some((one) => one.name.toLowerCase() === name.trim().toLowerCase())
    ? `Já há ${viewsLimit} visões: remova uma antes.`
    : null
}

const isView = (value: unknown): value is SavedView => {
  const view = value as Partial<SavedView> | null
  return (
    typeof view?.name === 'string' &&
    view.name !== '' &&
    typeof view.search === 'object' &&
    view.search !== null
  )
}
