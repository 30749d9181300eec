import type * as z from 'zod/mini'
import type { RoleName } from './access.ts'
import type { ErrorCode } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call. The server enforces it before the handler runs, and the handler receives only the
 * resulting stores. `store`: the store in `x-store-id`. `pathStore`: the store in the path. `menuSlug`:
 * the store whose menu slug is in the path. `selection`: every store in the query's `selection`
 * (contract/shared/selection.ts). `agent`: a print agent's token, which belongs to a store and not to a
 * person.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'user' }
  | { readonly kind: 'agent' }
  | { readonly kind: 'store'; readonly role: RoleName }
  | { readonly kind: 'pathStore'; readonly role: RoleName }
  | { readonly kind: 'menuSlug'; readonly role: RoleName }
  | { readonly kind: 'selection'; readonly role: RoleName }

/** `null`: the caller gets null; `nothing`: the error is swallowed and nothing is returned. */
type OnFailure = 'null' | 'nothing'

type Schema = z.core.$ZodType

export interface Route<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema = Schema,
  A extends Access = Access,
  M extends Method = Method,
> {
  readonly name: string
  readonly method: M
  /** Relative to `/api`, parameters in braces: `/groups/{id}`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly access: A
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly reply: R
  /** Codes in addition to the common ones (session, permission, validation, server). */
  readonly errors: readonly ErrorCode[]
  /**
   * `bare`: the reply is the whole body, without `data` or with a field beside it (docs/product/api.md); `stream`:
   * server-sent events; `file`: a file streamed while it is generated.
   */
  readonly envelope?: 'bare' | 'stream' | 'file'
  /** Content types of the files that the call can return instead of its regular reply. */
  readonly files?: readonly string[]
  /** `required`: rejected without an Idempotency-Key; `accepted`: honoured if present. */
  readonly idempotency?: 'required' | 'accepted'
  /**
   * How the call is limited and over which connections it reads. `report`: those apart from orders, four at a time
   * for a user, two when it makes a file. `live`: asked at each live event. `placing`: limited by store only. `lookup`:
   * says whether others have something; sixty a minute for a user, or for a stranger's address.
   * Absent: 20 a second for a user.
   */
  readonly load?: 'report' | 'live' | 'placing' | 'lookup'
  /**
   * With `idempotency`: the call looks up what an earlier run with the same key did, so a repeat is answered
   * at once even while that run is in doubt.
   */
  readonly repeatable?: true
  /**
   * Whether something of the call outlives an entry of support: it gives or takes away a way into the store or out of
   * it (a person, device, machine, partner, address, key), carries customers' contacts away, or signs for the owner.
   * Then support is refused (docs/adr/0048-support-enters-stores.md). Every call by which a person writes says it.
   */
  readonly leavesBehind?: boolean
  /** The reply shows the contact of an ended order to a role that does not see it otherwise; the call is audited. */
  readonly revealsContacts?: true
  /** What the panel's code gets instead of an error (docs/product/api.md, fixed). The server answers as ever. */
  readonly onFailure?: OnFailure
  /** Maximum body size in bytes; default 64 KiB. */
  readonly bodyLimit?: number
  /** Maximum number of keys, and of values, in the body; default 5,000 and 20,000, of a public call 100 and 500. */
  readonly bodyParts?: BodyParts
}

export interface BodyParts {
  readonly keys: number
  readonly values: number
}

/** `undefined` for a route without that schema. */
type Out<S> = [NonNullable<S>] extends [never] ? undefined : z.output<Extract<S, Schema>>
type In<S> = z.input<Extract<S, Schema>>

/** Input of the handler, after parsing. */
export interface Received<T extends Route> {
  readonly params: Out<T['params']>
  readonly query: Out<T['query']>
  readonly body: Out<T['body']>
}

type Given<K extends string, S> = [NonNullable<S>] extends [never] ? unknown : { readonly [key in K]: In<S> }

/** Input as sent by the caller. */
export type Sent<T extends Route> = Given<'params', T['params']> &
  Given<'query', T['query']> &
  Given<'body', T['body']>

export type Reply<T extends Route> = z.output<T['reply']>

/** A write in the store of `x-store-id`. */
export type StoreWrite = Route & {
  readonly method: Exclude<Method, 'GET'>
  readonly access: { readonly kind: 'store' }
}

interface GivesOnFailure<F extends OnFailure> {
  readonly onFailure: F
}

/** A call whose failure the panel's code gets as a value. */
export type ForgivingRoute = Route & GivesOnFailure<OnFailure>

/** What a client gets: the reply, or what the call gives instead of an error. */
export type Answer<T extends Route> =
  | Reply<T>
  | (T extends GivesOnFailure<'null'> ? null : never)
  | (T extends GivesOnFailure<'nothing'> ? undefined : never)

export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema = Schema,
  const A extends Access = Access,
  const M extends Method = Method,
>(definition: Route<P, Q, B, R, A, M>): Route<P, Q, B, R, A, M> {
  return definition
}

/** The call, giving this instead of an error. */
export const forgiving = <T extends Route, const F extends OnFailure>(
  onFailure: F,
  call: T,
): T & GivesOnFailure<F> => ({ ...call, onFailure })
