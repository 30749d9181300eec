import { expect, test } from 'vitest'
import type { IntegrationView } from '../../contract/integrations/integrations.ts'
import {
  answersText,
  disconnectEffects,
  isPage,
  merchantsText,
  troubleOf,
  stepsOf,
} from './channel-words.rules.ts'

const integration: IntegrationView = {
  storeId: '0198ffff-0000-7000-8000-000000000001',
  type: 'ifood',
  status: 'active',
  way: 'code',
  merchantId: 'a',
  merchantSecondaryIds: ['b'],
  refusedSince: null,
  connectedAt: null,
  connectedBy: null,
  disconnectedAt: null,
  lastPolledAt: null,
  lastEventAt: null,
  health: [
    { merchantId: 'a', name: 'Temaki', primary: true, refused: false, operations: [] },
    { merchantId: 'b', name: null, primary: false, refused: false, operations: [] },
  ],
}

test('the approval of our application is no step', () => {
  expect(stepsOf('app').map(({ name }) => name)).toEqual(['Escolher', 'Verificar', 'Testar'])
  expect(stepsOf('code')).toHaveLength(4)
})

test('an ended access comes before single failures', () => {
  const failing = {
    operation: 'status' as const,
    okAt: null,
    failedAt: '2026-11-23T20:00:00Z',
    failure: 'O iFood não respondeu.',
    failuresLastHour: 3,
    failing: true,
  }
  const once = { ...failing, failuresLastHour: 1 }
  const [merchant] = integration.health
  const passing = { ...integration, health: merchant ? [{ ...merchant, operations: [once] }] : [] }
  expect(troubleOf(passing)).toBe(null)
  const ill = { ...integration, health: merchant ? [{ ...merchant, operations: [failing] }] : [] }
  expect(troubleOf(integration)).toBe(null)
  expect(troubleOf(ill)).toBe('com falhas')
  expect(troubleOf({ ...ill, refusedSince: '2026-11-23T20:00:00Z' })).toBe('acesso retirado')
})

test('merchants are named, and counted when there are several', () => {
  expect(merchantsText(integration)).toBe('2 cadastros: Temaki, b')
  expect(merchantsText({ ...integration, health: integration.health.slice(0, 1) })).toBe('Temaki')
})

test('running orders are named before the end of a connection, and only if there are any', () => {
  expect(disconnectEffects('ifood', 0)).toHaveLength(3)
  expect(disconnectEffects('ifood', 1)[1]).toMatch(/^1 pedido em andamento fica na tela/)
  expect(disconnectEffects('ifood', 2)[1]).toMatch(/^2 pedidos em andamento ficam na tela/)
})

test('only addresses of pages become links', () => {
  expect(isPage('https://portal.ifood.com.br')).toBe(true)
  expect([isPage('javascript:alert(1)'), isPage(null), isPage('//x')]).toEqual([false, false, false])
})

test('whether the technical calls work is one line', () => {
  const [merchant] = integration.health
  if (!merchant) throw new Error('no merchant')
  const call = (operation: 'polling' | 'hours', failing: boolean) => ({
    operation,
    okAt: null,
    failedAt: null,
    failure: null,
    failuresLastHour: 0,
    failing,
  })
  const text = (...operations: ReturnType<typeof call>[]) => answersText({ ...merchant, operations })
  expect(text(call('polling', false), call('hours', false))).toBe('Conexão em ordem')
  expect(text(call('polling', false), call('hours', true))).toBe('1 de 2 consultas funcionam')
})
