import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { hashOfSecret, newSecret } from '../embedded/secrets.ts'

/** Over https a browser keeps the prefixed name for this host alone: no other site of the domain can plant it. */
const cookieName = (deps: Pick<Deps, 'env'>) => (isHttps(deps) ? '__Host-b-device' : 'b-device')
const isHttps = ({ env }: Pick<Deps, 'env'>) => env.PUBLIC_URL?.startsWith('https:') ?? false
const deviceDays = 180

/** The secret that the browser presents; empty without one. */
export const presentedDevice = (deps: Pick<Deps, 'env'>, request: FastifyRequest): string =>
  request.cookies[cookieName(deps)] ?? ''

/** The device of that secret, if this account was signed in to on it; null for any other. */
export async function knownDevice(
  db: Kysely<Directory>,
  presented: string,
  uid: string | undefined,
  now: Date,
): Promise<string | null> {
  const hash = hashOfSecret(presented)
  const row = await db
    .selectFrom('known_devices')
    .select('uid')
    .where('device_hash', '=', hash)
    .where('uid', '=', uid ?? '')
    .where('used_at', '>', new Date(now.getTime() - deviceDays * 86_400_000))
    .executeTakeFirst()
  return row ? hash.toString('base64url') : null
}

/**
 * After a sign-in or a link from the person's mailbox; answers the secret of the cookie. It is always new, so that a
 * planted or copied cookie is worth nothing; the other accounts of the device move along.
 */
export async function rememberDevice(
  db: Kysely<Directory>,
  presented: string,
  uid: string,
  now: Date,
): Promise<string> {
  const secret = newSecret()
  const before = hashOfSecret(presented)
  await sql`
    with moved as (
      update known_devices set device_hash = ${hashOfSecret(secret)}
      where device_hash = ${before} and uid <> ${uid}),
    gone as (delete from known_devices where device_hash = ${before} and uid = ${uid})
    insert into known_devices (device_hash, uid, used_at) values (${hashOfSecret(secret)}, ${uid}, ${now})`.execute(
    db,
  )
  return secret
}

export function setDeviceCookie({ deps, reply }: { deps: Deps; reply: FastifyReply }, secret: string): void {
  void reply.setCookie(cookieName(deps), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(deps),
    maxAge: deviceDays * 86_400,
  })
}

/** After a changed password every device of the account is unknown again. */
export const forgetDevices = (db: Kysely<Directory>, uid: string): Promise<unknown> =>
  db.deleteFrom('known_devices').where('uid', '=', uid).execute()
