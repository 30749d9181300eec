import { expect, test } from 'vitest'
import { channelTable, type PublishedRules } from '../../../contract/shared/channel-table.ts'
import { pushLabels } from '../../notifications/push-here.ts'
import {
  marketplaceWatch,
  lineWatch,
  pushWatch,
  screenWatch,
  soundWatch,
  whatsappWatch,
} from './problems.rules.ts'

const level = (watched: { level: string; repair: string }) => {
  expect(watched.repair.length).toBeGreaterThan(20)
  return watched.level
}

test('a failure is a fault with its remedy; an optional improvement is a hint', () => {
  expect((['on', 'blocked', 'off'] as const).map((state) => level(soundWatch(state)))).toEqual([
    'ok',
    'bad',
    'bad',
  ])
  expect((['live', 'connecting', 'stale'] as const).map((state) => level(lineWatch(state, 0)))).toEqual([
    'ok',
    'ok',
    'bad',
  ])
  expect((['held', 'free', 'unsupported'] as const).map((state) => level(screenWatch(state)))).toEqual([
    'ok',
    'bad',
    'hint',
  ])
  const states = ['on', 'failing', 'off', 'blocked', 'unsupported', 'install-first'] as const
  expect(states.map((state) => level(pushWatch({ state }, pushLabels[state])))).toEqual([
    'ok',
    'bad',
    'hint',
    'bad',
    'hint',
    'hint',
  ])
})

test('a cut connection shows how many actions wait', () => {
  expect(lineWatch('stale', 1).repair).toContain('1 toque espera')
  expect(lineWatch('stale', 2).repair).toContain('2 toques esperam')
})

test('iFood: which store, why, and what to do', () => {
  const silent = {
    name: 'Brasa',
    status: {
      open: true,
      reasons: [
        {
          code: 'channel-silent' as const,
          since: null,
          until: null,
          channel: 'ifood' as const,
          message: 'o iFood não responde ao sistema.',
          fix: 'Confira a internet.',
        },
      ],
      nextChange: null,
    },
  }
  const well = { name: 'Cantina', status: { open: true, reasons: [], nextChange: null } }
  expect(marketplaceWatch('ifood', [well, silent])).toMatchObject({
    level: 'bad',
    words: 'iFood com problema em Brasa',
    repair: 'Brasa: o iFood não responde ao sistema. Confira a internet.',
  })
  expect(marketplaceWatch('ifood', [well]).level).toBe('ok')
})

test('WhatsApp: which line, what is stuck, and to call meanwhile; a long wait is a fault of its own', () => {
  const now = new Date('2026-11-20T23:14:00Z')
  const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  const well = {
    name: 'Brasa',
    whatsapp: {
      state: 'open' as const,
      cause: null,
      since: at(600),
      trouble: null,
      stuck: 0,
      unsure: 0,
      waiting: 1,
      waitsSince: at(4),
    },
  }
  const down = {
    name: 'Cantina',
    whatsapp: {
      ...well.whatsapp,
      state: 'closed' as const,
      cause: 'unlinked' as const,
      trouble: 'down' as const,
      stuck: 2,
      waiting: 0,
      waitsSince: null,
    },
  }
  expect(whatsappWatch([{ name: 'Sem linha', whatsapp: null }], now)).toEqual([])
  expect(whatsappWatch([well], now)).toMatchObject([{ level: 'ok' }])
  expect(whatsappWatch([well, down], now)).toMatchObject([
    {
      level: 'bad',
      words: 'WhatsApp de Cantina fora do ar',
      repair:
        'Cantina: O celular saiu da conexão. 2 mensagens estão paradas. Enquanto isso, ligue para o cliente: o número está no pedido.',
    },
  ])
  const long = { ...well, whatsapp: { ...well.whatsapp, waitsSince: at(5) } }
  expect(whatsappWatch([long], now)).toMatchObject([
    { level: 'ok' },
    { level: 'bad', words: '1 cliente sem resposta' },
  ])
})

test('the board says how orders arrive, by the rules that the marketplace publishes', () => {
  const arrivalBy = (changed: Partial<PublishedRules>) => {
    const published = { ...channelTable.ifood.rules }
    Object.assign(channelTable.ifood.rules, changed)
    const { repair } = marketplaceWatch('ifood', [])
    Object.assign(channelTable.ifood.rules, published)
    return repair
  }
  expect(arrivalBy({ pollEverySeconds: 7 })).toBe(
    'Os pedidos do iFood chegam por aviso e por consulta a cada 7 segundos.',
  )
  expect(arrivalBy({ pollEverySeconds: null })).toBe('Os pedidos do iFood chegam por aviso.')
  expect(arrivalBy({ pollEverySeconds: 7, replyWithinSeconds: null })).toBe(
    'Os pedidos do iFood chegam por consulta a cada 7 segundos.',
  )
})
