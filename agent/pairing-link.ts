export interface PairingTarget {
  /** Null: only the code was given. */
  readonly serverUrl: string | null
  readonly code: string
}

/** What a person copies from the panel: the link of the code's page, or the code alone. */
export function pairingTarget(text: string): PairingTarget {
  const words = text.trim()
  if (!/^https?:\/\//i.test(words)) return { serverUrl: null, code: words }
  const link = new URL(words)
  const code = decodeURIComponent(link.hash.slice(1))
  if (code === '') throw new Error('O link não traz o código. Copie de novo no painel.')
  return { serverUrl: link.origin, code }
}
