import webPush from 'web-push'
import type { VapidKeys } from './push-service.ts'
import type { Deps } from '../deps.ts'
import { isSealed, openText, sealText } from '../identity/identity.ts'

/**
 * Keys from the environment, or generated once and stored encrypted. Different keys would invalidate
 * every subscription.
 */
export async function vapidKeys(deps: Pick<Deps, 'directory' | 'env' | 'now'>): Promise<VapidKeys> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, ENCRYPTION_KEY: seal } = deps.env
  if (publicKey && privateKey) return { publicKey, privateKey }
  const known = await storedKeys(deps)
  if (known) return known
  const generated = webPush.generateVAPIDKeys()
  await deps.directory
    .insertInto('push_keys')
    .values({
      id: 'vapid',
      public_key: generated.publicKey,
      private_key: JSON.stringify(seal ? sealText(generated.privateKey, seal) : generated.privateKey),
      created_at: deps.now(),
    })
    .onConflict((conflict) => conflict.constraint('push_keys_pkey').doNothing())
    .execute()
  // Another process may have inserted first; its keys win.
  return (await storedKeys(deps)) ?? generated
}

async function storedKeys({ directory, env }: Pick<Deps, 'directory' | 'env'>): Promise<VapidKeys | null> {
  const row = await directory.selectFrom('push_keys').selectAll().where('id', '=', 'vapid').executeTakeFirst()
  if (!row) return null
  const stored: unknown = row.private_key
  return {
    publicKey: row.public_key,
    privateKey: isSealed(stored) ? openText(stored, env.ENCRYPTION_KEY) : String(stored),
  }
}
