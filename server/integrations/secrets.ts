import { createHash } from 'node:crypto'
import type { Env } from '../env.ts'
import { isSealed, openText, sealText } from '../identity/identity.ts'

type Keys = Pick<Env, 'ENCRYPTION_KEY' | 'ENCRYPTION_KEY_BEFORE'>

export interface SealedSecret {
  /** JSON for the column `sealed`. */
  readonly sealed: string
  /** The name of the key, for the column `seal_key`; null: none is set, as in development. */
  readonly sealKey: string | null
}

/** Seals the secret of one store's channel, so that a row copied to another store does not open. */
export function sealSecret(secret: object, whose: string, env: Keys): SealedSecret {
  const text = JSON.stringify({ whose, secret })
  if (!env.ENCRYPTION_KEY) return { sealed: JSON.stringify({ plain: text }), sealKey: null }
  return {
    sealed: JSON.stringify(sealText(text, env.ENCRYPTION_KEY)),
    sealKey: keyName(env.ENCRYPTION_KEY),
  }
}

/** Throws if it was sealed for another store or by a key that is not set. */
export function openSecret(
  row: { sealed: unknown; seal_key: string | null },
  whose: string,
  env: Keys,
): object {
  const text = isSealed(row.sealed)
    ? openText(row.sealed, keyNamed(row.seal_key, env))
    : (row.sealed as { plain: string }).plain
  const opened = JSON.parse(text) as { whose: string; secret: object }
  if (opened.whose !== whose) throw new Error('A channel’s secret belongs to another store.')
  return opened.secret
}

/** Whether another key than the present one sealed it. */
export const needsSealing = (sealKey: string | null, env: Keys): boolean =>
  sealKey !== (env.ENCRYPTION_KEY ? keyName(env.ENCRYPTION_KEY) : null)

const keyNamed = (name: string | null, env: Keys): string | undefined =>
  [env.ENCRYPTION_KEY, env.ENCRYPTION_KEY_BEFORE].find((key) => key !== undefined && keyName(key) === name)

const keyName = (key: string): string =>
  createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 12)
