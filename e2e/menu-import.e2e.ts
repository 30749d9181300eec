import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible, expectFitting } from './axe.ts'
import { workbook } from '../server/menu/import/sources/spreadsheet/testing/workbook.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let site: Server
let panel: Panel
let origin: string

/** An Open Delivery server of another system, on this machine. */
beforeAll(async () => {
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#b5532a' } })
    .jpeg()
    .toBuffer()
  site = createServer((request, reply) => {
    if (request.url?.endsWith('.jpg') === true) {
      reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo)
      return
    }
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(merchant))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${String((site.address() as AddressInfo).port)}`
  panel = await startPanel({ environment: { MENU_IMPORT_ORIGINS: origin } })
})
afterAll(async () => {
  await panel.stop()
  await new Promise<void>((resolve) => site.close(() => resolve()))
})

const merchant = {
  items: [
    {
      ...{ id: 'i', name: 'Moqueca da casa', description: 'Com dendê', externalCode: 'OD-1', unit: 'UN' },
      image: { URL: '/fotos/moqueca.jpg' },
    },
    { id: 'b', name: 'Farofa', description: '', externalCode: 'OD-2', unit: 'UN' },
  ],
  itemOffers: [
    { id: 'o', itemId: 'i', index: 0, price: { value: 62.9, currency: 'BRL' }, optionGroupsId: ['g'] },
  ],
  categories: [{ id: 'c', index: 0, name: 'Pratos do mar', externalCode: 'C-1', itemOfferId: ['o'] }],
  optionGroups: [
    {
      id: 'g',
      index: 0,
      name: 'Acompanha',
      externalCode: 'G-1',
      minPermitted: 0,
      maxPermitted: 1,
      options: [{ id: 'x', itemId: 'b', price: { value: 4, currency: 'BRL' } }],
    },
  ],
}

const open = (path: string, look: Look = {}, caller = 'outra'): Promise<Page> =>
  openSignedIn(panel, `${caller}@balcao.example`, path, look)
const picture = async (page: Page, name: string) => {
  const folder = process.env.BALCAO_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('a menu comes from a spreadsheet, is looked at, applied in part and taken back', async () => {
  const page = await open('/cardapio')
  await page.getByRole('link', { name: 'Importar e copiar' }).click()
  await page.getByRole('heading', { name: 'De uma planilha' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'sources-1440')
  await page.getByLabel('Planilha do cardápio').setInputFiles({
    name: 'cardapio.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Categoria;Item;Descrição;Preço\r\nSobremesas;Pudim de leite;Feito no dia;14,90\r\nSobremesas;Mousse;De maracujá;11,00\r\nSobremesas;Ruim;;abc\r\n',
    ),
  })
  await page.getByRole('heading', { name: /O que muda em/ }).waitFor()
  await page.getByRole('checkbox', { name: /Pudim de leite/ }).waitFor()
  await page.getByText('Linha 4').waitFor()
  await expectAccessible(page)
  await picture(page, 'preview-1440')
  await page.getByRole('checkbox', { name: /Mousse/ }).uncheck()
  await page.getByRole('button', { name: 'Aplicar 1 mudança' }).click()
  await page.getByText(/mudou: 1 item/).waitFor()
  await page.getByText('Pudim de leite').first().waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText(/voltou ao que era/).waitFor()
  await page.getByText('Pudim de leite').first().waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Importar e copiar' }).click()
  await page.getByRole('link', { name: 'Versões' }).click()
  await page.getByText('Importação de cardapio.csv').waitFor()
  await expectAccessible(page)
  await picture(page, 'versions-1440')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Importação de cardapio.csv' })
    .getByRole('button', { name: /Ver a versão/ })
    .click()
  await page.getByRole('dialog').getByText('Pudim de leite').waitFor()
  await expectAccessible(page)
  await picture(page, 'version-1440')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.context().close()
})

test('the columns of another system are explained once, and what is hidden is read on request', async () => {
  const page = await open('/cardapio/importar', { width: 390, height: 844 })
  const send = (name: string, buffer: Buffer) =>
    page
      .getByLabel('Planilha do cardápio')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await send('sistema.csv', Buffer.from('Nome XYZ;Tabela 3\r\nCuscuz;8,00\r\n'))
  await page.getByRole('heading', { name: 'O que é cada coluna?' }).waitFor()
  await expectAccessible(page)
  await expectFitting(page)
  await picture(page, 'columns-390')
  await page.getByLabel('Nome XYZ').selectOption('Item')
  await page.getByLabel('Tabela 3').selectOption('Preço')
  await page.getByRole('button', { name: 'Ler de novo' }).click()
  await page.getByRole('checkbox', { name: /Cuscuz/ }).waitFor()
  await page.getByRole('button', { name: 'Desistir' }).click()
  await send(
    'cardapio.xlsx',
    await workbook([
      {
        name: 'Doces',
        rows: [
          ['Item', 'Preço'],
          ['Bolo de rolo', 12.345],
          ['Fora do dia', 1],
        ],
        hiddenRows: [3],
      },
      {
        name: 'Antigo',
        state: 'hidden',
        rows: [
          ['Item', 'Preço'],
          ['Cartola', 14],
        ],
      },
    ]),
  )
  await page.getByRole('checkbox', { name: /Bolo de rolo/ }).waitFor()
  await page.getByText('O preço 12,345 foi arredondado').waitFor()
  await expectAccessible(page)
  await expectFitting(page)
  await picture(page, 'left-out-390')
  await page.getByRole('checkbox', { name: 'Aba Antigo' }).check()
  await page.getByRole('checkbox', { name: '1 linha escondida' }).check()
  // The new reading is there before its reply has come.
  await page.route('**/reread', async (route) => {
    const response = await route.fetch()
    const read = async () => {
      const found = await page.request.get(
        route
          .request()
          .url()
          .replace(/\/reread$/, ''),
        {
          headers: route.request().headers(),
        },
      )
      return ((await found.json()) as { data: { state: string } }).data.state
    }
    await expect.poll(read).not.toBe('reading')
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Ler de novo' }).click()
  await page.getByRole('checkbox', { name: /Cartola/ }).waitFor()
  await page.getByRole('checkbox', { name: /Fora do dia/ }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectFitting(page)
  await picture(page, 'left-out-1440')
  await page.context().close()
})

test('a menu comes from an Open Delivery address on the phone, by keyboard', async () => {
  const page = await open('/cardapio/importar', { width: 390, height: 844, theme: 'dark' })
  const address = page.getByLabel('Endereço do cardápio')
  await address.fill('http://169.254.169.254/latest/meta-data/')
  await address.press('Enter')
  await page.getByText('Este endereço não fica na internet aberta.').waitFor()
  await picture(page, 'refused-390-dark')
  await page.getByRole('button', { name: 'Tentar outro' }).press('Enter')
  await expectFitting(page)
  await picture(page, 'sources-390-dark')
  await address.fill(`${origin}/v1/merchant`)
  await address.press('Enter')
  const moqueca = page.getByRole('checkbox', { name: /Moqueca da casa/ })
  await moqueca.waitFor()
  await expectAccessible(page)
  await expectFitting(page)
  await picture(page, 'preview-390-dark')
  await page.getByRole('button', { name: 'Aplicar 1 mudança' }).press('Enter')
  await page.getByText(/mudou: 1 item/).waitFor()
  await page.getByText('1 foto chegou e já está no cardápio.').waitFor()
  await expectAccessible(page)
  await expectFitting(page)
  await picture(page, 'applied-390-dark')
  await page.goto('/cardapio/importar?aba=versoes')
  await page.getByText(`Importação de ${origin}/v1/merchant`).waitFor()
  await expectFitting(page)
  await picture(page, 'versions-390-dark')
  await page
    .getByRole('button', { name: /Ver a versão/ })
    .first()
    .press('Enter')
  await page.getByRole('button', { name: 'Voltar a esta versão' }).click()
  await page.getByText(/voltou ao que era/).waitFor()
  await page.context().close()
})

test('a category goes to other stores, and each tells how it went', async () => {
  const page = await open('/cardapio/importar?aba=copiar', {}, 'dona')
  await page.getByLabel('Parte do cardápio').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Escolher as lojas' }).click()
  const dialog = page.getByRole('dialog')
  const boxes = dialog.getByRole('checkbox', { disabled: false })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await dialog.getByRole('button', { name: 'Copiar em 2 lojas' }).click()
  await dialog.getByText('Feito em 2 lojas').waitFor()
  await expectAccessible(page)
  await picture(page, 'copy-1440')
  await page.context().close()
})
