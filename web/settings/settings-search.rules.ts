export interface SettingsSearch {
  /** The section; the phone shows the list of sections without it. */
  readonly tab?: string
  readonly store?: string
  readonly invite?: true
  /** Filters of the history of changes. */
  readonly assunto?: string
  readonly pessoa?: string
  readonly dias?: string
}

export function settingsSearch(search: Record<string, unknown>): SettingsSearch {
  const texts = ['tab', 'store', 'assunto', 'pessoa', 'dias'] as const
  return {
    ...Object.fromEntries(
      texts.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
    ),
    ...(search.invite === true ? { invite: true as const } : {}),
  }
}
