import * as z from 'zod/mini'

/** What the calls of the Financial module share (docs/marketplaces/ifood.md section 6.2). */
export const merchantPath = (merchantId: string): string =>
  `/financial/v3.0/merchants/${encodeURIComponent(merchantId)}`

export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}/))

/** Reais: a number, or a text with a decimal point. */
export const amount = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d{1,9}(\.\d{1,6})?$/))]),
  z.transform(Number),
)

/** The guide shows the answer itself, the reference a list with it as its only entry. */
export const envelopeOf = (body: unknown): unknown => (Array.isArray(body) ? (body[0] ?? {}) : body)
