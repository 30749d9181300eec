import * as z from 'zod/mini'
import { folded, withoutAccents } from './folded.ts'

/** Federal units with the IANA zone of most of their area; `zoneOf` knows the towns that have another. */
export const states = {
  AC: 'America/Rio_Branco',
  AL: 'America/Maceio',
  AM: 'America/Manaus',
  AP: 'America/Belem',
  BA: 'America/Bahia',
  CE: 'America/Fortaleza',
  DF: 'America/Sao_Paulo',
  ES: 'America/Sao_Paulo',
  GO: 'America/Sao_Paulo',
  MA: 'America/Fortaleza',
  MG: 'America/Sao_Paulo',
  MS: 'America/Campo_Grande',
  MT: 'America/Cuiaba',
  PA: 'America/Belem',
  PB: 'America/Fortaleza',
  PE: 'America/Recife',
  PI: 'America/Fortaleza',
  PR: 'America/Sao_Paulo',
  RJ: 'America/Sao_Paulo',
  RN: 'America/Fortaleza',
  RO: 'America/Porto_Velho',
  RR: 'America/Boa_Vista',
  RS: 'America/Sao_Paulo',
  SC: 'America/Sao_Paulo',
  SE: 'America/Maceio',
  SP: 'America/Sao_Paulo',
  TO: 'America/Araguaina',
} as const

/** Towns of Amazonas with the time of Acre (Lei 12.876/2013). */
const westOfAmazonas: ReadonlySet<string> = new Set([
  ...['atalaia do norte', 'benjamin constant', 'boca do acre', 'eirunepe', 'envira', 'guajara', 'ipixuna'],
  ...['itamarati', 'jutai', 'labrea', 'pauini', 'sao paulo de olivenca', 'tabatinga'],
])

/** All addresses of the island of Fernando de Noronha; no other town has it. */
const noronhaZipCode = /^53990/

/** The IANA zone of an address in Brazil. */
export function zoneOf({
  city,
  state,
  zipCode,
}: {
  readonly city: string
  readonly state: StateCode
  readonly zipCode: string
}): string {
  const town = folded(city)
  if (state === 'PE' && (/\bnoronha\b/.test(town) || noronhaZipCode.test(zipCode))) return 'America/Noronha'
  if (state === 'AM' && westOfAmazonas.has(town)) return 'America/Eirunepe'
  return states[state]
}

export type StateCode = keyof typeof states
export const stateCodes = Object.keys(states) as readonly StateCode[]

export const stateCode = z.enum(Object.keys(states) as [StateCode, ...StateCode[]], 'Escolha o estado.')

/** Eight digits, with or without the hyphen. */
export const zipCodeText = z.pipe(
  z.string('Informe o CEP.').check(z.trim()),
  z.pipe(
    z.transform((typed: string) => withoutAccents(typed).replaceAll(/^cep\b|[^\p{L}\p{N}]/giu, '')),
    z.string().check(z.regex(/^\d{8}$/, 'O CEP tem 8 números, como 01310-100.')),
  ),
)

/**
 * CNPJ (alphanumeric since July 2026) or CPF, validated by its check digits and stored without
 * punctuation.
 */
export const documentText = z.pipe(
  z.string('Informe o CNPJ ou CPF.').check(z.trim()),
  z.pipe(
    z.transform((typed: string) =>
      withoutAccents(typed)
        .toUpperCase()
        .replaceAll(/^\s*(?:CNPJ|CPF)\b|[^A-Z0-9]/g, ''),
    ),
    z
      .string()
      .check(
        z.refine(
          (bare) => isCnpj(String(bare)) || isCpf(String(bare)),
          'Confira o CNPJ ou CPF: os dígitos não fecham.',
        ),
      ),
  ),
)

/** A character's value is its ASCII code minus 48 (Receita Federal, IN RFB 2.229/2024). */
export function isCnpj(bare: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(bare) || /^(.)\1{13}$/.test(bare)) return false
  const digit = (length: number) => {
    let sum = 0
    for (let index = 0; index < length; index += 1) {
      const weight = 2 + ((length - 1 - index) % 8)
      sum += (bare.charCodeAt(index) - 48) * weight
    }
    const rest = sum % 11
    return rest < 2 ? 0 : 11 - rest
  }
  return digit(12) === Number(bare[12]) && digit(13) === Number(bare[13])
}

export function isCpf(bare: string): boolean {
  if (!/^\d{11}$/.test(bare) || /^(\d)\1{10}$/.test(bare)) return false
  const digit = (length: number) => {
    let sum = 0
    for (let index = 0; index < length; index += 1) sum += Number(bare[index]) * (length + 1 - index)
    return ((sum * 10) % 11) % 10
  }
  return digit(9) === Number(bare[9]) && digit(10) === Number(bare[10])
}
