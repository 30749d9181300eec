import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  readLink as readLinkRoute,
  redeemLink as redeemLinkRoute,
} from '../../../contract/identity/links.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { audit } from '../audit.ts'
import { keepAttribution } from '../people/attribution.ts'
import { rejectCommonPassword } from '../embedded/common-passwords.ts'
import { limited } from '../embedded/throttle.ts'
import { keepHostedPerson } from '../hosted/hosted-session.ts'
import type { WriteRows } from '../provider.ts'
import { forgetDevices, presentedDevice, rememberDevice, setDeviceCookie } from '../sessions/known-device.ts'
import { endSessions } from '../sessions/sessions.writes.ts'
import { storeNames } from '../store-names.ts'
import { acceptInvitations, openInvitations } from './accept-invitations.ts'
import {
  beginRemoteStep,
  endLinks,
  openLink,
  publicOrigin,
  releaseRemoteStep,
  spendLink,
  type Link,
} from './links.ts'
import { passwordChangedMail } from './mails.ts'

export async function readLink(call: Call<typeof readLinkRoute>): Promise<Reply<typeof readLinkRoute>> {
  const { deps, body, now, request } = call
  const link = await openThrottled(deps, body.token, request.ip, now)
  const known = await deps.provider.findByEmail(link.email)
  const stores = link.kind === 'invitation' ? await invitedTo(deps, link, now) : []
  if (link.kind === 'invitation' && stores.length === 0) throw new AppError('auth/link-invalid')
  if (link.kind === 'reset' && !known) throw new AppError('auth/link-invalid')
  return {
    kind: link.kind,
    email: link.email,
    name: known?.name ?? link.name,
    needsPassword: link.kind === 'reset' || !known,
    stores,
    continueUrl: link.continueUrl,
  }
}

/** By name. */
async function invitedTo(
  { directory, cells }: Deps,
  link: Link,
  now: Date,
): Promise<Reply<typeof readLinkRoute>['stores']> {
  const open = await withDirectoryScope(directory, link.storeIds, (tx) => openInvitations(tx, link, now))
  const roles = new Map(open.map(({ storeId, role }) => [storeId, role]))
  const names = await storeNames(cells, [...roles.keys()])
  return [...names].flatMap(([storeId, name]) => {
    const role = roles.get(storeId)
    return role ? [{ name, role }] : []
  })
}

/** The link proves the address. It works once, even if used twice concurrently. */
export async function redeemLink(call: Call<typeof redeemLinkRoute>): Promise<Reply<typeof redeemLinkRoute>> {
  const { deps, body, now, request } = call
  const link = await openThrottled(deps, body.token, request.ip, now)
  const known = await deps.provider.findByEmail(link.email)
  if (link.kind === 'reset' && !known) throw new AppError('auth/link-invalid')
  const password = passwordToSet(link, known, body.password)
  const account = accountOf(link, known, body.name)

  const isRemote = deps.provider.kind === 'firebase' && password !== null
  if (isRemote) await beginRemoteStep(deps.directory, link, account.uid, now)
  try {
    const writeRows = password === null ? null : await setCredentials(deps, link, account, password)
    await commitRedemption(call, link, account, writeRows)
  } catch (error) {
    if (isRemote) await releaseRemoteStep(deps.directory, link.id, now)
    throw error
  }
  return { email: link.email, continueUrl: link.continueUrl }
}

type Known = Awaited<ReturnType<Deps['provider']['findByEmail']>>

/** Null if the account keeps its password. */
function passwordToSet(link: Link, known: Known, password: string | undefined): string | null {
  // An earlier attempt may have created the account at the hosted provider before it was interrupted.
  const isRepeated = known !== null && known.uid === link.pendingUid && password !== undefined
  if (link.kind !== 'reset' && known && !isRepeated) return null
  if (password === undefined) throw missing('password', 'Escolha uma senha.')
  rejectCommonPassword(password, link.email)
  return password
}

interface Account {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly isNew: boolean
}

function accountOf(link: Link, known: Known, chosenName: string | undefined): Account {
  const { email } = link
  if (known) return { ...known, email, isNew: false }
  const name = chosenName ?? link.name
  if (name === '') throw missing('name', 'Informe o seu nome.')
  return { uid: link.pendingUid ?? link.uid ?? uuidv7(), email, name, isNew: true }
}

/** Idempotent: the state at the hosted provider is the same after each call. */
async function setCredentials(
  { provider }: Deps,
  link: Link,
  { uid, email, name, isNew }: Account,
  password: string,
): Promise<WriteRows> {
  const writeRows = isNew
    ? await provider.createUser({ uid, email, name, password })
    : await provider.setPassword(uid, password)
  if (link.kind === 'reset') await provider.revokeAll(uid)
  return writeRows
}

/** Writes all rows of a redemption, the spent link first, which blocks a concurrent use. */
async function commitRedemption(
  call: Call<typeof redeemLinkRoute>,
  link: Link,
  account: Account,
  writeRows: WriteRows | null,
): Promise<void> {
  const { deps, now, request, requestId } = call
  const { uid, email, name } = account
  const work = async (tx: Transaction<Directory>) => {
    await spendLink(tx, link.id, now)
    await writeRows?.(tx)
    if (deps.provider.kind === 'firebase') await keepHostedPerson(tx, { uid, email, name, phoneNumber: null })
    if (account.isNew) await keepAttribution(tx, { uid, storeId: null }, link.attribution ?? undefined, now)
    if (link.kind === 'invitation') await acceptInvitations(tx, link, { uid, requestId, now })
    await audit(tx, {
      actorUid: uid,
      action: `identity/link-${link.kind}`,
      subject: email,
      requestId,
      at: now,
    })
    if (writeRows) await endLinks(tx, email, now)
    if (link.kind === 'reset') await forgetDevices(tx, uid)
    // The way in for a person whose sign-in strangers hold back: the mailbox proves who it is.
    const device = await rememberDevice(tx, presentedDevice(deps, request), uid, now)
    if (link.kind !== 'reset') return { device, ended: [] }
    await queueMail(tx, passwordChangedMail(account, `${publicOrigin(deps.env)}/`), now)
    return { device, ended: await endSessions(tx, uid, null, now) }
  }
  const { device, ended } = await withDirectoryScope(deps.directory, link.storeIds, work, { uid })
  for (const sessionId of ended) deps.live.closeSession(sessionId)
  setDeviceCookie(call, device)
}

/** Guessing 256 bits is hopeless, but frequent attempts are throttled anyway. */
const openThrottled = ({ directory }: Deps, token: string, address: string, now: Date): Promise<Link> =>
  limited(directory, { purpose: 'link', address }, now, () => openLink(directory, token, now))

const missing = (path: string, message: string) =>
  new AppError('validation/invalid', { details: [{ path, message }] })
