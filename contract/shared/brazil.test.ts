import { safeParse } from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { documentText, isCnpj, isCpf, phoneText, zipCodeText } from './brazil.ts'

describe('Brazilian formats', () => {
  test('a phone number is normalised to E.164 from every common spelling', () => {
    for (const typed of ['(11) 98765-4321', '11987654321', '+55 11 98765-4321', '5511987654321'])
      expect(safeParse(phoneText, typed)).toMatchObject({ data: '+5511987654321' })
    expect(safeParse(phoneText, '(92) 3232-1010')).toMatchObject({ data: '+559232321010' })
    for (const wrong of ['98765-4321', '11 8765-432', '(01) 98765-4321', '+1 212 555 0100', ''])
      expect(safeParse(phoneText, wrong).success, wrong).toBe(false)
  })

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
