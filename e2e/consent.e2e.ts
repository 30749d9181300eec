import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnAiqfome } from '../simulator/aiqfome/spawn-aiqfome.ts'
import { orderingAppControl } from '../simulator/open-delivery/ordering-app-control.ts'
import type { SpawnedSimulator } from '../simulator/spawn-program.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { openStore } from './open-store.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'

const software = {
  clientId: 'balcao',
  clientSecret: 'segredo-do-balcao',
  redirectUrl: 'http://127.0.0.1/voltei',
}
let partner: SpawnedSimulator
let panel: Panel

beforeAll(async () => {
  partner = await spawnAiqfome({ ...software, actionDelayMs: 10 })
  panel = await startPanel({
    environment: {
      AIQFOME_BASE_URL: partner.url,
      AIQFOME_LOGIN_URL: partner.url,
      AIQFOME_STORES_URL: partner.url,
      AIQFOME_CLIENT_ID: software.clientId,
      AIQFOME_CLIENT_SECRET: software.clientSecret,
      AIQFOME_REDIRECT_URL: software.redirectUrl,
    },
  })
})
afterAll(async () => {
  await panel.stop()
  await partner.stop()
})

test('an owner signs in at the application on a phone, pastes where the browser was led back to, and sells', async () => {
  const control = orderingAppControl(partner.url)
  await control.setMerchants([{ merchantId: '96493', name: 'Pastelaria' }])
  const page = await openSignedIn(panel, 'outra@balcao.example', '/nova-loja', { width: 390, height: 844 })
  await openStore(page)
  await page.waitForURL(/[?&]store=/)
  const storeId = new URL(page.url()).searchParams.get('store') ?? ''
  await page.goto(`/settings?tab=integracoes&store=${storeId}`)
  const card = page.getByRole('region', { name: 'Conectar o aiqfome' })
  await card.getByRole('button', { name: 'Conectar por código' }).click()

  const link = card.getByRole('link', { name: 'Entrar e autorizar' })
  await link.waitFor()
  await expectFitting(page, 'the consent')
  await expectAccessible(page, 'the consent')
  const consent = await fetch(`${(await link.getAttribute('href')) ?? ''}&loja=96493`, { redirect: 'manual' })
  await card.getByRole('button', { name: 'Continuar' }).click()
  await card.getByText('Cole o que apareceu depois de autorizar.').waitFor()
  await card.getByLabel('Endereço com o código').fill(consent.headers.get('location') ?? '')
  await card.getByRole('button', { name: 'Continuar' }).click()

  await card.getByLabel('ID da loja no aiqfome').fill('96493')
  await card.getByRole('button', { name: 'Procurar' }).click()
  await card.getByRole('checkbox', { name: /96493/ }).waitFor()
  await card.getByRole('button', { name: 'Verificar' }).click()
  await card.getByRole('button', { name: 'Conectar', exact: true }).click()
  await card.getByText('Falta ver um pedido chegar.').waitFor()
  await expectFitting(page, 'the wait for the first order')
  await control.placeOrder({ merchantId: '96493' })
  await card.getByText(/^O pedido .+ chegou às/).waitFor()
  await card.getByRole('button', { name: 'Concluir' }).click()
  await page.goto('/menu/orders')
  await page.getByText('aiqfome').first().waitFor()
  expect((await control.state()).violations).toEqual([])
  await page.context().close()
})
