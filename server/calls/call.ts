import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { RoleName } from '../../contract/shared/access.ts'
import type { Received, Route } from '../../contract/shared/route.ts'
import type { SelectedStore } from '../../contract/shared/selection.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from './caller.ts'
import { tellingOwnTimeLimit } from './own-time-limit.ts'

type Kind<T extends Route> = T['access']['kind']

/** The store the caller selected and the caller's role there, from the database. */
interface OneStore {
  readonly storeId: string
  readonly role: RoleName
}

export interface GrantedStore extends SelectedStore {
  readonly role: RoleName
}

type Scope<T extends Route> =
  Kind<T> extends 'store' | 'pathStore' | 'menuSlug'
    ? OneStore
    : Kind<T> extends 'agent'
      ? { readonly storeId: string; readonly agentId: string }
      : Kind<T> extends 'selection'
        ? { readonly stores: readonly GrantedStore[] }
        : unknown

/** A handler's argument: parsed input, the caller, and only the stores that the contract grants. */
export type Call<T extends Route> = Received<T> & {
  readonly deps: Deps
  readonly now: Date
  readonly requestId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The Idempotency-Key, when sent. */
  readonly idempotencyKey: string | null
} & (Kind<T> extends 'public' | 'agent' ? unknown : { readonly caller: Caller }) &
  Scope<T>

/**
 * The reply's data as JSON pieces that were validated against the contract when they were built; sent unchanged
 * (docs/adr/0007-board-texts.md).
 */
export const checkedPieces = Symbol('checked pieces')
export interface Checked {
  readonly [checkedPieces]: readonly Buffer[]
}

/** The handler has sent the reply itself, for example a file; `reply.sent` is false until its stream has ended. */
export const sentAlready = Symbol('sent already')

export type Handler<T extends Route> = (
  call: Call<T>,
) => Promise<z.input<T['reply']> | Checked | typeof sentAlready>

/** A call of the contract with its handler. `http/serve.ts` does the rest. */
export interface ServedRoute {
  readonly route: Route
  readonly handler: Handler<Route>
}

export const on = <T extends Route>(route: T, handler: Handler<T>): ServedRoute => ({
  route,
  // `Call<T>` is what serve.ts builds for this route; verified by app.db.test.ts.
  handler: tellingOwnTimeLimit(route, handler as unknown as Handler<Route>),
})
