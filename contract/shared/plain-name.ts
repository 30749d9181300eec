import * as z from 'zod/mini'

const address = /:\/\/|\bwww\./i
/** Line breaks and other control characters, and marks that turn the direction of the text around. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** For names that our mails repeat: a stranger must not write into them. */
export const plainName = (): z.core.$ZodCheck<string> =>
  z.refine(
    (text: string) => !address.test(text) && !invisible.test(text),
    'Use só o nome, sem endereço de site nem quebra de linha.',
  ) as z.core.$ZodCheck<string>
