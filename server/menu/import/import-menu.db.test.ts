import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/menu/import-menu.ts'
import { addMenuItem, updateMenuItem } from '../../../contract/menu/edit-item.ts'
import { pauseMenuItem, readMyMenu } from '../../../contract/menu/menu.ts'
import * as versions from '../../../contract/menu/versions.ts'
import { headers as names } from '../../../contract/shared/headers.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { relayOutbox } from '../../testing/relay-outbox.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { effectHandlers } from '../../worker/effect-handlers.ts'
import { readWholeMenu } from '../menu.ts'
import { workbook } from './sources/spreadsheet/testing/workbook.ts'

let app: TestApp
let store: string
let other: string
let owner: Person
let manager: Person
let basic: Person
let stranger: Person
let site: Server
let answer = { status: 200, type: 'text/html', body: '' }
const now = new Date('2026-11-20T22:00:00Z')
const origin = () => `http://127.0.0.1:${String((site.address() as AddressInfo).port)}`

beforeAll(async () => {
  site = createServer((_, reply) => {
    reply.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  app = await testApp({ MENU_IMPORT_ORIGINS: origin() })
})
afterAll(async () => {
  await app.close()
  await new Promise<void>((resolve) => site.close(() => resolve()))
})
beforeEach(async () => {
  app.setClock(now)
  ;({ store, other, owner, manager, basic, stranger } = await standardShop(app, { name: 'Forno' }))
})

const here = () => ({ storeId: store })
const relay = () => relayOutbox(app.deps, [store], effectHandlers(app.deps))
const sendFile = (person: Person, text: string, storeId = store) =>
  app.call(
    person,
    contract.importMenuFile,
    { body: { name: 'cardapio.csv', content: Buffer.from(text).toString('base64') } },
    { storeId },
  )
const read = (importId: string, person = manager, storeId = store) =>
  app.call(person, contract.readMenuImport, { params: { importId } }, { storeId })
async function fromCsv(text: string) {
  const { data } = await sendFile(manager, text)
  // One import of a store is read after the other.
  while ((await relay()) > 0);
  return (await read(data.importId)).data
}
async function fromAddress(address: string) {
  const { data } = await app.call(
    manager,
    contract.copyMyExternalMenu,
    { body: { externalMenuUrl: address } },
    here(),
  )
  await relay()
  return (await read(data.importId)).data
}
const apply = (preview: { id: string; menu: string }, ticked: string[], person = manager, storeId = store) =>
  app.call(
    person,
    contract.applyMenuImport,
    { params: { importId: preview.id }, body: { ticked, menu: preview.menu } },
    { storeId },
  )
const reread = (
  importId: string,
  choices: Partial<{
    hidden: boolean
    sheets: string[]
    columns: { title: string; column: 'item' | 'price' }[]
  }> = {},
  person = manager,
  storeId = store,
) =>
  app.call(
    person,
    contract.rereadMenuImport,
    { params: { importId }, body: { hidden: false, sheets: [], columns: [], ...choices } },
    { storeId },
  )
const hiddenSheets = () =>
  workbook([
    {
      name: 'Doces',
      rows: [
        ['Item', 'Preço'],
        ['Bolo', 9.5],
        ['Escondido', 1],
      ],
      hiddenRows: [3],
    },
    {
      name: 'Antigo',
      state: 'hidden',
      rows: [
        ['Item', 'Preço'],
        ['Fora de linha', 2],
      ],
    },
  ])
const allKeys = (preview: { changes: { key: string }[] }) => preview.changes.map(({ key }) => key)
const bytes = () =>
  withStoreScope(app.db, [store], async (tx) => JSON.stringify(await readWholeMenu(tx, store)))
const add = (name: string, priceCents = 1_000, category = 'Lanches') =>
  app.call(manager, addMenuItem, { body: { category, name, priceCents } }, here())
const listVersions = async () =>
  (await app.call(manager, versions.readMenuVersions, {}, here())).data.versions

const csv = 'Categoria;Item;Preço\r\nLanches;X-Salada;20,00\r\nLanches;X-Egg;22,00\r\nBebidas;Água;4,00\r\n'

describe('a menu from a spreadsheet', () => {
  test('is shown as new, changed and gone; only what is ticked changes, in one transaction', async () => {
    await add('X-Salada', 1_800)
    await add('X-Bacon')
    const preview = await fromCsv(csv)
    expect(preview).toMatchObject({ state: 'ready', kind: 'spreadsheet', subject: 'cardapio.csv', items: 3 })
    expect(preview.changes.map(({ kind, name }) => [kind, name])).toEqual([
      ['changed', 'X-Salada'],
      ['new', 'X-Egg'],
      ['new', 'Água'],
      ['gone', 'X-Bacon'],
    ])
    const ticked = preview.changes.filter(({ name }) => name === 'X-Salada' || name === 'Água')
    const { data } = await apply(preview, allKeys({ changes: ticked }))
    expect(data).toEqual({ changed: 2, photos: 0, before: 1 })
    const { data: menu } = await app.call(manager, readMyMenu, {}, here())
    expect(menu.items.map(({ name, priceCents }) => [name, priceCents])).toEqual([
      ['X-Salada', 2_000],
      ['X-Bacon', 1_000],
      ['Água', 400],
    ])
    const audit = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['actor_uid', 'subject', 'details'])
        .where('store_id', '=', store)
        .where('action', '=', 'menu/imported')
        .execute(),
    )
    expect(audit).toMatchObject([
      { actor_uid: manager.uid, subject: 'cardapio.csv', details: { changed: 2, before: 1 } },
    ])
  })

  test('is begun, seen and applied by managers of that store alone', async () => {
    const preview = await fromCsv(csv)
    expect((await sendFile(basic, csv)).body.error).toBe('permission/denied')
    expect((await sendFile(stranger, csv)).body.error).toBe('store/not-found')
    expect((await read(preview.id, basic)).body.error).toBe('permission/denied')
    expect((await read(preview.id, stranger, other)).body.error).toBe('menu/import-not-found')
    const keys = allKeys(preview)
    expect((await apply(preview, keys, basic)).body.error).toBe('permission/denied')
    expect((await apply(preview, keys, stranger)).body.error).toBe('store/not-found')
    expect((await apply(preview, keys, stranger, other)).body.error).toBe('menu/import-not-found')
    expect(JSON.parse(await bytes())).toMatchObject({ categories: [] })
  })

  test('applied by two at once changes the menu once', async () => {
    const preview = await fromCsv(csv)
    const both = await Promise.all([
      apply(preview, allKeys(preview)),
      apply(preview, allKeys(preview), owner),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await listVersions()).map(({ cause }) => cause)).toEqual(['import', 'start'])
    expect((await apply(preview, allKeys(preview))).body.error).toBe('menu/import-not-ready')
  })

  test('is shown again when the menu changed meanwhile; a pause is no change', async () => {
    const { data: item } = await add('X-Bacon')
    const preview = await fromCsv(csv)
    await app.call(manager, pauseMenuItem, { params: { itemId: item.id }, body: {} }, here())
    expect((await read(preview.id)).data.menu).toBe(preview.menu)
    await app.call(
      manager,
      updateMenuItem,
      { params: { itemId: item.id }, body: { priceCents: 1_500, version: item.version } },
      here(),
    )
    expect((await apply(preview, allKeys(preview))).body.error).toBe('menu/changed-meanwhile')
    const again = (await read(preview.id)).data
    expect(again.changes.find(({ kind }) => kind === 'gone')).toMatchObject({ priceCents: 1_500 })
    expect((await apply(again, ['new x-egg'])).status).toBe(200)
  })

  test('nothing is applied while it is read, after it failed, or without a tick', async () => {
    const { data } = await sendFile(manager, csv)
    const reading = (await read(data.importId)).data
    expect(reading).toMatchObject({ state: 'reading', step: 0, changes: [] })
    expect((await apply(reading, ['new x'])).body.error).toBe('menu/import-not-ready')
    const failed = await fromCsv('isto não é um cardápio')
    expect(failed).toMatchObject({
      state: 'failed',
      problem:
        'Não há colunas de item e preço nesta planilha. A primeira linha precisa dizer o nome de cada coluna. Comece pelo modelo.',
    })
    expect((await apply(failed, ['new x'])).body.error).toBe('menu/import-not-ready')
    expect((await apply(reading, [])).body.error).toBe('validation/invalid')
  })

  test('tells what was left out, line by line', async () => {
    const preview = await fromCsv('Item;Preço\r\nBom;1,00\r\nRuim;-0,01\r\n=1+1;2,00\r\n')
    expect(preview.leftOut).toEqual([
      { where: 'Linha 3', message: '“-0,01” não é um preço. Informe em reais, como 12,50.' },
      { where: 'Linha 4', message: 'O nome parece uma fórmula de planilha. Comece por uma letra.' },
    ])
    expect(preview.changes.map(({ name }) => name)).toEqual(['Bom'])
  })

  test('a file that is too large or broken is refused before it is kept', async () => {
    const body = (content: string) =>
      app.call(manager, contract.importMenuFile, { body: { name: 'a.csv', content } }, here())
    expect((await body('não é base64')).body.error).toBe('validation/invalid')
    expect((await body('A'.repeat(2_900_000))).status).toBeGreaterThanOrEqual(400)
    expect((await body('')).body.error).toBe('validation/invalid')
  })

  test('is read again as a person says of its columns, which the store then knows', async () => {
    const exported = 'Nome XYZ;Tabela 3\r\nX-Egg;22,00\r\n'
    const asked = await fromCsv(exported)
    expect(asked).toMatchObject({ state: 'ready', items: 0, spreadsheet: { needsColumns: true } })
    const columns = [
      { title: 'Nome XYZ', column: 'item' as const },
      { title: 'Tabela 3', column: 'price' as const },
    ]
    expect((await reread(asked.id, { columns })).data).toEqual({ importId: asked.id })
    expect((await reread(asked.id, { columns })).body.error).toBe('menu/import-not-ready')
    while ((await relay()) > 0);
    const preview = (await read(asked.id)).data
    expect(preview.changes.map(({ name, priceCents }) => [name, priceCents])).toEqual([['X-Egg', 2_200]])
    expect(await fromCsv(exported)).toMatchObject({ items: 1, spreadsheet: { needsColumns: false } })
    await apply(preview, allKeys(preview))
    expect((await reread(asked.id)).body.error).toBe('menu/import-not-ready')
  })

  test('is read again with what is hidden in it, by managers of that store alone', async () => {
    const { data } = await app.call(
      manager,
      contract.importMenuFile,
      { body: { name: 'cardapio.xlsx', content: (await hiddenSheets()).toString('base64') } },
      here(),
    )
    while ((await relay()) > 0);
    expect((await read(data.importId)).data).toMatchObject({ items: 1, spreadsheet: { hidden: { rows: 1 } } })
    expect((await reread(data.importId, {}, basic)).body.error).toBe('permission/denied')
    expect((await reread(data.importId, {}, stranger, other)).body.error).toBe('menu/import-not-found')
    const choices = { hidden: true, sheets: ['Antigo'] }
    const both = await Promise.all([reread(data.importId, choices), reread(data.importId, choices, owner)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    while ((await relay()) > 0);
    const { data: whole } = await read(data.importId)
    expect(whole.changes.map(({ name }) => name)).toEqual(['Bolo', 'Escondido', 'Fora de linha'])
    expect(whole.spreadsheet?.choices).toEqual(choices)
  })

  test('2,000 items are previewed and applied', async () => {
    const lines = Array.from(
      { length: 2_000 },
      (_, index) =>
        `Seção ${String(index % 40)};Item ${String(index)};K${String(index)};${String(index % 90)},50`,
    )
    const preview = await fromCsv(['Categoria;Item;Código;Preço', ...lines].join('\r\n'))
    expect(preview.changes).toHaveLength(2_000)
    expect((await apply(preview, allKeys(preview))).data.changed).toBe(2_000)
    expect((await fromCsv(['Categoria;Item;Código;Preço', ...lines].join('\r\n'))).changes).toEqual([])
  })
})

describe('a menu at an address', () => {
  test('of Open Delivery is read and applied, with its groups', async () => {
    answer = {
      status: 200,
      type: 'application/json',
      body: JSON.stringify({
        items: [
          { id: 'i', name: 'Pizza', description: '', externalCode: 'P', unit: 'UN' },
          { id: 'b', name: 'Catupiry', description: '', externalCode: 'B', unit: 'UN' },
        ],
        itemOffers: [
          { id: 'o', itemId: 'i', index: 0, price: { value: 40, currency: 'BRL' }, optionGroupsId: ['g'] },
        ],
        categories: [{ id: 'c', index: 0, name: 'Pizzas', externalCode: '1', itemOfferId: ['o'] }],
        optionGroups: [
          {
            id: 'g',
            index: 0,
            name: 'Borda',
            externalCode: 'G',
            minPermitted: 0,
            maxPermitted: 1,
            options: [{ id: 'x', itemId: 'b', price: { value: 8, currency: 'BRL' } }],
          },
        ],
      }),
    }
    const preview = await fromAddress(`${origin()}/open-delivery/v1/merchant`)
    expect(preview).toMatchObject({ state: 'ready', foundAs: 'open-delivery', items: 1 })
    await apply(preview, allKeys(preview))
    const { data: menu } = await app.call(manager, readMyMenu, {}, here())
    expect(menu.optionGroups).toMatchObject([
      { name: 'Borda', options: [{ name: 'Catupiry', priceCents: 800 }] },
    ])
    expect((await fromAddress(`${origin()}/open-delivery/v1/merchant`)).changes).toEqual([])
  })

  test('of a page without a menu, or with an error, says why', async () => {
    answer = { status: 200, type: 'text/html', body: '<h1>Bem-vindo' }
    expect(await fromAddress(origin())).toMatchObject({
      state: 'failed',
      problem: 'Esta página não traz o cardápio em um formato que se possa ler. Mande uma planilha.',
    })
    answer = { status: 403, type: 'text/html', body: '' }
    expect((await fromAddress(origin())).problem).toBe(
      'Este endereço pede senha. Peça ao sistema um endereço aberto ou mande uma planilha.',
    )
  })

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost:80/',
    'http://0x7f000001/',
    'http://[::ffff:127.0.0.1]/',
  ])('%s is never called', async (address) => {
    expect(await fromAddress(address)).toMatchObject({
      state: 'failed',
      problem: 'Este endereço não fica na internet aberta. Use o endereço que seus clientes abrem.',
    })
  })

  test.each(['javascript:alert(1)', 'ftp://loja.example/', 'https://a:b@loja.example/', 'http://', '   '])(
    '%s is refused at once',
    async (externalMenuUrl) => {
      const { status } = await app.call(
        manager,
        contract.copyMyExternalMenu,
        { body: { externalMenuUrl } },
        here(),
      )
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    },
  )

  test('is begun by managers of that store alone', async () => {
    const begin = (person: Person) =>
      app.call(person, contract.copyMyExternalMenu, { body: { externalMenuUrl: origin() } }, here())
    expect((await begin(basic)).body.error).toBe('permission/denied')
    expect((await begin(stranger)).body.error).toBe('store/not-found')
    const search = (person: Person, merchantId?: string) =>
      app.call(person, contract.searchMyMarketplaceMenu, { body: merchantId ? { merchantId } : {} }, here())
    expect((await search(basic)).body.error).toBe('permission/denied')
    expect((await search(stranger)).body.error).toBe('store/not-found')
    expect((await search(manager)).body.error).toBe('menu/no-merchant')
    expect((await search(manager, 'of-another')).body.error).toBe('menu/no-merchant')
  })
})

