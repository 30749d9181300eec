import type { AccessEntry } from '../../../contract/identity/identity.ts'
import { roleLabels } from '../../words/roles.ts'

/** One sentence for each store where access was added, changed or revoked. */
export function accessChanges(
  before: readonly AccessEntry[],
  now: readonly AccessEntry[],
): readonly string[] {
  const roleBefore = new Map(before.map((entry) => [entry.storeId, entry.role]))
  const still = new Set(now.map((entry) => entry.storeId))
  return [
    ...before
      .filter((entry) => !still.has(entry.storeId))
      .map((entry) => `Seu acesso à loja ${entry.storeName} foi retirado.`),
    ...now
      .filter((entry) => roleBefore.get(entry.storeId) !== entry.role)
      .map(
        (entry) => `Seu acesso à loja ${entry.storeName} agora é de ${roleLabels[entry.role].toLowerCase()}.`,
      ),
  ]
}
