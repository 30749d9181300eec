import * as z from 'zod/mini'

/** `Hortifruti.com` may be a name; with a path, a port or a scheme, and as numbers, it is an address. */
const address =
  /:\/\/|\bwww\.|[\p{L}\p{N}][.。．｡]\p{L}[\p{L}\p{N}-]+(?::\d+)?[/\\?#]|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu
/** Line breaks and other control characters, and marks that turn the direction of the text around. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** For names that our mails repeat: a stranger must not write into them. */
export const plainName = (): z.core.$ZodCheck<string> =>
  z.refine(
    (text: string) => !address.test(text) && !invisible.test(text),
    'Use só o nome, sem endereço de site nem quebra de linha.',
  ) as z.core.$ZodCheck<string>

/** At least two letters; nothing and too little are different faults. */
export const twoLetters = (missing: string) =>
  [
    z.minLength(1, { error: missing, abort: true }),
    z.minLength(2, 'Curto demais: escreva pelo menos 2 letras.'),
  ] as const
