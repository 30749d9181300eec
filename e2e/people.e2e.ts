import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting, showTheme } from './axe.ts'
import { mailedTo } from './mailbox.ts'
import { onDatabase } from './on-database.ts'
import { openPanel, openSignedIn, password, startPanel, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel({ environment: { ROOT_USER_IDS: 'suporte' } })
})
afterAll(() => panel.stop())

const phone = { width: 390, height: 844 } as const

/** Dark on the phone, light on the computer. */
async function look(page: Page, where: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  await showTheme(page, width < 600 ? 'dark' : 'light')
  await expectFitting(page, `${where} at ${width}`)
}

async function valuesOf(text: string, values: readonly string[] = []): Promise<readonly unknown[][]> {
  return onDatabase(panel.databaseUrl(), async (client) => {
    return (await client.query({ text, values: [...values], rowMode: 'array' })).rows as unknown[][]
  })
}

const codeMailedTo = (address: string) => mailedTo(panel, address, /código (\d{3} \d{3})/)

test('a person changes their name, and confirms a phone number with the mailed code', async () => {
  const page = await openSignedIn(panel, 'gerente@balcao.example', '/conta', phone)
  const name = page.getByLabel('Nome', { exact: true })
  await name.fill('Caio T. Teixeira')
  await look(page, 'account')
  const other = await openSignedIn(panel, 'gerente@balcao.example', '/conta')
  await other.getByLabel('Nome', { exact: true }).fill('Caio do Balcão')
  await other.getByRole('button', { name: 'Salvar o nome' }).click()
  await other.getByText('Nome salvo.').waitFor()
  await look(other, 'account')

  await page.getByRole('button', { name: 'Salvar o nome' }).click()
  await page.getByText('Em outro aparelho o nome virou Caio do Balcão').waitFor()
  await look(page, 'account conflict')
  await page.getByRole('button', { name: 'Salvar o meu' }).click()
  await page.getByText('Nome salvo.').waitFor()
  await page.getByRole('button', { name: 'Salvar o meu' }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Pôr um telefone' }).click()
  await page.getByLabel('Telefone com DDD').fill('11 8765')
  await page.keyboard.press('Enter')
  await page.getByText('Informe o telefone com DDD').waitFor()
  await page.getByLabel('Telefone com DDD').fill('(11) 98765-4321')
  await look(page, 'phone number')
  await page.keyboard.press('Enter')
  await page.getByLabel('Código', { exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('O código não confere').waitFor()
  await look(page, 'phone code')
  await page.getByLabel('Código', { exact: true }).fill(await codeMailedTo('gerente@balcao.example'))
  await page.keyboard.press('Enter')
  await page.locator('dd').getByText('(11) 98765-4321').waitFor()
  await page.getByRole('button', { name: 'Remover o telefone' }).click()
  await page.getByRole('button', { name: 'Pôr um telefone' }).waitFor()
  await page.context().close()
  await other.context().close()
})

test('an invited person who has an account sees the invitation, declines one and accepts the next', async () => {
  const owner = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=team&invite=true')
  const invite = async () => {
    await owner.getByLabel('E-mail').fill('outra@balcao.example')
    await owner.getByRole('checkbox', { name: 'Cantina Aurora' }).check()
    await owner.getByRole('button', { name: 'Convidar para 1 loja' }).click()
    await owner.getByText('convite pendente').waitFor()
  }
  await invite()
  await look(owner, 'team')

  const guest = await openSignedIn(panel, 'outra@balcao.example', '/menu', phone)
  const invitation = guest.getByRole('region', { name: 'Convites para você' })
  await invitation.getByText('Marina Prado convidou você para Cantina Aurora').waitFor()
  await look(guest, 'home invitation')
  await guest.getByRole('button', { name: 'Recusar o convite de Cantina Aurora' }).click()
  await look(guest, 'decline')
  await guest.keyboard.press('Escape')
  await guest.getByRole('button', { name: 'Recusar o convite de Cantina Aurora' }).press('Enter')
  await guest.getByRole('button', { name: 'Recusar', exact: true }).click()
  await invitation.waitFor({ state: 'detached' })

  await owner.reload()
  await owner.getByText('convite recusado').waitFor()
  await look(owner, 'team declined')
  await owner.getByRole('button', { name: 'Convidar de novo outra@balcao.example' }).click()
  await owner.getByText('convite pendente').waitFor()

  await guest.goto(`${panel.url}/conta`)
  await invitation.waitFor()
  await guest.setViewportSize({ width: 1440, height: 844 })
  await look(guest, 'account invitation')
  await guest.getByRole('button', { name: 'Aceitar o convite de Cantina Aurora' }).press('Enter')
  await guest.getByText('Você agora é da equipe de Cantina Aurora.').waitFor()
  await invitation.waitFor({ state: 'detached' })
  await owner.reload()
  await owner.getByText('Nádia Rocha').waitFor()
  await owner.context().close()
  await guest.context().close()
})

test('an attendant on a page that is for managers answers the invitation that opens it', async () => {
  const owner = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=team&invite=true')
  await owner.getByLabel('E-mail').fill('atendente@balcao.example')
  await owner.getByRole('radio', { name: /^Gerente/ }).check()
  await owner.getByRole('checkbox', { name: 'Cantina Aurora' }).check()
  await owner.getByRole('button', { name: 'Convidar para 1 loja' }).click()
  await owner.getByText('convite pendente').waitFor()
  await owner.context().close()

  const page = await openSignedIn(panel, 'atendente@balcao.example', '/reports/daily', phone)
  await page.getByText('Seu acesso não inclui esta página').waitFor()
  await page.getByRole('region', { name: 'Convites para você' }).waitFor()
  await look(page, 'refused page with an invitation')
  await page.setViewportSize({ width: 1440, height: 844 })
  await look(page, 'refused page with an invitation')
  await page.getByRole('button', { name: 'Aceitar o convite de Cantina Aurora' }).click()
  await page.getByText('Seu acesso não inclui esta página').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Exportar' }).waitFor()
  await page.context().close()
})

test('support turns on its second factor, finds a store, enters, is named on every screen, and leaves', async () => {
  await valuesOf(`insert into users (uid, email, name, password_hash)
    select 'suporte', 'suporte@balcao.example', 'Sofia Suporte', password_hash from users where uid = 'demo-dona'`)
  const page = await openSignedIn(panel, 'suporte@balcao.example', '/')
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

  // Without a store every page of stores is the search.
  for (const path of ['/menu', '/menu/orders', '/reports/daily', '/cardapio']) {
    await page.goto(panel.url + path)
    await page.getByRole('heading', { name: 'Suporte', level: 1 }).waitFor()
  }
  await look(page, 'support')
  await page.getByLabel('Achar uma loja').fill('nenhuma assim')
  await page.keyboard.press('Enter')
  await page.getByText('Nenhuma loja com “nenhuma assim”').waitFor()
  await page.getByLabel('Achar uma loja').fill('dona@balcao.example')
  await page.keyboard.press('Enter')
  await page.getByText('6 lojas achadas.').waitFor()
  await look(page, 'support found')
  await page.setViewportSize(phone)
  await look(page, 'support found')
  await page.getByRole('button', { name: 'Entrar em Cantina Aurora' }).click()
  await page.keyboard.press('Enter')
  await page.getByText('Diga por que você entra.').waitFor()
  await page.getByLabel('Motivo').fill('Chamado 812, impressora parada')
  await look(page, 'support reason')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/menu')
  const banner = page.getByRole('complementary', { name: 'Suporte' })
  await banner.getByText('Você está como suporte na loja Cantina Aurora').waitFor()
  await page.getByRole('heading', { name: 'Cantina Aurora' }).first().waitFor()
  await look(page, 'support inside home')
  await page.setViewportSize({ width: 1440, height: 844 })
  for (const [path, name] of [
    ['/menu', 'home'],
    ['/reports/daily', 'report'],
    ['/sabor-da-vila', 'group'],
  ] as const) {
    await page.goto(panel.url + path)
    await banner.waitFor()
    // Beside the banner.
    await page.getByText('Cantina Aurora').locator('visible=true').nth(1).waitFor()
    await look(page, `support inside ${name}`)
  }
  expect(await page.locator('main').innerText()).not.toContain('Norte Grill')
  await page.goto(`${panel.url}/conta`)
  await banner.getByRole('button', { name: 'Sair da loja' }).press('Enter')
  await page.getByLabel('Achar uma loja').waitFor()
  await banner.waitFor({ state: 'detached' })
  expect(
    await valuesOf(
      `select action, details ->> 'reason' from audit_entries where actor_uid = 'suporte' and action like 'support/%' order by at`,
    ),
  ).toEqual([
    ['support/entered', 'Chamado 812, impressora parada'],
    ['support/left', null],
  ])
  await page.context().close()
})

test('where a person came from is asked at the sign-up, and kept only with their consent', async () => {
  const signUp = async (email: string, consents: boolean) => {
    const page = await openPanel(panel, '/?utm_source=feira&referrer_id=MARINA10', phone)
    await page.getByRole('link', { name: 'Criar conta' }).click()
    await page.getByLabel('Seu nome').fill('Rui Novo')
    await page.getByLabel('E-mail').fill(email)
    const consent = page.getByRole('checkbox', { name: /por qual indicação cheguei/ })
    expect(await consent.isChecked()).toBe(false)
    if (consents) {
      await consent.check()
      await look(page, 'sign up consent')
    }
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('heading', { name: 'Veja o seu e-mail' }).waitFor()
    await page.context().close()
  }
  await signUp('calado@novo.example', false)
  await signUp('conta@novo.example', true)
  expect(
    await valuesOf(
      `select email, attribution ->> 'referrerId' from action_links where email like '%@novo.example' order by email`,
    ),
  ).toEqual([
    ['calado@novo.example', null],
    ['conta@novo.example', 'MARINA10'],
  ])
})
