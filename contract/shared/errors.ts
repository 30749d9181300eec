/**
 * Every error code and its HTTP status (docs/product.md section 3). Codes are stable. A code without a
 * pt-BR sentence in `error-messages.ts` does not compile.
 */
export const errorStatus = {
  'auth/missing-session': 401,
  'auth/invalid-credential': 401,
  'auth/id-token-invalid': 401,
  'auth/id-token-expired': 401,
  'auth/id-token-revoked': 401,
  'auth/user-mismatch': 401,
  'auth/session-cookie-invalid': 401,
  'auth/custom-token-invalid': 401,
  'auth/recent-sign-in-required': 401,
  'auth/duplicate-cookie': 400,
  'auth/cross-site': 403,
  'auth/second-factor-required': 401,
  'auth/second-factor-invalid': 401,
  'auth/second-factor-on': 409,
  'auth/second-factor-needed-by-role': 422,
  'auth/wrong-password': 422,
  'auth/password-refused': 422,
  'auth/link-invalid': 404,
  'auth/continue-url-refused': 422,
  'auth/session-not-found': 404,
  'auth/provider-decides': 422,
  'access/person-not-found': 404,
  'access/invitation-not-found': 404,
  'access/above-own-level': 403,
  'access/last-owner': 409,
  'access/already-granted': 409,
  'store/slug-taken': 409,
  'permission/denied': 403,
  'store/not-selected': 400,
  'store/not-found': 404,
  'group/not-found': 404,
  'group/slug-taken': 409,
  'group/slug-reserved': 422,
  'group/stale-version': 409,
  'order/not-found': 404,
  'order/invalid-transition': 409,
  'order/action-pending': 409,
  'order/changed-meanwhile': 409,
  'order/stale-edit': 409,
  'order/total-mismatch': 422,
  'order/unknown-reason': 422,
  'order/partner-decides': 422,
  'order/motoboy-not-found': 404,
  'order/no-own-phone': 422,
  'order/contact-hidden': 422,
  'order/store-paused': 422,
  'order/stale-rules': 409,
  'order/stale-capacity': 409,
  'print/agent-unknown': 401,
  'print/code-invalid': 404,
  'print/printer-not-found': 404,
  'print/agent-not-found': 404,
  'print/job-not-found': 404,
  'print/name-taken': 409,
  'print/stale-printer': 409,
  'print/stale-settings': 409,
  'print/test-running': 409,
  'print/already-waiting': 409,
  'queue/row-not-found': 404,
  'queue/not-failed': 409,
  'print/nothing-to-retry': 409,
  'print/already-printed': 409,
  'print/no-printer': 422,
  'push/device-not-found': 404,
  'push/device-gone': 409,
  'push/unknown-service': 422,
  'push/too-many-devices': 422,
  'push/unreachable': 503,
  'menu/item-not-found': 404,
  'menu/category-not-found': 404,
  'menu/photo-not-found': 404,
  'menu/already-paused': 409,
  'menu/not-paused': 409,
  'menu/nothing-to-resend': 409,
  'menu/name-taken': 409,
  'menu/stale-item': 409,
  'order/menu-changed': 409,
  'review/not-found': 404,
  'review/already-replied': 409,
  'review/reply-closed': 409,
  'dispute/not-found': 404,
  'dispute/closed': 409,
  'dispute/answer-pending': 409,
  'marketplace/unavailable': 503,
  'report/range-too-long': 422,
  'report/too-many-orders': 422,
  'report/hours-over-many-days': 422,
  'report/stale-choice': 409,
  'report/stale-targets': 409,
  'live/too-many-streams': 429,
  'webhook/bad-signature': 401,
  'validation/invalid': 400,
  'validation/refused': 422,
  'validation/body-too-large': 413,
  'validation/unsupported-type': 415,
  'idempotency/key-required': 400,
  'idempotency/conflict': 422,
  'idempotency/in-progress': 409,
  'rate-limit/exceeded': 429,
  'request/malformed': 400,
  'request/aborted': 400,
  'request/too-slow': 408,
  'request/headers-too-large': 431,
  'route/not-found': 404,
  'database/unavailable': 503,
  'database/out-of-space': 503,
  'server/overloaded': 503,
  'server/failed': 500,
} as const satisfies Record<`${string}/${string}`, number>

export type ErrorCode = keyof typeof errorStatus

export interface ErrorDetail {
  /** Dotted path into the input: `items.0.quantity`. */
  readonly path: string
  readonly message: string
}

export interface ErrorBody {
  readonly error: ErrorCode
  /** A pt-BR sentence that a person can act on. */
  readonly message: string
  readonly requestId: string
  readonly details?: readonly ErrorDetail[]
  /** The current value, when the sent version is stale (docs/product.md section 3). */
  readonly current?: unknown
}

/** Errors that any call may return in addition to those it declares. */
export const commonErrors = [
  'validation/invalid',
  'rate-limit/exceeded',
  'database/unavailable',
  'database/out-of-space',
  'server/failed',
] as const satisfies readonly ErrorCode[]
