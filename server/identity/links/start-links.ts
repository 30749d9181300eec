import type {
  createAccount as createAccountRoute,
  requestPasswordReset as requestResetRoute,
} from '../../../contract/identity/links.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { inTransaction } from '../../db/scope.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { allowedContinueUrl } from './continue-url.ts'
import { createLinkUnlessRecent, linkUrl, publicOrigin } from './links.ts'
import { alreadyRegisteredMail, resetMail, signUpMail } from './mails.ts'
import { throttle } from '../embedded/throttle.ts'

/** A known and an unknown address get the same reply; only the mail differs. */
export async function createAccount(
  call: Call<typeof createAccountRoute>,
): Promise<Reply<typeof createAccountRoute>> {
  const { deps, now, body, request } = call
  const attempt = { purpose: 'mail', account: body.email, address: request.ip } as const
  await throttle(deps.directory, attempt, now)
  const known = await deps.provider.findByEmail(body.email)
  await inTransaction(deps.directory, async (tx) => {
    const link = await createLinkUnlessRecent(
      tx,
      { kind: 'sign-up', email: body.email, name: body.name, attribution: body.attribution },
      now,
    )
    if (!link) return
    if (known) {
      const to = { email: body.email, name: known.name }
      await queueMail(tx, alreadyRegisteredMail(to, `${publicOrigin(deps.env)}/`), now)
      return
    }
    await queueMail(tx, signUpMail(body, linkUrl(deps.env, 'sign-up', link.token)), now)
  })
  return { sent: true }
}

export async function requestPasswordReset(
  call: Call<typeof requestResetRoute>,
): Promise<Reply<typeof requestResetRoute>> {
  const { deps, now, body, request } = call
  const continueUrl = allowedContinueUrl(deps.env, body.continueUrl)
  const attempt = { purpose: 'mail', account: body.email, address: request.ip } as const
  await throttle(deps.directory, attempt, now)
  const known = await deps.provider.findByEmail(body.email)
  await inTransaction(deps.directory, async (tx) => {
    // Also created for an unknown address, so that both take the same time; nobody receives its secret.
    const link = await createLinkUnlessRecent(tx, { kind: 'reset', email: body.email, continueUrl }, now)
    if (!known || !link) return
    await queueMail(
      tx,
      resetMail({ email: body.email, name: known.name }, linkUrl(deps.env, 'reset', link.token)),
      now,
    )
  })
  return { sent: true }
}
