import type { Caller } from '../../calls/caller.ts'
import { AppError } from '../../errors/app-error.ts'

/** support/denied for everybody else, support/second-factor-missing when this session has none. */
export function requireSupport(caller: Caller): void {
  if (!caller.onRootList) throw new AppError('support/denied')
  if (!caller.isRoot) throw new AppError('support/second-factor-missing')
}
