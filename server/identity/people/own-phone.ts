import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  confirmMyPhone as confirmRoute,
  MyProfile,
  startMyPhone as startRoute,
} from '../../../contract/identity/profile.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { asUser } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../audit.ts'
import { throttle } from '../embedded/throttle.ts'
import { doorForCodes } from './code-doors.ts'
import { lockedProfile } from './own-profile.ts'

const codeMs = 10 * 60_000
/** A million codes and five tries: one in two hundred thousand. */
const tries = 5

/** The number is the person's only once the code came back; until then the old one stays. */
export async function startMyPhone(call: Call<typeof startRoute>): Promise<Reply<typeof startRoute>> {
  const { deps, caller, body, now, request } = call
  const attempt = { purpose: 'phone-code', account: caller.uid, address: request.ip } as const
  await throttle(deps.directory, attempt, now)
  const door = doorForCodes()
  const to = { email: caller.email, name: caller.name, phone: body.phone }
  const id = uuidv7()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(now.getTime() + codeMs)
  await asUser(deps.directory, caller.uid, async (tx) => {
    const profile = await lockedProfile(tx, caller.uid, body.version)
    if (profile.phoneNumber === body.phone) throw new AppError('user/phone-unchanged')
    await tx.deleteFrom('phone_codes').where('uid', '=', caller.uid).execute()
    await tx
      .insertInto('phone_codes')
      .values({
        uid: caller.uid,
        id,
        phone: body.phone,
        door: door.kind,
        code_hash: hashOfCode(id, code),
        tries_left: tries,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute()
    await door.send(tx, to, code, now)
  })
  return { door: door.kind, sentTo: door.sentTo(to), expiresAt: expiresAt.toISOString() }
}

/** A wrong code costs a try even when many come at once; of two right ones one is taken. */
export async function confirmMyPhone(call: Call<typeof confirmRoute>): Promise<Reply<typeof confirmRoute>> {
  const { deps, caller, body, now, requestId } = call
  const outcome = await asUser(deps.directory, caller.uid, async (tx) => {
    const before = await lockedProfile(tx, caller.uid)
    const waiting = await tx
      .updateTable('phone_codes')
      .set({ tries_left: sql<number>`tries_left - 1` })
      .where('uid', '=', caller.uid)
      .where('tries_left', '>', 0)
      .where('expires_at', '>', now)
      .returning(['id', 'phone', 'door', 'code_hash'])
      .executeTakeFirst()
    if (!waiting) return 'gone'
    const given = hashOfCode(waiting.id, body.code.replaceAll(/\s/g, ''))
    if (!timingSafeEqual(waiting.code_hash, given)) return 'wrong'
    await tx.deleteFrom('phone_codes').where('uid', '=', caller.uid).execute()
    await tx
      .updateTable('users')
      .set({
        phone_number: waiting.phone,
        phone_verified_at: now,
        phone_verified_by: waiting.door,
        profile_version: sql<number>`profile_version + 1`,
      })
      .where('uid', '=', caller.uid)
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'identity/phone-confirmed',
      subject: caller.uid,
      details: { door: waiting.door },
      requestId,
      at: now,
    })
    return { ...before, phoneNumber: waiting.phone, version: before.version + 1 } satisfies MyProfile
  })
  // Thrown outside of the transaction, so that the try is counted.
  if (outcome === 'gone') throw new AppError('user/phone-code-gone')
  if (outcome === 'wrong')
    throw new AppError('user/phone-code-wrong', {
      details: [{ path: 'code', message: 'O código não confere. Confira os seis dígitos.' }],
    })
  return outcome
}

/** With the row's id, so that equal codes do not look equal in the database. */
const hashOfCode = (id: string, code: string): Buffer => createHash('sha256').update(`${id}:${code}`).digest()
