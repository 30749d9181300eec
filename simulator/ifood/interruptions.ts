import type { Interruption, Merchant } from './records.ts'
import type { World } from './world.ts'

/** Interruptions that have not ended. */
export function interruptionsOf(world: World, merchant: Merchant): readonly Interruption[] {
  const now = localNow(world, merchant)
  return (world.interruptions.get(merchant.id) ?? []).filter((one) => one.end > now)
}

export function isInterrupted(world: World, merchant: Merchant): boolean {
  const now = localNow(world, merchant)
  return interruptionsOf(world, merchant).some((one) => one.start <= now)
}

/** `2026-11-21T14:05:00` in the store's zone. Strings of this format sort chronologically. */
export function localNow(world: World, merchant: Merchant): string {
  return new Date(world.now())
    .toLocaleString('sv-SE', { timeZone: merchant.timezone ?? 'America/Sao_Paulo' })
    .replace(' ', 'T')
}
