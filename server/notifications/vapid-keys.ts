import webPush from 'web-push'
import type { VapidKeys } from './push-service.ts'
import type { Deps } from '../deps.ts'
import { isSealed, openText, sealText } from '../identity/identity.ts'

/** From the environment, else made once and kept sealed: another pair would silence every device. */
export async function vapidKeys(deps: Pick<Deps, 'db' | 'env' | 'now'>): Promise<VapidKeys> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, ENCRYPTION_KEY: seal } = deps.env
  if (publicKey && privateKey) return { publicKey, privateKey }
  const known = await keptKeys(deps)
  if (known) return known
  const made = webPush.generateVAPIDKeys()
  await deps.db
    .insertInto('push_keys')
    .values({
      id: 'vapid',
      public_key: made.publicKey,
      private_key: JSON.stringify(seal ? sealText(made.privateKey, seal) : made.privateKey),
      created_at: deps.now(),
    })
    .onConflict((conflict) => conflict.constraint('push_keys_pkey').doNothing())
    .execute()
  // Two processes may have started together: the one that was first decides.
  return (await keptKeys(deps)) ?? made
}

async function keptKeys({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<VapidKeys | null> {
  const row = await db.selectFrom('push_keys').selectAll().where('id', '=', 'vapid').executeTakeFirst()
  if (!row) return null
  const kept: unknown = row.private_key
  return {
    publicKey: row.public_key,
    privateKey: isSealed(kept) ? openText(kept, env.ENCRYPTION_KEY) : String(kept),
  }
}
