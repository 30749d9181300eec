import * as z from 'zod/mini'

/** Federal units with the IANA zone of most of their area; a store can select another. */
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

export type StateCode = keyof typeof states
export const stateCodes = Object.keys(states) as readonly StateCode[]

export const stateCode = z.enum(Object.keys(states) as [StateCode, ...StateCode[]], 'Escolha o estado.')

/** Eight digits, with or without the hyphen. */
export const zipCodeText = z.pipe(
  z.string('Informe o CEP.').check(z.trim()),
  z.pipe(
    z.transform((typed: string) => typed.replaceAll(/[.\-\s]/g, '')),
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
    z.transform((typed: string) => typed.toUpperCase().replaceAll(/[./\-\s]/g, '')),
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
