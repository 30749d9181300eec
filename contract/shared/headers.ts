/**
 * Sent with every call (docs/product/api.md). The store header selects a store; it does not
 * authorise.
 */
export const headers = {
  storeId: 'x-store-id',
  userId: 'x-user-id',
  userToken: 'x-user-token',
  appId: 'x-app-id',
  appToken: 'x-app-token',
  idempotencyKey: 'idempotency-key',
} as const

export const sessionCookieName = 'b-session'
/** Set and cleared with it, and readable by the page: without it a first visit asks for no session. */
export const sessionHintName = 'b-session-hint'
/** Maximum age of a session, counted from the sign-in (docs/product/README.md). */
export const sessionSeconds = 86_400
/** A session cookie is issued only for a sign-in at most this old (docs/product/README.md). */
export const recentSignInSeconds = 300
/** Maximum number of stores in the multi-store init (docs/product/README.md). */
export const storesLimit = 100
