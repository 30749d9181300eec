/** Sent on every call (docs/product.md section 3). The store header selects, it never authorises. */
export const headers = {
  storeId: 'x-store-id',
  userId: 'x-user-id',
  userToken: 'x-user-token',
  appId: 'x-app-id',
  appToken: 'x-app-token',
  idempotencyKey: 'idempotency-key',
} as const

export const sessionCookieName = 'b-session'
/** A session lives at most this long from the real sign-in (docs/product.md section 9, fixed). */
export const sessionSeconds = 86_400
/** A session cookie is made only from a sign-in at most this old (docs/product.md section 6). */
export const recentSignInSeconds = 300
/** At most this many stores in the multi-store init (docs/product.md section 9, fixed). */
export const storesLimit = 100
