import * as z from 'zod/mini'
import { givenInstant } from '../shared/day.ts'

/** As a link's query holds it: short, on one line. */
const word = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(200, 'No máximo 200 caracteres.'),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Use uma linha só.'),
    ),
)

/**
 * Where a person came from, as the browser captured it at the first touch. Only sent with the person's consent; the
 * first seven names are fixed (docs/product/screens.md), the last ones are the click ids of two ad networks.
 */
export const attribution = z.strictObject({
  source: word,
  medium: word,
  campaign: word,
  content: word,
  referrerId: word,
  adName: word,
  placement: word,
  contactId: word,
  gclid: word,
  fbclid: word,
  /** When the first of these was seen. */
  touchedAt: z.optional(givenInstant),
})
export type Attribution = z.output<typeof attribution>
