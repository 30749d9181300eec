import { safeParse } from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { documentText, isCnpj, isCpf, zipCodeText, zoneOf } from './brazil.ts'

describe('Brazilian formats', () => {
  test.each([
    ['Fernando de Noronha', 'PE', '53990000', 'America/Noronha', -2],
    ['F. de Noronha', 'PE', '53990000', 'America/Noronha', -2],
    ['Vila dos Remédios', 'PE', '53990000', 'America/Noronha', -2],
    ['Recife', 'PE', '50030230', 'America/Recife', -3],
    ['Tabatinga', 'AM', '69640000', 'America/Eirunepe', -5],
    ['TABATINGA', 'SP', '14910000', 'America/Sao_Paulo', -3],
    ['Lábrea', 'AM', '69830000', 'America/Eirunepe', -5],
    ['São Paulo de Olivença', 'AM', '69600000', 'America/Eirunepe', -5],
    ['Manaus', 'AM', '69005010', 'America/Manaus', -4],
    ['Rio Branco', 'AC', '69900001', 'America/Rio_Branco', -5],
    ['Cruzeiro do Sul', 'AC', '69980000', 'America/Rio_Branco', -5],
    ['Cuiabá', 'MT', '78005000', 'America/Cuiaba', -4],
    ['Santarém', 'PA', '68005000', 'America/Belem', -3],
  ] as const)('%s in %s has its clock', (city, state, zipCode, zone, hours) => {
    expect(zoneOf({ city, state, zipCode })).toBe(zone)
    const shown = new Date('2026-11-26T12:00:00Z').toLocaleTimeString('en-GB', { timeZone: zone })
    expect(shown).toBe(`${String(12 + hours).padStart(2, '0')}:00:00`)
  })

  test('a CEP has eight digits', () => {
    expect(safeParse(zipCodeText, '01310-100')).toMatchObject({ data: '01310100' })
    for (const typed of ['01310100', '01.310-100', '01310 100', 'CEP 01310-100', 'CEP: 01310–100'])
      expect(safeParse(zipCodeText, typed), typed).toMatchObject({ data: '01310100' })
    for (const wrong of ['1310-100', '01310-1000', 'Rua 1 01310-100'])
      expect(safeParse(zipCodeText, wrong).success).toBe(false)
  })

  test('CNPJ (numeric and alphanumeric) and CPF are validated by their check digits', () => {
    // The example from the Receita Federal's note on the alphanumeric CNPJ, and two made-up numbers.
    expect(isCnpj('12ABC34501DE35')).toBe(true)
    expect(isCnpj('11222333000181')).toBe(true)
    expect(isCnpj('11222333000182')).toBe(false)
    expect(isCnpj('00000000000000')).toBe(false)
    expect(isCpf('52998224725')).toBe(true)
    expect(isCpf('52998224724')).toBe(false)
    expect(isCpf('11111111111')).toBe(false)
    expect(safeParse(documentText, '12.abc.345/01de-35')).toMatchObject({ data: '12ABC34501DE35' })
    for (const typed of [
      'CNPJ: 11.222.333/0001-81',
      '11 222 333 0001 81',
      '１１.222.333/0001–81',
      '11.222.333∕0001‐81',
    ])
      expect(safeParse(documentText, typed), typed).toMatchObject({ data: '11222333000181' })
    expect(safeParse(documentText, 'CPF 529.982.247-25')).toMatchObject({ data: '52998224725' })
    for (const wrong of ['5299822472', '11.222.333/0001-8', 'Ana 529.982.247-25', ''])
      expect(safeParse(documentText, wrong).success, wrong).toBe(false)
  })
})
