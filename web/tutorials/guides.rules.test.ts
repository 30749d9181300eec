import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { guideIds } from '../../contract/tutorials/guide-ids.ts'
import { guides } from './guides.ts'
import { addressOf, foundGuides, guidesAt, wordsOf } from './guides.rules.ts'

const pictures = fileURLToPath(new URL('../public/tutorials', import.meta.url))

test('the guides are those of the contract, in its order', () => {
  expect(guides.map(({ id }) => id)).toEqual([...guideIds])
})

describe.each(guides.map((guide) => [guide.title, guide] as const))('“%s”', (_, guide) => {
  test('has 60 to 120 words', () => {
    const count = wordsOf(guide).split(/\s+/).length
    expect(count).toBeGreaterThanOrEqual(60)
    expect(count).toBeLessThanOrEqual(120)
  })

  test('has its picture in both themes', () => {
    const missing = ['light', 'dark'].filter(
      (theme) => !existsSync(join(pictures, `${guide.id}-${theme}.webp`)),
    )
    expect(missing, 'take the pictures: npm run pictures -- --only=tutorial').toEqual([])
  })
})

test('every picture is of a guide, and all together are less than 2 MB', () => {
  const files = readdirSync(pictures)
  expect(
    files.filter((file) => !guideIds.some((id) => /-(light|dark)\.webp$/.test(file) && file.startsWith(id))),
  ).toEqual([])
  const bytes = files.reduce((sum, file) => sum + statSync(join(pictures, file)).size, 0)
  expect(bytes).toBeLessThan(2_000_000)
})

test('the search reads over accents and case, and a title comes before a text', () => {
  expect(foundGuides('CARDAPIO pronto').map(({ id }) => id)).toEqual(['trazer-um-cardapio'])
  expect(foundGuides('repasses')[0]?.id).toBe('conferir-os-repasses')
  expect(foundGuides('xyz')).toEqual([])
  expect(foundGuides('')).toHaveLength(guides.length)
})

test('a screen offers its own guides before those that also help there', () => {
  expect(guidesAt('/settings', 'horarios').map(({ id }) => id)).toEqual([
    'abrir-a-loja',
    'decidir-feriados-e-pausas',
    'conectar-um-canal',
  ])
  expect(guidesAt('/menu/orders', undefined).map(({ id }) => id)).toEqual([
    'aceitar-pedidos',
    'lancar-um-pedido',
    'pausar-um-item',
  ])
})

type Place = readonly [path: string, tab: string | undefined]

const screens = [
  ...[
    '/menu',
    '/menu/orders',
    '/cardapio',
    '/cardapio/importar',
    '/lojas',
    '/nova-loja',
    '/conta',
    '/conversas',
    '/avaliacoes',
  ],
  ...['daily', 'sale', 'stores', 'product', 'menu', 'customer', 'history', 'orderBilling', 'quality'].map(
    (report) => `/reports/${report}`,
  ),
]
const sections = [
  ...[
    'primeiros-passos',
    'loja',
    'horarios',
    'entrega',
    'entregadores',
    'orders',
    'printing',
    'integracoes',
    'whatsapp',
    'pagamentos',
  ],
  ...['team', 'historico', 'notificacoes', 'account'],
]

test.each([
  ...screens.map((path): Place => [path, undefined]),
  ...sections.map((tab): Place => ['/settings', tab]),
])('the "?" of %s %s leads to a guide', (path, tab) => {
  expect(guidesAt(path, tab).length).toBeGreaterThan(0)
})

test('the address of a guide is a path and a section', () => {
  const [hours] = guidesAt('/settings', 'horarios')
  expect(hours && addressOf(hours)).toEqual({ to: '/settings', search: { tab: 'horarios' } })
})
