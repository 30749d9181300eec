/** State of the board in the address. */
export interface BoardSearch {
  /** The opened order and its store. */
  readonly pedido?: string
  readonly loja?: string
  readonly layout?: BoardLayout
  /** TV mode. */
  readonly tv?: 1
}

export type BoardLayout = 'board' | 'list'

export function boardSearch(search: Record<string, unknown>): BoardSearch {
  return {
    ...(isId(search.pedido) && isId(search.loja) ? { pedido: search.pedido, loja: search.loja } : {}),
    ...(search.layout === 'list' || search.layout === 'board' ? { layout: search.layout } : {}),
    ...tvIn(search),
  }
}

/** A screen on a wall. */
export const tvIn = (search: Record<string, unknown>): { readonly tv?: 1 } =>
  Number(search.tv) === 1 ? { tv: 1 } : {}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
}
