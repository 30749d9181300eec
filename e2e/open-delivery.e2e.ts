import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOrderingApp, type OrderingApp } from '../simulator/open-delivery/start-ordering-app.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { openStore } from './open-store.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'

let partner: OrderingApp
let panel: Panel

beforeAll(async () => {
  partner = await startOrderingApp({ actionDelayMs: 10 })
  panel = await startPanel({ environment: { MENU_IMPORT_ORIGINS: partner.url } })
})
afterAll(async () => {
  await panel.stop()
  await partner.stop()
})

const phone = { width: 390, height: 844 } as const

test('a store connects an application by its credentials on a phone, and the first order comes to its board', async () => {
  const merchantId = `22815773000169-${randomUUID()}`
  const merchant = { merchantId, name: 'Pastelaria', clientId: 'loja-1', clientSecret: 'segredo-1' }
  const webhookUrl = `${panel.url}/webhooks/open-delivery/v1/newEvent`
  partner.world.merchants.set(merchantId, { ...merchant, webhookUrl })

  const page = await openSignedIn(panel, 'outra@balcao.example', '/nova-loja', phone)
  await openStore(page)
  await page.waitForURL(/[?&]store=/)
  const storeId = new URL(page.url()).searchParams.get('store') ?? ''
  await page.goto(`/settings?tab=integracoes&store=${storeId}`)
  await page.getByRole('heading', { name: 'Conectar o Open Delivery' }).waitFor()
  await expectFitting(page, 'a store without an application')
  await page.getByRole('button', { name: 'Conectar com as credenciais' }).click()
  const form = page.getByRole('form', { name: 'Credenciais do aplicativo' })
  const next = form.getByRole('button', { name: 'Testar e continuar' })

  await next.click()
  await form.getByText('Informe o endereço do aplicativo.').waitFor()
  await form.getByLabel('Endereço do aplicativo').fill('https://10.0.0.7')
  await form.getByLabel('Client ID').fill(merchant.clientId)
  await form.getByLabel('Client Secret').fill('errado')
  await next.click()
  await form.getByText(/^Use o endereço que o aplicativo deu/).waitFor()
  await form.getByLabel('Endereço do aplicativo').fill(partner.url)
  await next.click()
  await page.getByText(/^O aplicativo não aceitou o Client ID/).waitFor()
  await form.getByText('O que informar ao aplicativo').click()
  await form.getByText(webhookUrl).waitFor()
  await expectFitting(page, 'the credentials')
  await expectAccessible(page, 'the credentials')
  await form.getByLabel('Client Secret').fill(merchant.clientSecret)
  await next.click()

  await page.getByLabel('ID da loja no Open Delivery').fill(merchantId)
  await page.getByRole('button', { name: 'Procurar' }).click()
  await page.getByRole('checkbox', { name: new RegExp(merchantId.slice(0, 8)) }).waitFor()
  await page.getByRole('button', { name: 'Verificar' }).click()
  await page.getByRole('button', { name: 'Conectar', exact: true }).click()
  await page.getByText('Falta ver um pedido chegar.').waitFor()
  await expectFitting(page, 'the wait for the first order')

  const order = partner.world.place({ merchantId })
  await page.getByText(/^O pedido .+ chegou às/).waitFor()
  await page.getByText(/Ele conta como venda\./).waitFor()
  await expectAccessible(page, 'the first order')
  await page.getByRole('button', { name: 'Concluir' }).click()
  await page.getByText('Conectado', { exact: true }).waitFor()
  await expectFitting(page, 'a connected application')

  await page.goto('/menu/orders')
  await page.getByText('Bia Prado').first().waitFor()
  await page.getByText('Open Delivery').first().waitFor()
  expect(order?.lastEvent).toBe('CREATED')
  expect(partner.world.violations).toEqual([])

  if (!order) throw new Error('the application took no order')
  partner.world.emit(order, 'CONFIRMED', {})
  for (const event of ['READY_FOR_PICKUP', 'DISPATCHED']) partner.world.emit(order, event)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /^Conferir código de entrega do pedido/ }).click()
  const code = page.getByLabel('Código do cliente')
  await code.fill('0000')
  await page.getByRole('button', { name: 'Conferir', exact: true }).click()
  await page.getByText(/Código de outro pedido\./).waitFor()
  expect(await code.inputValue()).toBe('0000')
  await expectAccessible(page, 'a wrong delivery code')
  await page.setViewportSize(phone)
  await expectFitting(page, 'a wrong delivery code on the phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await code.fill(order.deliveryCode)
  await page.getByRole('button', { name: 'Conferir', exact: true }).click()
  await page.getByText(/^Código de entrega conferido por/).waitFor()
  await expectFitting(page, 'a checked delivery code')
  expect(partner.world.violations).toEqual([])
  await page.context().close()
})
