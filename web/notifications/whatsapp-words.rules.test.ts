import { expect, test } from 'vitest'
import type { NoticeLine } from '../../contract/notifications/choices.ts'
import { lineWords, priceWords, unavailable } from './whatsapp-words.rules.ts'

const line = (its: Partial<NoticeLine> = {}): NoticeLine => ({
  storeId: 's',
  store: 'Brasa',
  state: 'ready',
  costMicros: 18_700,
  monthCount: 0,
  monthCents: 0,
  ...its,
})
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('without a confirmed phone or any line WhatsApp says what is missing', () => {
  expect(unavailable({ number: null, lines: [line()] })?.mend).toBe('phone')
  expect(unavailable({ number: '+5511987654321', lines: [line({ state: 'no-line' })] })?.mend).toBe('line')
  expect(unavailable({ number: '+5511987654321', lines: [line({ state: 'line-down' })] })).toBeNull()
})

test('a line says its price, and this month’s notices', () => {
  expect(plain(lineWords(line()))).toBe('≈ R$ 0,02 por aviso')
  expect(plain(lineWords(line({ monthCount: 12, monthCents: 23 })))).toBe(
    '≈ R$ 0,02 por aviso · 12 avisos neste mês, R$ 0,23',
  )
  expect(lineWords(line({ costMicros: 0 }))).toBe('sem custo por aviso')
})

test('a line that cannot says why', () => {
  expect(lineWords(line({ state: 'no-line' }))).toBe('sem linha de WhatsApp')
  expect(plain(lineWords(line({ state: 'stopped', costMicros: 0 })))).toContain('mande VOLTAR')
})

test('the short price is the dearest', () => {
  expect(plain(priceWords({ number: '', lines: [line({ costMicros: 0 }), line()] }))).toBe(
    'Até R$ 0,02 por aviso, na conta da loja.',
  )
  expect(priceWords({ number: '', lines: [line({ costMicros: 0 })] })).toBe('Sem custo por aviso.')
})
