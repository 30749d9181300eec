import * as z from 'zod/mini'
import { attribution, type Attribution } from '../../contract/identity/attribution.ts'
import { firstTouchKey } from './attribution.ts'
import { readStored, writeStored } from './storage.ts'

const consentKey = 'first-touch-consent'
/** Older ones say nothing about why somebody signs up today. */
const keptMs = 90 * 86_400_000

/**
 * Where this browser came from first; null: nowhere known, or long ago. A value that the contract does not take, such
 * as a hand-made link's, is left out instead of spoiling the sign-up.
 */
export function firstTouch(): Attribution | null {
  const stored = parsed(readStored(firstTouchKey))
  const at = Date.parse(String(stored.touchedAt))
  if (!(Date.now() - at < keptMs)) return null
  const taken = Object.entries(stored).filter(
    ([name, value]) => z.safeParse(attribution, { [name]: value }).success && name !== 'touchedAt',
  )
  if (taken.length === 0) return null
  return { ...Object.fromEntries(taken), touchedAt: new Date(at).toISOString() }
}

/** The person's answer, on this browser: kept from the sign-up to the first store. */
export function rememberTouchConsent(given: boolean): void {
  writeStored(consentKey, given ? 'yes' : null)
}

/** The part of a call's body; empty without consent. */
export function consentedTouch(): { readonly attribution?: Attribution } {
  const touch = readStored(consentKey) === 'yes' ? firstTouch() : null
  return touch ? { attribution: touch } : {}
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
