import { expect, test } from 'vitest'
import { pairingTarget } from './pairing-link.ts'

test('the link of the panel carries the panel and the code', () => {
  expect(pairingTarget(' https://painel.exemplo.com.br/agente#brasa-e-cia/7K2M-9QXA\n')).toEqual({
    serverUrl: 'https://painel.exemplo.com.br',
    code: 'brasa-e-cia/7K2M-9QXA',
  })
})

test('a code alone is a code', () => {
  expect(pairingTarget('brasa/7K2M-9QXA')).toEqual({ serverUrl: null, code: 'brasa/7K2M-9QXA' })
})

test('a link that lost its code on the way is said', () => {
  expect(() => pairingTarget('https://painel.exemplo.com.br/agente')).toThrow('O link não traz o código')
})
