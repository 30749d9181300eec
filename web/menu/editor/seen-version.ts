import type { Availability } from '../../../contract/menu/menu-fields.ts'

interface Versioned {
  readonly version: number
}

/**
 * The version that a save is based on. At first the one that the form opened with: the server then refuses to overwrite
 * another person's change. Once the form has shown that change, the present one. Nothing for a new part.
 */
export function seen(
  opened: Versioned | null,
  now: Versioned | null,
  shown: boolean,
): { readonly version?: number } {
  const based = shown ? now : opened
  return based ? { version: based.version } : {}
}

/** A form holds texts. */
export const statusOf = (text: string): Availability => (text === 'UNAVAILABLE' ? 'UNAVAILABLE' : 'AVAILABLE')
