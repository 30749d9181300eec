import { expect, test } from 'vitest'
import { pushLabels } from '../../notifications/push-here.ts'
import { marketplaceWatch, lineWatch, pushWatch, screenWatch, soundWatch } from './problems.rules.ts'

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
    words: 'iFood: 1 com problema',
    repair: 'Brasa: o iFood não responde ao sistema. Confira a internet.',
  })
  expect(marketplaceWatch('ifood', [well]).level).toBe('ok')
})
