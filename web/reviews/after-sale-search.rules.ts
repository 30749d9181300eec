export interface AfterSaleSearch {
  /** The open negotiation or review. */
  readonly abrir?: string
  /** Without one: what is due first at this store. */
  readonly loja?: string
}

export function afterSaleSearch({ abrir, loja }: Record<string, unknown>): AfterSaleSearch {
  return { ...(isId(abrir) ? { abrir } : {}), ...(isId(loja) ? { loja } : {}) }
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
