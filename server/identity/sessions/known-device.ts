import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { hashOfSecret, newSecret } from '../embedded/secrets.ts'

const cookieName = 'b-device'
const deviceDays = 180

/** The device that presents its cookie, if this account was signed in to on it; null for any other. */
export async function knownDevice(
  db: Kysely<Directory>,
  request: FastifyRequest,
  uid: string | undefined,
  now: Date,
): Promise<string | null> {
  const hash = hashOfSecret(request.cookies[cookieName] ?? '')
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
  request: FastifyRequest,
  uid: string,
  now: Date,
): Promise<string> {
  const secret = newSecret()
  const before = hashOfSecret(request.cookies[cookieName] ?? '')
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
  void reply.setCookie(cookieName, secret, {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.env.PUBLIC_URL?.startsWith('https:') ?? false,
    maxAge: deviceDays * 86_400,
  })
}

/** After a changed password every device of the account is unknown again. */
export const forgetDevices = (db: Kysely<Directory>, uid: string): Promise<unknown> =>
  db.deleteFrom('known_devices').where('uid', '=', uid).execute()
