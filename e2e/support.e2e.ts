import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onDatabase } from './on-database.ts'
import { openPanel, openSignedIn, password, signIn, startPanel, type Panel } from './panel.ts'

let panel: Panel
const supporters = ['suporte-um', 'suporte-dois'] as const
const mailOf = (uid: string) => `${uid}@balcao.example`

beforeAll(async () => {
  panel = await startPanel({ environment: { ROOT_USER_IDS: supporters.join(',') } })
  for (const uid of supporters)
    await valuesOf(
      `insert into users (uid, email, name, password_hash)
        select $1, $2, $1, password_hash from users where uid = 'demo-dona'`,
      [uid, mailOf(uid)],
    )
})
afterAll(() => panel.stop())

async function valuesOf(text: string, values: readonly string[] = []): Promise<readonly unknown[][]> {
  return onDatabase(panel.databaseUrl(), async (client) => {
    return (await client.query({ text, values: [...values], rowMode: 'array' })).rows as unknown[][]
  })
}

async function withSecondFactor(uid: string): Promise<Page> {
  const page = await openPanel(panel)
  await signIn(page, mailOf(uid))
  await page.getByText('Conta de suporte: ligue a verificação').waitFor()
  await page.goto(`${panel.url}/conta`)
  await page.getByRole('button', { name: 'Ligar', exact: true }).click()
  await page.getByLabel('Sua senha').fill(password)
  await page.getByRole('button', { name: 'Continuar' }).click()
  const key = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  await page.getByLabel('Código', { exact: true }).fill(totp.generate())
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('button', { name: 'Já guardei' }).click()
  return page
}

async function enterAurora(page: Page, reason: string): Promise<void> {
  await page.goto(`${panel.url}/suporte`)
  await page.getByLabel('Achar uma loja').fill('Cantina Aurora')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Entrar em Cantina Aurora' }).click()
  await page.getByLabel('Motivo').fill(reason)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/menu')
}

const bannerOf = (page: Page) => page.getByRole('complementary', { name: 'Suporte' })

// docs/product/README.md:34 “root users”
test('two people of support are in one store, each for an hour of their own, and nobody else finds the page', async () => {
  const [first, second] = [await withSecondFactor('suporte-um'), await withSecondFactor('suporte-dois')]
  await enterAurora(first, 'Chamado 812, impressora parada')
  await enterAurora(second, 'Chamado 813, cardápio vazio')
  for (const page of [first, second]) {
    await bannerOf(page).getByText('Você está como suporte na loja Cantina Aurora').waitFor()
    await bannerOf(page)
      .getByText(/até \d\d:\d\d/)
      .waitFor()
    await page.goto(`${panel.url}/reports/daily`)
    await page.getByRole('button', { name: 'Exportar' }).waitFor()
  }
  const hours = await valuesOf(
    `select uid, extract(epoch from until - entered_at)::integer from support_entries order by uid`,
  )
  expect(hours).toEqual([
    ['suporte-dois', 3_600],
    ['suporte-um', 3_600],
  ])

  await valuesOf(
    `update support_entries set entered_at = entered_at - interval '1 hour', until = now() where uid = 'suporte-um'`,
  )
  await first.goto(`${panel.url}/reports/daily`)
  await first.getByRole('heading', { name: 'Suporte', level: 1 }).waitFor()
  await bannerOf(first).waitFor({ state: 'detached' })
  // The other's hour runs on.
  await second.goto(`${panel.url}/menu`)
  await bannerOf(second).waitFor()

  // Back with a new reason, and out by the button.
  await enterAurora(first, 'Chamado 812, de novo')
  await bannerOf(first).getByRole('button', { name: 'Sair da loja' }).click()
  await first.getByLabel('Achar uma loja').waitFor()
  expect(
    await valuesOf(
      `select actor_uid, action, details ->> 'reason' from audit_entries where action like 'support/%' order by at`,
    ),
  ).toEqual([
    ['suporte-um', 'support/entered', 'Chamado 812, impressora parada'],
    ['suporte-dois', 'support/entered', 'Chamado 813, cardápio vazio'],
    ['suporte-um', 'support/entered', 'Chamado 812, de novo'],
    ['suporte-um', 'support/left', null],
  ])
  for (const page of [first, second]) await page.context().close()

  const owner = await openSignedIn(panel, 'dona@balcao.example', '/suporte')
  await owner.getByRole('heading', { name: 'Página não encontrada', level: 1 }).waitFor()
  await owner.context().close()
})
