import { describe, expect, test } from 'vitest'
import type { Presence, PresenceGap } from '../../contract/presence/presence.ts'
import { chainWords, gapsTitle, gapWords, stripWords, type UnseenChannel } from './presence-words.rules.ts'

const now = new Date('2026-11-27T23:14:18Z')
const timezone = 'America/Sao_Paulo'

describe('the strip of the board', () => {
  const channel = (its: Partial<UnseenChannel>): UnseenChannel => ({
    platform: 'ifood',
    cause: 'sound',
    state: 'counting',
    since: '2026-11-27T23:14:00Z',
    closesAt: '2026-11-27T23:15:00Z',
    store: null,
    ...its,
  })

  test('counts down to the second, and says why', () => {
    expect(stripWords([channel({})], false, now)).toEqual({
      strong: 'iFood fecha em 0:42',
      rest: 'sem som, ninguém ouviria um pedido',
    })
  })

  test('says that it is enough to be here with sound', () => {
    expect(stripWords([channel({ state: 'closed' })], true, now)).toEqual({
      strong: 'iFood pausado',
      rest: 'esta tela toca: volta em segundos',
    })
  })

  test('of several stores names the one that closes next, and counts the others', () => {
    const others = [channel({ state: 'warned', store: 'BR' }), channel({ state: 'closed', store: 'FO' })]
    expect(stripWords([...others, channel({ store: 'PV' })], false, now)?.strong).toBe(
      'PV: iFood fecha em 0:42, e mais 2 canais',
    )
  })

  test('is not there when every order would be seen', () => {
    expect(stripWords([], false, now)).toBe(null)
  })
})

const presence = (its: Partial<Presence>): Presence => ({
  mode: 'watch',
  watchedSince: '2026-11-20T23:00:00Z',
  mayPauseFrom: '2026-11-27T23:00:00Z',
  chain: { heardAt: null, silentAt: null, acceptsAlone: [], printerAt: null },
  gaps: [],
  gapCount: 0,
  version: 0,
  ...its,
})
const gap: PresenceGap = {
  id: '11111111-1111-4111-8111-111111111111',
  platform: 'ifood',
  mode: 'watch',
  cause: 'screen',
  from: '2026-11-27T23:14:00Z',
  until: '2026-11-27T23:31:00Z',
  reopenedAt: null,
}

test('what would see an order now is named', () => {
  const chain = { heardAt: null, silentAt: null, acceptsAlone: [], printerAt: null }
  const words = (its: Partial<Presence['chain']>) =>
    chainWords(presence({ chain: { ...chain, ...its } }), now)
  expect(words({ heardAt: now.toISOString() })).toBe(
    'Agora um pedido seria visto: há uma tela de Pedidos com som.',
  )
  expect(words({ acceptsAlone: ['ifood'], printerAt: now.toISOString() })).toBe(
    'Agora um pedido do iFood seria visto: é aceito sozinho, e uma impressora responde.',
  )
  expect(words({ silentAt: now.toISOString() })).toBe(
    'Agora ninguém veria um pedido: a tela de Pedidos que está aberta não tem som.',
  )
  expect(words({ acceptsAlone: ['ifood'] })).toBe(
    'Agora ninguém veria um pedido: não há tela de Pedidos aberta, e nenhuma impressora responde.',
  )
  expect(chainWords(presence({ mode: 'off', watchedSince: null }), now)).toBe(null)
})

test('what it did and what it would have done are counted apart', () => {
  expect(gapsTitle(presence({}), timezone)).toContain('Nenhuma vez desde 20/11')
  expect(gapsTitle(presence({ gaps: [gap, gap], gapCount: 2 }), timezone)).toBe(
    'Nos últimos 30 dias teria pausado 2 vezes.',
  )
  const paused = { ...gap, mode: 'pause' } as const
  expect(gapsTitle(presence({ gaps: [paused, gap], gapCount: 2 }), timezone)).toBe(
    'Nos últimos 30 dias pausou 1 vez e teria pausado 1 vez.',
  )
})

test('each time has its day and clock of the store, its channel and its cause', () => {
  expect(gapWords(gap, timezone)).toEqual({
    when: 'sexta, 27/11, 20:14–20:31',
    what: 'iFood: nenhuma tela de Pedidos aberta.',
  })
  const left = { ...gap, mode: 'pause', until: null, reopenedAt: '2026-11-27T23:20:00Z' } as const
  expect(gapWords(left, 'America/Manaus')).toEqual({
    when: 'sexta, 27/11, 19:14 até agora',
    what: 'iFood: nenhuma tela de Pedidos aberta. Reaberto por uma pessoa às 19:20.',
  })
})
