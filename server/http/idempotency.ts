import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { headers } from '../../contract/shared/headers.ts'
import type { Received, Route } from '../../contract/shared/route.ts'
import { beginOnce, finishOnce, releaseOnce } from '../db/idempotency-keys.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../identity/identity.ts'
import { AppError } from '../errors/app-error.ts'

/**
 * Idempotency-Key (docs/product/api.md): same key and input, same reply for 24 h; other input 422; still
 * running 409, unless the call is `repeatable`. A rejected call is not recorded, so that it can be retried.
 */
export async function onlyOnce(
  deps: Deps,
  route: Route,
  request: FastifyRequest,
  caller: Caller | null,
  input: Received<Route>,
  run: () => Promise<string>,
): Promise<string> {
  const key = request.headers[headers.idempotencyKey]
  if (!route.idempotency || key === undefined || !caller) {
    if (route.idempotency === 'required' && key === undefined) throw new AppError('idempotency/key-required')
    return run()
  }
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('validation/invalid', {
      details: [{ path: headers.idempotencyKey, message: 'Use de 1 a 200 caracteres, sem espaços.' }],
    })
  }
  // A call of no store carries the one that the user happens to look at: it is no part of the request.
  const storeHeader = route.access.kind === 'store' ? request.headers[headers.storeId] : undefined
  const once = {
    uid: caller.uid,
    selectedStore: typeof storeHeader === 'string' ? storeHeader.toLowerCase() : '',
    route: route.name,
    key,
    requestHash: createHash('sha256')
      .update(JSON.stringify([input.params, input.query, input.body]))
      .digest(),
  }
  const begun = await beginOnce(deps, once, deps.now(), route.repeatable)
  if (begun.state === 'conflict') throw new AppError('idempotency/conflict')
  if (begun.state === 'running') throw new AppError('idempotency/in-progress', { retryAfterSeconds: 1 })
  if (begun.state === 'done') return begun.reply
  try {
    const reply = await run()
    await finishOnce(deps, once, reply)
    return reply
  } catch (error) {
    // Without the database the key stays, and is taken over.
    await releaseOnce(deps, once).catch((failed: unknown) => {
      deps.log.warn({ err: failed, route: route.name }, 'an idempotency key could not be released')
    })
    throw error
  }
}
