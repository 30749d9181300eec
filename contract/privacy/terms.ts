import * as z from 'zod/mini'
import { dayText, instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

const termsSection = z.strictObject({
  title: z.string(),
  /** Each is a paragraph, or a list. */
  parts: z.array(z.union([z.string(), z.array(z.string())])),
})
export type TermsSection = z.output<typeof termsSection>

/** A recipient of data outside this installation, because its environment says so. */
const processor = z.strictObject({
  name: z.string(),
  purpose: z.string(),
  /** What reaches them. */
  data: z.string(),
})
export type Processor = z.output<typeof processor>

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Leia os termos de novo.'))

/** The text that is in force, who receives data, and who answers for them. */
export const readTerms = route({
  name: 'readTerms',
  method: 'GET',
  path: '/terms',
  summary: 'Terms in force with their SHA-256, the processors of this installation and the encarregado',
  access: { kind: 'public' },
  reply: z.strictObject({
    version: dayText,
    /** Of the text, in lower-case hexadecimal. */
    sha256,
    sections: z.array(termsSection),
    processors: z.array(processor),
    /** Null: outside production nobody needs to be named. */
    encarregado: z.nullable(z.strictObject({ name: z.nullable(z.string()), email: z.string() })),
  }),
  errors: [],
})

const myTerms = z.strictObject({
  version: dayText,
  sha256,
  /** This text; null: the person has still to accept it. */
  acceptedAt: z.nullable(instant),
  /** The text before, which the person accepted; null: none. */
  before: z.nullable(z.strictObject({ version: dayText, acceptedAt: instant })),
})
export type MyTerms = z.output<typeof myTerms>

export const readMyTerms = route({
  name: 'readMyTerms',
  method: 'GET',
  path: '/terms/mine',
  summary: 'Whether the caller accepted the terms in force, and when',
  access: { kind: 'user' },
  reply: myTerms,
  errors: [],
})

export const acceptTerms = route({
  name: 'acceptTerms',
  method: 'POST',
  path: '/terms/accept',
  summary: 'Accepts the terms that were read; another text than the one in force is refused',
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({ sha256 }),
  reply: myTerms,
  errors: ['terms/outdated'],
})
