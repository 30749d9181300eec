import type { Availability } from '../../../contract/menu/menu-fields.ts'

interface Versioned {
  readonly version: number
}

/**
 * The version that a save is based on: what was there when the form opened, so that another person's change is told
 * and not overwritten; after it was told, what is there now. Nothing for a new one.
 */
export function seen(
  opened: Versioned | null,
  now: Versioned | null,
  told: boolean,
): { readonly version?: number } {
  const based = told ? now : opened
  return based ? { version: based.version } : {}
}

/** A form holds texts. */
export const statusOf = (text: string): Availability => (text === 'UNAVAILABLE' ? 'UNAVAILABLE' : 'AVAILABLE')
