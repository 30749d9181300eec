import { expect, test } from 'vitest'
import type { MenuItem } from '../../contract/menu/menu.ts'
import { parityBrief, parityText } from './parity.rules.ts'

const item = (own: number, ...channels: number[]) =>
  ({
    priceCents: own,
    channels: channels.map((priceCents) => ({ platform: 'ifood', priceCents })),
  }) as MenuItem

test('a channel with another price says how far it is from the own one', () => {
  expect(parityBrief(item(5_490, 5_990))).toMatch(/^iFood \+9,1\s%$/)
  expect(parityBrief(item(1_000, 900))).toMatch(/^iFood −10(,0)?\s%$/)
  expect(parityBrief(item(5_490, 5_490))).toBeNull()
  expect(parityBrief(item(0, 990))).toMatch(/^iFood R\$\s9,90$/)
})

test('the form says the difference in reais', () => {
  expect(parityText(5_490, 5_990, 'ifood')).toMatch(
    /^No iFood custa R\$\s5,00 a mais que no canal próprio\.$/,
  )
  expect(parityText(990, 900, 'ifood')).toMatch(/R\$\s0,90 a menos/)
  expect(parityText(990, 990, 'ifood')).toBe('No iFood custa o mesmo que no canal próprio.')
})
