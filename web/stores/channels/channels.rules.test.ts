import { expect, test } from 'vitest'
import type { ChannelNow } from '../../../contract/stores/channels.ts'
import {
  channelsInShort,
  hasRemedy,
  needsHand,
  ofChannel,
  placesOf,
  runningText,
  stateText,
  stateTone,
} from './channels.rules.ts'

const cause = (code: ChannelNow['causes'][number]['code']) => ({
  code,
  message: '',
  since: null,
  until: null,
  who: null,
  remedy: null,
})
const channel = (its: Partial<ChannelNow>): ChannelNow => ({
  platform: 'ifood',
  state: 'open',
  wanted: true,
  sellsWrongly: false,
  since: null,
  checkedAt: null,
  repairing: null,
  causes: [],
  ...its,
})

test('red is what needs a hand: selling wrongly, or closed though the store wants to sell', () => {
  const shown = (its: Partial<ChannelNow>) => {
    const one = channel(its)
    return [stateText(one), stateTone(one), needsHand(one)]
  }
  expect(shown({})).toEqual(['Aberto', 'ok', false])
  expect(shown({ state: 'closed' })).toEqual(['Fechado', 'bad', true])
  expect(shown({ state: 'closed', wanted: false })).toEqual(['Fechado', 'plain', false])
  expect(shown({ wanted: false, sellsWrongly: true })).toEqual(['Vendendo', 'bad', true])
  expect(shown({ state: 'unknown' })).toEqual(['Sem notícia', 'bad', true])
  expect(shown({ state: 'unknown', wanted: false })).toEqual(['Sem notícia', 'plain', false])
  // Nobody knows of one that is opened and closed in its own app.
  expect(shown({ platform: 'keeta', state: 'unknown' })).toEqual(['Conectado', 'plain', false])
  expect(shown({ causes: [cause('hours-differ')] })).toEqual(['Aberto', 'ok', true])
})

test('what the store’s own sentence says is not said again under each channel', () => {
  expect(ofChannel([cause('outside-hours'), cause('hours-differ')])).toEqual([cause('hours-differ')])
})

test('what happens to the orders under way is said in words', () => {
  expect(runningText(0)).toBe('Nenhum pedido em andamento.')
  expect(runningText(1)).toContain('1 pedido em andamento segue até o fim')
  expect(runningText(3)).toContain('3 pedidos em andamento seguem até o fim')
  expect(placesOf(['balcao', 'ifood'])).toBe('no Canal próprio e no iFood')
})

test('beside the hours only a channel that can be changed has a line of its own', () => {
  const pausedHere = { ...cause('break'), remedy: { do: 'end-break', breakId: 'b' } } as const
  expect(hasRemedy(channel({}))).toBe(false)
  expect(hasRemedy(channel({ platform: 'keeta', state: 'unknown', causes: [cause('no-news')] }))).toBe(false)
  expect(hasRemedy(channel({ state: 'closed', wanted: false, causes: [pausedHere] }))).toBe(true)
  expect(hasRemedy(channel({ state: 'closed' }))).toBe(true)
  expect(
    channelsInShort([
      channel({ platform: 'balcao' }),
      channel({ platform: 'keeta', state: 'unknown' }),
      channel({}),
    ]),
  ).toBe('Aberto: Canal próprio, iFood · Conectado: Keeta')
  expect(channelsInShort([])).toBe(null)
})
