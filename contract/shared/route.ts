import type * as z from 'zod/mini'
import type { RoleName } from './access.ts'
import type { ErrorCode } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call. The server enforces it before the handler runs; a handler gets only the
 * store or stores that this names. `store`: the one in `x-store-id`. `pathStore`: the one in
 * the path. `menuSlug`: the one whose menu slug stands in the path. `selection`: every store
 * named by the query's `selection` (see contract/shared/selection.ts). `agent`: a print agent's token, which is
 * of one store and no person's.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'user' }
  | { readonly kind: 'agent' }
  | { readonly kind: 'store'; readonly role: RoleName }
  | { readonly kind: 'pathStore'; readonly role: RoleName }
  | { readonly kind: 'menuSlug'; readonly role: RoleName }
  | { readonly kind: 'selection'; readonly role: RoleName }

type Schema = z.core.$ZodType

export interface Route<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema = Schema,
  A extends Access = Access,
> {
  readonly name: string
  readonly method: Method
  /** Below `/api`, parameters in braces: `/groups/{id}`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly access: A
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly reply: R
  /** Codes beyond those that any call may answer (session, permission, validation, server). */
  readonly errors: readonly ErrorCode[]
  /** `bare`: the body itself, not `{ data }` (DELETE /groups/{id}, docs/product.md section 3); `stream`: server-sent events; `file`: a file, sent while it is made. */
  readonly envelope?: 'bare' | 'stream' | 'file'
  /** Content types of files that the same call answers when asked to, beside its ordinary reply. */
  readonly files?: readonly string[]
  /** `required`: refused without an Idempotency-Key; `accepted`: honoured when sent. */
  readonly idempotency?: 'required' | 'accepted'
  /** Largest body in bytes; 64 KiB unless told. */
  readonly bodyLimit?: number
}

/** A route without a schema here has nothing here. */
type Out<S> = [NonNullable<S>] extends [never] ? undefined : z.output<Extract<S, Schema>>
type In<S> = z.input<Extract<S, Schema>>

/** What the handler receives, after parsing. */
export interface Received<T extends Route> {
  readonly params: Out<T['params']>
  readonly query: Out<T['query']>
  readonly body: Out<T['body']>
}

type Given<K extends string, S> = [NonNullable<S>] extends [never] ? unknown : { readonly [key in K]: In<S> }

/** What the caller sends. */
export type Sent<T extends Route> = Given<'params', T['params']> &
  Given<'query', T['query']> &
  Given<'body', T['body']>

export type Reply<T extends Route> = z.output<T['reply']>

export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema = Schema,
  const A extends Access = Access,
>(definition: Route<P, Q, B, R, A>): Route<P, Q, B, R, A> {
  return definition
}
