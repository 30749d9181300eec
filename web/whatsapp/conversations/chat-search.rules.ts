export interface ChatSearch {
  /** The open conversation and its store. */
  readonly conversa?: string
  readonly loja?: string
}

export function chatSearch({ conversa, loja }: Record<string, unknown>): ChatSearch {
  return isId(conversa) && isId(loja) ? { conversa, loja } : {}
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
