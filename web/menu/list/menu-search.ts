type MenuWay = 'organizar' | 'precos'

/** What the address of the page names: the view, and in the editor its part and its store. */
export interface MenuSearch {
  /** Absent: the list of items. */
  readonly ver?: MenuWay | undefined
  /** Absent: categories and items. */
  readonly parte?: 'opcoes' | undefined
  /** Absent: the first one. */
  readonly loja?: string | undefined
}

export const menuPageSearch = ({ ver, parte, loja }: Record<string, unknown>): MenuSearch => ({
  ...(ver === 'organizar' || ver === 'precos' ? { ver } : {}),
  ...(parte === 'opcoes' ? { parte } : {}),
  ...(typeof loja === 'string' ? { loja } : {}),
})
