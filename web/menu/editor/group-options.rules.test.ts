import { expect, test } from 'vitest'
import { movedOption, newOption, optionInput, optionProblem, withNewChannels } from './group-options.rules.ts'

const option = (changes: object) => ({ ...newOption(), name: 'Catupiry', ...changes })

test.each([
  ['without a name', { name: ' ' }, 'Informe o nome da opção.'],
  ['with a price below zero', { price: '-0,01' }, 'Informe o preço em reais, como 12,50.'],
  ['with a price that is none', { price: 'NaN' }, 'Informe o preço em reais, como 12,50.'],
  ['with a price without end', { price: '1e308' }, 'Informe o preço em reais, como 12,50.'],
  [
    'with a price at iFood that is none',
    { channels: [{ platform: 'ifood', merchantId: 'm', price: 'x', before: '9,00' }] },
    'Informe o preço no iFood em reais, como 12,50.',
  ],
  ['taken no time at all', { most: '0' }, 'Informe quantas vezes, de 1 a 100.'],
  ['taken half a time', { most: '0,5' }, 'Informe quantas vezes, de 1 a 100.'],
])('an option %s says what is wrong', (_, changes, words) => {
  expect(optionProblem(option(changes))).toBe(words)
})

test('an option is sent in centavos, with its id when it has one', () => {
  expect(optionInput(option({ id: 'o1', price: '1.234,50', most: '2', sold: false }))).toEqual({
    id: 'o1',
    name: 'Catupiry',
    description: '',
    status: 'UNAVAILABLE',
    priceCents: 123_450,
    maxPermitted: 2,
  })
  expect(optionInput(option({}))).not.toHaveProperty('id')
})

test('only a price at a marketplace that was changed is sent', () => {
  const channel = { platform: 'ifood' as const, before: '9,00' }
  const channels = [
    { ...channel, merchantId: 'm1', price: '9,00' },
    { ...channel, merchantId: 'm2', price: '9,50' },
  ]
  expect(optionInput(option({ channels })).channelPrices).toEqual([{ merchantId: 'm2', priceCents: 950 }])
  expect(optionInput(option({ channels: [] }))).not.toHaveProperty('channelPrices')
})

test('a marketplace that is matched while the form is open gets its price field, and nothing typed is lost', () => {
  const now = { channels: [{ platform: 'ifood' as const, merchantId: 'm1', priceCents: 150, wishes: [] }] }
  const shown = withNewChannels(option({ name: 'Bem passado', channels: [] }), now)
  expect(shown.channels.map(({ price }) => price)).toEqual(['1,50'])
  expect(shown.name).toBe('Bem passado')
  const typed = { ...shown, channels: shown.channels.map((one) => ({ ...one, price: '2,00' })) }
  expect(withNewChannels(typed, now)).toBe(typed)
})

test('an option moves one place and stays at the ends', () => {
  const list = ['a', 'b', 'c'].map((key) => option({ key }))
  const keys = (moved: readonly { readonly key: string }[]) => moved.map(({ key }) => key).join('')
  expect(keys(movedOption(list, 'b', -1))).toBe('bac')
  expect(keys(movedOption(list, 'b', 1))).toBe('acb')
  expect(keys(movedOption(list, 'a', -1))).toBe('abc')
  expect(keys(movedOption(list, 'c', 1))).toBe('abc')
})