describe('the versions of a menu', () => {
  const back = (number: number, menu: string, person = manager, storeId = store) =>
    app.call(
      person,
      versions.rollBackMenu,
      { params: { number: String(number) }, body: { menu } },
      { storeId },
    )
  const seen = async (number: number) =>
    (await app.call(manager, versions.readMenuVersion, { params: { number: String(number) } }, here())).data

  test('an import that is taken back leaves the same bytes', async () => {
    await add('X-Salada', 1_800)
    await add('X-Bacon')
    const before = await bytes()
    const preview = await fromCsv(csv)
    const { data } = await apply(preview, allKeys(preview))
    expect(await bytes()).not.toBe(before)
    const difference = await seen(data.before)
    expect(difference.changes.map(({ kind, name }) => [kind, name])).toEqual([
      ['changed', 'X-Salada'],
      ['new', 'X-Bacon'],
      ['gone', 'X-Egg'],
      ['gone', 'Água'],
    ])
    expect((await back(data.before, difference.menu)).status).toBe(200)
    expect(await bytes()).toBe(before)
    expect(
      (await listVersions()).map(({ cause, subject, byName, current }) => [cause, subject, byName, current]),
    ).toEqual([
      ['rollback', '1', 'manager', true],
      ['import', 'cardapio.csv', 'manager', false],
      ['start', '', '', false],
    ])
  })

  test('whatever the menu was and whatever was ticked, taking the import back leaves the same bytes', async () => {
    const word = fc.constantFrom('Suco', 'Chá', 'Pão', 'Bolo', 'X-Egg', 'Água')
    const line = fc.record({ shelf: fc.constantFrom('Um', 'Dois', ''), name: word, cents: fc.nat(9_000) })
    const lines = fc.uniqueArray(line, { selector: (one) => one.name, minLength: 1, maxLength: 6 })
    const table = (some: readonly { shelf: string; name: string; cents: number }[]) =>
      [
        'Categoria;Item;Preço;Opção',
        ...some.flatMap(({ shelf, name, cents }) => [
          `${shelf};${name};${(cents / 100).toFixed(2).replace('.', ',')};`,
          ...(cents % 2 === 0 ? [`;;;Com ${name}`] : []),
        ]),
      ].join('\r\n')
    await fc.assert(
      fc.asyncProperty(lines, lines, fc.func(fc.boolean()), async (first, second, ticked) => {
        const start = await fromCsv(table(first))
        if (start.changes.length > 0) await apply(start, allKeys(start))
        const before = await bytes()
        const preview = await fromCsv(table(second))
        const keys = allKeys(preview).filter((key) => ticked(key))
        if (keys.length === 0) return
        const { data } = await apply(preview, keys)
        const { menu } = await seen(data.before)
        const went = await back(data.before, menu)
        expect([200, 409]).toContain(went.status)
        expect(await bytes()).toBe(before)
      }),
      { numRuns: 10 },
    )
  })

  test('going back is for managers of that store, asks for the menu as it is, and happens once', async () => {
    const preview = await fromCsv(csv)
    const { data } = await apply(preview, allKeys(preview))
    const { menu } = await seen(data.before)
    expect((await back(data.before, menu, basic)).body.error).toBe('permission/denied')
    expect((await back(data.before, menu, stranger)).body.error).toBe('store/not-found')
    expect((await back(data.before, menu, stranger, other)).body.error).toBe('menu/version-not-found')
    expect((await back(999, menu)).body.error).toBe('menu/version-not-found')
    expect((await back(data.before, preview.menu)).body.error).toBe('menu/changed-meanwhile')
    const both = await Promise.all([back(data.before, menu), back(data.before, menu, owner)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const now = await seen(data.before)
    expect((await back(data.before, now.menu)).body.error).toBe('menu/already-so')
  })

  test('edits of a quarter of an hour are one version, with the names of those who edited', async () => {
    const preview = await fromCsv(csv)
    await apply(preview, allKeys(preview))
    await add('Suco')
    app.setClock(new Date(now.getTime() + 5 * 60_000))
    await add('Chá')
    await relay()
    expect(await listVersions()).toHaveLength(2)
    app.setClock(new Date(now.getTime() + 16 * 60_000))
    await relay()
    expect((await listVersions()).map(({ cause, byName }) => [cause, byName])).toEqual([
      ['edits', 'manager'],
      ['import', 'manager'],
      ['start', ''],
    ])
  })

  test('only the last thirty are kept', async () => {
    for (let round = 0; round < 32; round += 1) {
      const preview = await fromCsv(`Item;Preço\r\nPrato;${String(round + 1)},00\r\n`)
      await apply(preview, allKeys(preview))
    }
    const kept = await listVersions()
    expect(kept).toHaveLength(30)
    expect(kept.at(0)?.number).toBe(33)
    expect(kept.at(-1)?.number).toBe(4)
  })
})

test('the menu is downloaded as a spreadsheet by managers, and as an example while it is empty', async () => {
  const get = (person: Person, format: string) =>
    app.fastify.inject({
      url: `/api${contract.readMenuTable.path}`,
      query: { format },
      headers: { [names.userToken]: person.token, [names.userId]: person.uid, [names.storeId]: store },
    })
  expect((await get(basic, 'csv')).statusCode).toBe(403)
  expect((await get(stranger, 'csv')).statusCode).toBe(404)
  expect((await get(manager, 'pdf')).statusCode).toBe(400)
  const example = await get(manager, 'csv')
  expect(example.headers['content-disposition']).toBe('attachment; filename="cardapio.csv"')
  expect(example.body).toContain('X-Salada')
  await add('Meu prato')
  expect((await get(manager, 'csv')).body).toContain('Meu prato')
  expect((await get(manager, 'xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK')
})
