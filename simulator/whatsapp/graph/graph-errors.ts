/** Published error codes with their titles and statuses; the details are shown to developers only. */
const known = {
  4: [429, 'Application request limit reached'],
  33: [400, 'Unsupported request. Object does not exist or cannot be loaded due to missing permissions'],
  100: [400, 'Invalid parameter'],
  190: [401, 'Invalid OAuth access token'],
  368: [403, 'Temporarily blocked for policies violations'],
  130429: [429, 'Rate limit hit'],
  131000: [500, 'Something went wrong'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131026: [400, 'Message undeliverable'],
  131031: [403, 'Business Account locked'],
  131047: [400, 'Re-engagement message'],
  131048: [429, 'Spam rate limit hit'],
  131051: [400, 'Unsupported message type'],
  131056: [429, 'Pair rate limit hit'],
  132000: [400, 'Template Param Count Mismatch'],
  132001: [404, 'Template does not exist'],
  132015: [400, 'Template is Paused'],
  132016: [400, 'Template is Disabled'],
  133010: [400, 'Phone number not registered'],
} as const
export type GraphCode = keyof typeof known

export class GraphError extends Error {
  readonly code: GraphCode
  readonly status: number
  readonly details: string

  constructor(code: GraphCode, details: string) {
    super(`(#${code}) ${known[code][1]}`)
    this.code = code
    this.status = known[code][0]
    this.details = details
  }

  /** As a reply of a call. */
  body(traceId: string) {
    return {
      error: {
        message: this.message,
        type: 'OAuthException',
        code: this.code,
        error_data: { messaging_product: 'whatsapp', details: this.details },
        fbtrace_id: traceId,
      },
    }
  }
}

/** As one of the `errors` of a webhook. */
export const webhookError = (code: number, details: string) => {
  const title = Object.hasOwn(known, code) ? known[code as GraphCode][1] : 'Something went wrong'
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  }
}
