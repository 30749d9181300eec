import sharp from 'sharp'
import { addMenuCategory, addOptionGroup, updateMenuCategory } from '../../contract/menu/edit-menu.ts'
import { addMenuItem, updateMenuItem } from '../../contract/menu/edit-item.ts'
import { readMyMenu } from '../../contract/menu/menu.ts'
import {
  beginMenuPublication,
  confirmMenuPublication,
  readMenuPublication,
  type MenuPublication,
} from '../../contract/menu/publications.ts'
import { platform, until, type House } from './house.ts'
import { allOf, sawCall, type Line, type Seen } from './line.ts'

const of = (line: string, check: (house: House) => Promise<Seen>, page = 'catalog/workflow'): Line => ({
  module: 'Catalog',
  line,
  page,
  is: { check },
})

/** What a person does at "Publicar"; the pages were read on 2026-11-27 in stored copies. */
export const catalogLines: readonly Line[] = [
  of('categories are created and changed', async (house) => {
    const { id, version } = await house.call(addMenuCategory, { body: category('Lanches da casa') })
    await house.call(addMenuItem, { body: item('Lanches da casa', 'X-Salada') })
    const first = await published(house)
    await house.call(updateMenuCategory, {
      params: { categoryId: id },
      body: { ...category('Lanches do dia'), version },
    })
    const second = await published(house)
    return allOf(
      sawCall(house.exchanges, 'POST', /\/categories$/, [201]),
      sawCall(house.exchanges, 'PATCH', /\/categories\/[\w-]+$/, [200]),
      provedAll(first, second),
    )
  }),
  of('items are created and replaced, with option groups', async (house) => {
    const group = await house.call(addOptionGroup, {
      body: {
        ...{ name: 'Turbine', description: '', status: 'AVAILABLE', minPermitted: 0, maxPermitted: 1 },
        options: [{ name: 'Bacon', description: '', status: 'AVAILABLE', priceCents: 500, maxPermitted: 1 }],
      } as never,
    })
    const { id, version } = await house.call(addMenuItem, { body: item('Lanches do dia', 'X-Egg') })
    await house.call(updateMenuItem, {
      params: { itemId: id },
      body: { version, description: 'Com ovo', optionGroupIds: [group.id] },
    })
    const done = await published(house)
    return allOf(
      sawCall(house.exchanges, 'GET', /\/items\/[\w-]+\/flat$/, [200, 404]),
      sawCall(house.exchanges, 'PUT', /\/items$/, [200, 201]),
      provedAll(done),
    )
  }),
  of('images are uploaded', async (house) => {
    const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#b5532a' } })
      .jpeg()
      .toBuffer()
    const { items } = await house.call(readMyMenu, {})
    const burger = items.find(({ name }) => name === 'X-Salada')
    if (!burger) throw new Error('no X-Salada')
    await house.call(updateMenuItem, {
      params: { itemId: burger.id },
      body: { version: burger.version, photo: `data:image/jpeg;base64,${picture.toString('base64')}` },
    })
    const done = await published(house)
    return allOf(sawCall(house.exchanges, 'POST', /\/image\/upload$/, [201]), provedAll(done))
  }),
  of('a change of many items is a batch, and its result is read', async (house) => {
    // What is only there goes off sale.
    await house.control.changeCatalog(house.merchantId, { itemId: house.itemId, status: 'AVAILABLE' })
    const done = await published(house, ['gone'])
    return allOf(
      sawCall(house.exchanges, 'PATCH', /\/products\/status$/, [202]),
      sawCall(house.exchanges, 'GET', /\/batch\/[\w-]+$/, [200]),
      provedAll(done),
    )
  }),
]

const category = (name: string) => ({ name, description: '', status: 'AVAILABLE' as const, availability: [] })
const item = (shelf: string, name: string) => ({ category: shelf, name, priceCents: 2_900 })

/** Compares, ticks all that is not only there, or the kinds that are named, and waits for the proof. */
async function published(house: House, kinds = ['new', 'changed']): Promise<MenuPublication> {
  const body = { platform, merchantId: house.merchantId } as const
  const { publicationId } = await house.call(beginMenuPublication, { body })
  const params = { publicationId }
  const shown = await settled(house, publicationId)
  const ticked = shown.parts
    .filter(({ change }) => kinds.includes(change.kind))
    .map(({ change }) => change.key)
  await house.call(confirmMenuPublication, { params, body: { ticked, menu: shown.menu } })
  return settled(house, publicationId, ['done', 'stopped'])
}

const settled = (
  house: House,
  publicationId: string,
  states: readonly MenuPublication['state'][] = ['ready', 'failed', 'done', 'stopped'],
): Promise<MenuPublication> =>
  until('a publication', async () => {
    const shown = await house.call(readMenuPublication, { params: { publicationId } })
    return states.includes(shown.state) ? shown : null
  })

function provedAll(...publications: readonly MenuPublication[]): Seen {
  const parts = publications.flatMap((one) => one.parts.filter(({ chosen }) => chosen))
  const proved = parts.filter(({ state }) => state === 'proved').length
  return {
    passed: publications.every(({ state }) => state === 'done') && proved === parts.length,
    exchange: `${String(proved)} of ${String(parts.length)} read back as sent`,
  }
}
