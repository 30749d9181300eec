import { safeParse } from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { documentText, isCnpj, isCpf, zipCodeText } from './brazil.ts'

describe('Brazilian formats', () => {
  test('a CEP has eight digits', () => {
    expect(safeParse(zipCodeText, '01310-100')).toMatchObject({ data: '01310100' })
    expect(safeParse(zipCodeText, '1310-100').success).toBe(false)
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
  })
})
