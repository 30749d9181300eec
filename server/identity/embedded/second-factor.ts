import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Kysely } from 'kysely'
import type {
  confirmSecondFactor as confirmRoute,
  readSecondFactor as readRoute,
  removeSecondFactor as removeRoute,
  startSecondFactor as startRoute,
} from '../../../contract/identity/account.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit, countRefusal } from '../audit.ts'
import { rejectWrongPassword } from '../people/change-password.ts'
import { isSealed, openText, sealText } from '../sealing.ts'
import { hashOfSecret } from './secrets.ts'
import { forgetFailures, limited, type Attempt } from './throttle.ts'

const stepSeconds = 30
const recoveryCodeCount = 10

export async function readSecondFactor(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, caller } = call
  const user = await factorsOf(deps.directory, caller.uid)
  const left = await deps.directory
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('uid', '=', caller.uid)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    enabled: user.totp_secret !== null || (deps.provider.kind === 'firebase' && caller.secondFactor),
    required: caller.onRootList,
    recoveryCodesLeft: Number(left.count),
    managedHere: deps.provider.kind === 'embedded',
  }
}

/** RFC 6238, SHA-1, six digits, 30 s: supported by every authenticator app. */
export async function startSecondFactor(call: Call<typeof startRoute>): Promise<Reply<typeof startRoute>> {
  const { deps, caller, body } = call
  if (deps.provider.kind !== 'embedded') throw new AppError('auth/provider-decides')
  await rejectWrongPassword(call, body.password)
  if ((await factorsOf(deps.directory, caller.uid)).totp_secret !== null)
    throw new AppError('auth/second-factor-on')
  const secret = new Secret({ size: 20 })
  await deps.directory
    .updateTable('users')
    .set({ totp_pending: kept(deps, secret.base32) })
    .where('uid', '=', caller.uid)
    .execute()
  return { secret: secret.base32, uri: totpOf(secret.base32, caller.email).toString() }
}

export async function confirmSecondFactor(
  call: Call<typeof confirmRoute>,
): Promise<Reply<typeof confirmRoute>> {
  const { deps, caller, body, now, requestId } = call
  const user = await factorsOf(deps.directory, caller.uid)
  if (user.totp_secret !== null) throw new AppError('auth/second-factor-on')
  if (user.totp_pending === null) throw new AppError('auth/second-factor-invalid')
  const pending = opened(deps, user.totp_pending)
  const attempt = { purpose: 'code', account: caller.uid } as const
  const step = await limited(deps.directory, attempt, now, () =>
    Promise.resolve(stepOf(pending, body.code, now)),
  )
  if (step === null) throw new AppError('auth/second-factor-invalid')
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await deps.directory.transaction().execute(async (tx) => {
    const turnedOn = await tx
      .updateTable('users')
      .set({ totp_secret: user.totp_pending, totp_pending: null, totp_last_step: step })
      .where('uid', '=', caller.uid)
      .where('totp_secret', 'is', null)
      .executeTakeFirst()
    if (turnedOn.numUpdatedRows === 0n) throw new AppError('auth/second-factor-on')
    await tx.deleteFrom('recovery_codes').where('uid', '=', caller.uid).execute()
    await tx
      .insertInto('recovery_codes')
      .values(recoveryCodes.map((code) => ({ uid: caller.uid, code_hash: hashOfSecret(bare(code)) })))
      .execute()
    // This session has just passed the second factor.
    await tx.updateTable('sessions').set({ second_factor: true }).where('id', '=', caller.sessionId).execute()
  })
  await audit(deps.directory, {
    actorUid: caller.uid,
    action: 'identity/second-factor-on',
    requestId,
    at: now,
  })
  return { recoveryCodes }
}

export async function removeSecondFactor(call: Call<typeof removeRoute>): Promise<Reply<typeof removeRoute>> {
  const { deps, caller, body, now, requestId } = call
  if (caller.onRootList) throw new AppError('auth/second-factor-needed-by-role')
  await rejectWrongPassword(call, body.password)
  await rejectWrongCode(deps, caller.uid, body.code, { now, requestId })
  await deps.directory.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ totp_secret: null, totp_pending: null, totp_last_step: null })
      .where('uid', '=', caller.uid)
      .execute()
    await tx.deleteFrom('recovery_codes').where('uid', '=', caller.uid).execute()
  })
  await audit(deps.directory, {
    actorUid: caller.uid,
    action: 'identity/second-factor-off',
    requestId,
    at: now,
  })
  return { removed: true }
}

/**
 * auth/second-factor-invalid. Codes have counters of their own: a right password does not reset them, and
 * guesses from all unknown devices count together.
 */
export async function rejectWrongCode(
  deps: Deps,
  uid: string,
  code: string,
  {
    now,
    requestId,
    address,
    knownDevice,
  }: Pick<Attempt, 'address' | 'knownDevice'> & Pick<Call<typeof removeRoute>, 'now' | 'requestId'>,
): Promise<void> {
  const attempt = { purpose: 'code', account: uid, address, knownDevice } as const
  const isRight = await limited(deps.directory, attempt, now, () => spendSecondFactor(deps, uid, code, now))
  if (!isRight) {
    await countRefusal(deps.directory, {
      uid,
      action: 'identity/second-factor-wrong',
      requestId,
      ...(address ? { address } : {}),
      at: now,
    })
    throw new AppError('auth/second-factor-invalid')
  }
  await forgetFailures(deps.directory, attempt)
}

/** A code of the app or a recovery code; each is accepted once, even under concurrency. */
async function spendSecondFactor(deps: Deps, uid: string, code: string, now: Date): Promise<boolean> {
  const user = await factorsOf(deps.directory, uid)
  if (user.totp_secret === null) return false
  const step = stepOf(opened(deps, user.totp_secret), code, now)
  if (step !== null) {
    const taken = await deps.directory
      .updateTable('users')
      .set({ totp_last_step: step })
      .where('uid', '=', uid)
      .where((where) => where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step)]))
      .executeTakeFirst()
    return taken.numUpdatedRows > 0n
  }
  const spent = await deps.directory
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('uid', '=', uid)
    .where('code_hash', '=', hashOfSecret(bare(code)))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

const factorsOf = (db: Kysely<Directory>, uid: string) =>
  db
    .selectFrom('users')
    .select(['totp_secret', 'totp_pending'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()

const totpOf = (base32: string, label: string): TOTP =>
  new TOTP({ issuer: 'Balcão', label, secret: Secret.fromBase32(base32), period: stepSeconds })

/** The time step of the code: the current one, the previous or the next; null if none matches. */
function stepOf(base32: string, code: string, now: Date): number | null {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const delta = totpOf(base32, '').validate({ token: digits, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / stepSeconds) + delta
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten characters of 31 (49 bits), without ambiguous ones. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)] ?? '')
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

const bare = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const kept = (deps: Deps, secret: string): string =>
  deps.env.ENCRYPTION_KEY ? JSON.stringify(sealText(secret, deps.env.ENCRYPTION_KEY)) : secret

function opened(deps: Deps, stored: string): string {
  const value: unknown = stored.startsWith('{') ? JSON.parse(stored) : stored
  return isSealed(value) ? openText(value, deps.env.ENCRYPTION_KEY) : stored
}
