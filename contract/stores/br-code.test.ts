import { expect, test } from 'vitest'
import { brCode, pixKeyOf } from './br-code.ts'

test('the code of the manual’s example key is what banks read', () => {
  // The example of the Banco Central's manual (Manual de Padrões para Iniciação do Pix), with its CRC.
  const key = '123e4567-e12b-12d1-a456-426655440000'
  expect(brCode({ key, name: 'Fulano de Tal', city: 'BRASILIA' })).toBe(
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
      '5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  )
})

test('names lose accents and are cut to the manual’s lengths', () => {
  const code = brCode({
    key: 'dona@loja.com.br',
    name: 'Pastelaria São João da Vila & Filhos',
    city: 'São José do Rio Preto',
  })
  expect(code).toContain('5925Pastelaria Sao Joao da Vi')
  expect(code).toContain('6015Sao Jose do Rio')
})

test('a typed key is one of five kinds, kept as banks keep it', () => {
  expect(pixKeyOf('529.982.247-25')).toEqual({ kind: 'cpf', key: '52998224725' })
  expect(pixKeyOf('12.ABC.345/01DE-35')).toEqual({ kind: 'cnpj', key: '12ABC34501DE35' })
  expect(pixKeyOf('(11) 98765-4321')).toEqual({ kind: 'phone', key: '+5511987654321' })
  expect(pixKeyOf('+55 11 98765-4321')).toEqual({ kind: 'phone', key: '+5511987654321' })
  expect(pixKeyOf('Dona@Loja.com.br')).toEqual({ kind: 'email', key: 'dona@loja.com.br' })
  expect(pixKeyOf('123E4567-E12B-12D1-A456-426655440000')?.kind).toBe('random')
  for (const wrong of ['', '123', 'a@b', '529.982.247-26', '(20) 1234', 'x'.repeat(500), '<svg>'])
    expect(pixKeyOf(wrong)).toBeNull()
})
