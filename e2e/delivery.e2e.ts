import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectFitting } from './axe.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'
import { expectSeen } from './seen-in-dialog.ts'

let panel: Panel
let tiles: Server
const asked = new Set<string>()

/** Streets come from a server of this machine, on another address than the panel's. */
beforeAll(async () => {
  const picture = await sharp(Buffer.from(streets)).png().toBuffer()
  tiles = createServer((request, reply) => {
    asked.add(request.url ?? '')
    reply.writeHead(200, { 'content-type': 'image/png' }).end(picture)
  })
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${String((tiles.address() as AddressInfo).port)}`
  panel = await startPanel({
    environment: {
      MAP_TILES_URL: `${origin}/{z}/{x}/{y}.png`,
      MAP_TILES_ATTRIBUTION: '© Ruas de teste',
    },
  })
})
afterAll(async () => {
  await panel.stop()
  await new Promise<void>((resolve) => tiles.close(() => resolve()))
})

const streets = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256"
  fill="#eee8dc"/><path d="M0 40h256M0 128h256M0 200h256M60 0v256M150 0v256M0 0l256 256" stroke="#fff" stroke-width="12"/></svg>`
const shot = async (page: Page, name: string) => {
  const folder = process.env.BALCAO_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

const phone = { width: 390, height: 844 } as const

test('an owner adds a district, sees what a customer pays, and turns the rain on and off', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=entrega')
  await page.getByRole('heading', { name: 'Áreas de entrega' }).waitFor()
  await page.getByText('© Ruas de teste').waitFor()
  // The page may load them: its policy allows this address.
  await expect.poll(() => asked.size).toBeGreaterThan(3)
  await expectAccessible(page, 'the delivery zones')
  await shot(page, 'tiles-1440')
  if (process.env.BALCAO_SHOTS) {
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    await shot(page, 'tiles-1440-dark')
    await page.evaluate(() => document.documentElement.removeAttribute('data-theme'))
  }

  await page.getByRole('button', { name: 'Nova área' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova área' })
  await expectSeen(dialog, 'Pôr na lista')
  await shot(page, 'new-area')
  await dialog.getByLabel('Nome da área').fill('Consolação')
  await dialog.getByLabel('Bairros, um por linha').fill('Consolação')
  await dialog.getByLabel('Taxa (R$)').fill('sete')
  await dialog.getByRole('button', { name: 'Pôr na lista' }).click()
  await expect.poll(() => dialog.getByLabel('Taxa (R$)').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Taxa (R$)').fill('11,00')
  await expectAccessible(page, 'the dialog of a zone')
  await dialog.getByRole('button', { name: 'Pôr na lista' }).click()

  const grip = page.getByRole('button', { name: /^Mover Consolação/ })
  await grip.focus()
  await page.keyboard.press('ArrowUp')
  await page.getByText(/^Consolação: lugar \d+ de \d+\.$/).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText(/^Salvo em /).waitFor()

  await page.getByLabel('Endereço, bairro ou CEP').fill('consolacao')
  await page.getByRole('button', { name: 'Testar', exact: true }).click()
  await page.getByText('O cliente paga R$ 11,00').waitFor()

  // Only circles and a drawing are left to decide, and no order of this district has a point.
  await page.getByLabel('Endereço, bairro ou CEP').fill('Jardim Novo')
  await page.getByRole('button', { name: 'Testar', exact: true }).click()
  await page.getByText('Depende do endereço').waitFor()
  expect(await page.getByText('Sem entrega').count()).toBe(0)
  const possible = page.getByRole('list', { name: 'Áreas possíveis' })
  await possible.getByText(/^R\$\s4,90, 25 a 35\smin$/).waitFor()
  await expectAccessible(page, 'an address that is not decided')
  await shot(page, 'open-district')

  await page.getByLabel('Endereço, bairro ou CEP').fill('consolacao')
  await page.getByRole('button', { name: /^Ligar chuva/ }).click()
  await page.getByText('Chuva vale agora').waitFor()
  await page.getByRole('button', { name: 'Testar', exact: true }).click()
  await page.getByText('O cliente paga R$ 13,00').waitFor()
  await expectAccessible(page, 'the rain')
  await page.getByRole('button', { name: 'Desligar' }).click()
  await page.getByRole('button', { name: 'Ligar 90 min' }).waitFor()
  await page.context().close()
})

test('a drawing is made with the keyboard, and one that crosses itself is refused by name', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=entrega', phone)
  await page.getByRole('heading', { name: 'Áreas de entrega' }).waitFor()
  await expectFitting(page, 'the zones on a phone')
  await page.getByRole('button', { name: 'Nova área' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova área' })
  await dialog.getByLabel('Nome da área').fill('Laço')
  await dialog.getByText('Desenhada').click()
  for (let corner = 0; corner < 4; corner += 1)
    await dialog.getByRole('button', { name: 'Pôr um ponto' }).click()
  await dialog.getByText(/^Pontos em números/).click()
  const corners = [
    ['-23.56', '-46.70'],
    ['-23.55', '-46.69'],
    ['-23.56', '-46.69'],
    ['-23.55', '-46.70'],
  ] as const
  for (const [index, [lat, lng]] of corners.entries()) {
    await dialog.getByLabel(`Latitude do ponto ${index + 1}`).fill(lat)
    await dialog.getByLabel(`Longitude do ponto ${index + 1}`).fill(lng)
  }
  await dialog.getByRole('button', { name: /^Ponto 1 de 4/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => dialog.getByLabel('Latitude do ponto 1').inputValue()).not.toBe('-23.56')
  // At the end nothing is half under the foot.
  await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expectAccessible(page, 'the drawing')
  await dialog.getByRole('button', { name: 'Pôr na lista' }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('“Laço”: os lados 1 e 3 do desenho se cruzam.').waitFor()
  await page.context().close()
})

test('an order by phone takes its fee from the zones, and another fee asks for a reason', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/menu/orders')
  await page.getByRole('button', { name: 'Novo pedido' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo pedido' })
  await dialog.getByRole('radio', { name: 'Entrega' }).check()
  await dialog.getByLabel('Bairro', { exact: true }).fill('vila madalena')
  await expect.poll(() => dialog.getByLabel('Taxa de entrega (R$)').inputValue()).toBe('4,90')
  await dialog.getByText('Vila Madalena: R$ 4,90, 25 a 35 min').waitFor()
  await dialog.getByLabel('Taxa de entrega (R$)').fill('2,00')
  await dialog.getByLabel('Por que foge da regra').waitFor()
  await expectAccessible(page, 'an order by phone')
  await page.context().close()
})

test('the first order of an address without a point gets its area from staff, or its point on the map', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/menu/orders')
  await page.getByRole('button', { name: 'Novo pedido' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo pedido' })
  await dialog.getByRole('radio', { name: 'Entrega' }).check()
  await dialog.getByLabel('Endereço em uma linha').fill('Rua das Acácias, 12, Jardim Novo')
  await dialog.getByText('Escolha a área ou marque o ponto').waitFor()
  const fee = () => dialog.getByLabel('Taxa de entrega (R$)').inputValue()
  expect(await fee()).toBe('')
  await expectAccessible(page, 'an address without a point')
  await lookAt(page, 'open-address', dialog.getByLabel('Área', { exact: true }))
  await dialog.getByLabel('Área', { exact: true }).selectOption({ label: 'Bairro: R$ 7,90, 35 a 45 min' })
  await expect.poll(fee).toBe('7,90')
  await dialog.getByText('Bairro: R$ 7,90, 35 a 45 min', { exact: true }).first().click()
  await dialog.getByText(/^Área escolhida por /).waitFor()
  await lookAt(page, 'chosen-area', dialog.getByLabel('Área', { exact: true }))

  await dialog.getByRole('button', { name: 'Marcar no mapa' }).click()
  const map = page.getByRole('dialog', { name: 'Ponto do endereço' })
  await map.getByText('Toque onde fica Rua das Acácias, 12.').waitFor()
  await expectSeen(map, 'Usar este ponto')
  await map.getByLabel('Coordenadas ou link do mapa (opcional)').fill('esquina da praça')
  await map.getByText('Não achamos um ponto do Brasil neste texto.').waitFor()
  await map.getByLabel('Coordenadas ou link do mapa (opcional)').fill('')
  // The store is in the middle of its areas: beside it is the nearest one.
  const ground = map.getByRole('group', { name: /^Áreas de entrega/ })
  const box = await ground.boundingBox()
  await ground.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) * 0.7 } })
  await expectAccessible(page, 'the point of an address')
  await lookAt(page, 'point-on-map')
  await map.getByRole('button', { name: 'Usar este ponto' }).click()
  await dialog.getByRole('button', { name: 'Mudar o ponto no mapa' }).waitFor()
  await expect.poll(() => dialog.getByLabel('Área', { exact: true }).count()).toBe(0)
  await expect.poll(fee).toBe('4,90')
  await dialog.getByText('Pertinho: R$ 4,90, 25 a 35 min').click()
  await dialog.getByText('Ponto marcado no mapa').waitFor()
  await lookAt(page, 'marked-point', dialog.getByText('Ponto marcado no mapa'))
  // Another number is another door.
  await dialog.getByLabel('Número', { exact: true }).fill('14')
  await dialog.getByText('Escolha a área ou marque o ponto').waitFor()
  await page.context().close()
})

/** Pictures for a person, at a desk and on a phone, light and dark. */
async function lookAt(page: Page, name: string, part?: Locator): Promise<void> {
  if (!process.env.BALCAO_SHOTS) return
  const desk = page.viewportSize()
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await part?.scrollIntoViewIfNeeded()
    await shot(page, `${name}-${width}`)
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    await shot(page, `${name}-${width}-dark`)
    await page.evaluate(() => document.documentElement.removeAttribute('data-theme'))
  }
  if (desk) await page.setViewportSize(desk)
}
