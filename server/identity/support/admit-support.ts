import type { Route } from '../../../contract/shared/route.ts'
import type { Caller } from '../../calls/caller.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../audit.ts'

/**
 * Audits a call of support before its handler runs, so that nothing is written without its row.
 * support/leaves-behind: something of the call would outlive the entry.
 */
export async function admitSupport(
  deps: Deps,
  caller: Caller,
  route: Route,
  requestId: string,
): Promise<void> {
  // Entering and leaving have rows of their own.
  if (!caller.support || route.path.startsWith('/support/')) return
  if (route.method === 'GET' && !route.leavesBehind) return
  await audit(deps.directory, {
    actorUid: caller.uid,
    action: route.leavesBehind ? 'support/refused' : 'support/wrote',
    storeId: caller.support.storeId,
    subject: route.name,
    requestId,
    at: deps.now(),
  })
  if (route.leavesBehind) throw new AppError('support/leaves-behind')
}
