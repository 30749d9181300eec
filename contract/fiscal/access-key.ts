import * as z from 'zod/mini'

/** IBGE codes of the states, the first two digits of a key. */
const stateDigits = new Set(
  '11 12 13 14 15 16 17 21 22 23 24 25 26 27 28 29 31 32 33 35 41 42 43 50 51 52 53'.split(' '),
)
const shape = /^\d{6}[0-9A-Z]{12}\d{26}$/

/**
 * Whether this is the access key of an NF-e or NFC-e: state, month, issuer's CNPJ (with letters since July 2026),
 * model, series, number, and a check digit by modulus 11 over the characters' codes less 48.
 */
export function isAccessKey(key: string): boolean {
  if (!shape.test(key) || !stateDigits.has(key.slice(0, 2))) return false
  const month = Number(key.slice(4, 6))
  return month >= 1 && month <= 12 && checkDigit(key.slice(0, 43)) === Number(key[43])
}

function checkDigit(body: string): number {
  const sum = Array.from(body)
    .toReversed()
    .reduce((total, letter, index) => {
      const weight = (index % 8) + 2
      return total + ((letter.codePointAt(0) ?? 48) - 48) * weight
    }, 0)
  const digit = 11 - (sum % 11)
  return digit >= 10 ? 0 : digit
}

/** The 14 characters of the CNPJ that issued the note. */
export const issuerOf = (accessKey: string): string => accessKey.slice(6, 20)

/** In groups of four, as on paper. */
export const accessKeyGroups = (accessKey: string): string => accessKey.replaceAll(/(.{4})(?=.)/g, '$1 ')

export const accessKeyText = z.pipe(
  z.string('Informe a chave de acesso.').check(z.maxLength(120, 'A chave de acesso tem 44 números.')),
  z.pipe(
    z.transform((typed: string) => typed.replaceAll(/[\s.\-/]/g, '').toUpperCase()),
    z.string().check(
      z.refine((bare) => String(bare).length === 44, 'A chave de acesso tem 44 números.'),
      z.refine((bare) => isAccessKey(String(bare)), 'Confira a chave: o dígito verificador não bate.'),
    ),
  ),
)
