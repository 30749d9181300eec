import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { follow, linkMailedTo } from './mailbox.ts'
import { openPanel, openSignedIn, signIn, startPanel, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const leave = async (page: Page) => {
  await page.getByRole('button', { name: 'Sair', exact: true }).click()
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
}

test('a first visit leaves the console empty, and a mailed link pasted into its tab is read', async () => {
  const context = await panel.browser.newContext({ baseURL: panel.url })
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  await page.goto('/reset-password')
  await page.getByLabel('E-mail').fill('dona@balcao.example')
  expect(said).toEqual([])
  await page.getByRole('button', { name: 'Enviar o link' }).click()
  await page.getByRole('heading', { name: 'Veja o seu e-mail' }).waitFor()
  // The same page with another fragment: the browser does not load it again.
  await page.goto(panel.url + (await linkMailedTo(panel, 'dona@balcao.example')))
  await page.getByLabel('Nova senha', { exact: true }).waitFor()
  await context.close()
})

test('a session ended on another device leaves no cookie behind', async () => {
  const page = await openPanel(panel, '/menu/orders')
  await signIn(page, 'gerente@balcao.example')
  await page.getByText('Ao vivo').locator('visible=true').first().waitFor()
  const other = await openPanel(panel, '/conta')
  await signIn(other, 'gerente@balcao.example')
  await other.getByRole('button', { name: 'Encerrar as outras' }).click()
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await expect
    .poll(async () => (await page.context().cookies()).filter(({ name }) => name.startsWith('b-session')))
    .toEqual([])
  await page.context().close()
  await other.context().close()
})

describe('invitation by mail', () => {
  test('an invited person sets a password on a phone, sees only the granted stores, and is notified within two seconds of losing one', async () => {
    const owner = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=team')
    await owner.getByRole('button', { name: 'Convidar', exact: true }).click()
    await owner.getByLabel('E-mail').fill('bia@pessoa.example')
    await owner.getByRole('radio', { name: /Gerente/ }).check()
    await owner.getByRole('checkbox', { name: 'Brasa & Cia' }).check()
    await owner.getByRole('checkbox', { name: 'Cantina Aurora' }).check()
    await owner.getByRole('button', { name: 'Convidar para 2 lojas' }).click()
    await owner.getByText('convite pendente').first().waitFor()

    const phone = await openPanel(panel, await linkMailedTo(panel, 'bia@pessoa.example'), {
      width: 390,
      height: 844,
    })
    await phone.getByRole('heading', { name: 'Aceite o convite' }).waitFor()
    await phone.getByLabel('Seu nome').fill('Bia Ramos')
    await phone.getByLabel('Nova senha', { exact: true }).fill('Senha@123')
    await phone.getByRole('button', { name: 'Criar conta e entrar' }).click()
    await phone.getByText('fácil de adivinhar').waitFor()
    await phone.getByLabel('Nova senha', { exact: true }).fill('Girafa#Azul7')
    await phone.getByRole('button', { name: 'Criar conta e entrar' }).click()
    await phone.waitForURL('**/reports/daily')
    await phone.goto('/menu')
    await phone.getByRole('heading', { name: /Bia/, level: 1 }).waitFor()
    await phone.getByRole('heading', { name: 'Brasa & Cia' }).waitFor()
    expect(await phone.locator('main').innerText()).not.toContain('Norte Grill')
    await phone.getByText('Ao vivo').locator('visible=true').first().waitFor()

    await owner.reload()
    await owner.getByText('Gerente em Brasa & Cia e Cantina Aurora').first().waitFor()
    await owner.getByRole('button', { name: 'Mudar o acesso de Bia Ramos' }).click()
    await owner.getByLabel('Brasa & Cia').selectOption({ label: 'Sem acesso (tirar da equipe)' })
    await owner.getByText('Bia Ramos perde o acesso na hora').waitFor()
    const remove = owner.getByRole('button', { name: 'Tirar da equipe' })
    await remove.click()
    // It goes once the server has taken the access: from then on the phone has the time of a live event.
    await remove.waitFor({ state: 'detached' })
    await phone.getByText('Seu acesso à loja Brasa & Cia foi retirado.').waitFor({ timeout: 2_500 })
    await phone.getByRole('heading', { name: 'Brasa & Cia' }).waitFor({ state: 'detached' })
    await phone.getByRole('heading', { name: 'Cantina Aurora' }).waitFor()
    await owner.context().close()
    await phone.context().close()
  })
})

describe('new owner', () => {
  test('a new owner creates an account from the mailed link and opens a store in two steps', async () => {
    const page = await openPanel(panel, '/cadastro')
    await page.getByLabel('Seu nome').fill('Rui Novo')
    await page.getByLabel('E-mail').fill('rui@novo.example')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('heading', { name: 'Veja o seu e-mail' }).waitFor()
    await follow(panel, page, await linkMailedTo(panel, 'rui@novo.example'))
    await page.getByLabel('Nova senha', { exact: true }).fill('Girafa#Azul7')
    await page.getByRole('button', { name: 'Criar conta e entrar' }).click()
    await page.getByRole('heading', { name: 'Abrir uma loja' }).waitFor()
    await page.goto('/menu/orders')
    await page.getByText('Você ainda não tem acesso a uma loja').waitFor()
    await page.goto('/menu')
    await page.getByRole('link', { name: 'Abrir a minha loja' }).click()
    await page.getByLabel('Nome da loja').fill('Tapioca do Rui')
    await page.getByLabel('Telefone com DDD').fill('(92) 98765-4321')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByLabel('CEP').fill('69005-000')
    await page.getByLabel('Estado').selectOption('AM')
    await page.getByLabel('Cidade').fill('Manaus')
    await page.getByLabel('Bairro').fill('Centro')
    await page.getByLabel('Rua').fill('Rua das Acácias')
    await page.getByLabel('Número').fill('10')
    await page.getByRole('button', { name: 'Voltar' }).click()
    expect(await page.getByLabel('Nome da loja').inputValue()).toBe('Tapioca do Rui')
    await page.getByRole('button', { name: 'Continuar' }).click()
    expect(await page.getByLabel('Cidade').inputValue()).toBe('Manaus')
    await page.getByRole('button', { name: 'Abrir a loja' }).click()
    // The next thing that a new store needs.
    await page.getByText(/de 12 passos feitos/).waitFor()
    await page.goto('/menu')
    await page.getByRole('heading', { name: 'Tapioca do Rui' }).waitFor()
    await page.context().close()
  })
})

describe('forgotten password', () => {
  test('a password reset works once and signs out the other device', async () => {
    const other = await openPanel(panel, '/menu')
    await signIn(other, 'outra@balcao.example')
    await other.getByText('Ao vivo').locator('visible=true').first().waitFor()
    const page = await openPanel(panel, '/reset-password')
    await page.getByLabel('E-mail').fill('outra@balcao.example')
    await page.getByRole('button', { name: 'Enviar o link' }).click()
    await page.getByRole('heading', { name: 'Veja o seu e-mail' }).waitFor()
    const link = await linkMailedTo(panel, 'outra@balcao.example')
    await follow(panel, page, link)
    await page.getByLabel('Nova senha', { exact: true }).fill('Girafa#Azul7')
    await page.getByRole('button', { name: 'Trocar a senha e entrar' }).click()
    await page.waitForURL('**/reports/daily')
    await other.getByText('Sua sessão terminou').waitFor({ timeout: 3_000 })
    await leave(page)
    await follow(panel, page, link)
    await page.getByRole('heading', { name: 'Este link não vale mais' }).waitFor()
    await page.getByRole('link', { name: 'Pedir um novo link' }).click()
    await page.getByRole('heading', { name: 'Esqueci a senha' }).waitFor()
    await page.context().close()
    await other.context().close()
  })
})

describe('own account', () => {
  test('after the second factor is enabled, signing in requires a code', async () => {
    const page = await openPanel(panel, '/conta')
    await signIn(page, 'gerente@balcao.example')
    await page.getByRole('button', { name: 'Ligar' }).click()
    await page.getByLabel('Sua senha').fill('Balcao#2026')
    await page.getByRole('button', { name: 'Continuar' }).click()
    const key = (await page.locator('p code').innerText()).replaceAll(' ', '')
    const totp = new TOTP({ secret: Secret.fromBase32(key) })
    await page.getByLabel('Código', { exact: true }).fill(totp.generate())
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('Guarde estes códigos').waitFor()
    const spare = await page.locator('dialog li code').first().innerText()
    await page.getByRole('button', { name: 'Já guardei' }).click()
    await leave(page)
    await page.getByLabel('E-mail').fill('gerente@balcao.example')
    await page.getByLabel('Senha', { exact: true }).fill('Balcao#2026')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('heading', { name: 'Mais uma etapa' }).waitFor()
    await page.getByLabel('Código').fill('000000')
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('O código não confere').waitFor()
    await page.getByLabel('Código').fill(spare)
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.waitForURL('**/reports/daily')
    await page.context().close()
  })

  test('a person ends the other sessions, which say so, and changes the password', async () => {
    const phone = await openPanel(panel, '/menu', { width: 390, height: 844 })
    await signIn(phone, 'atendente@balcao.example')
    await phone.getByText('Ao vivo').locator('visible=true').first().waitFor()
    // No single tap signs a kitchen out: that is in "Minha conta", which asks first.
    expect(await phone.getByRole('button', { name: 'Sair', exact: true }).count()).toBe(0)
    const page = await openPanel(panel, '/conta')
    await signIn(page, 'atendente@balcao.example')
    const others = page.getByRole('button', { name: 'Encerrar as outras' })
    await others.click()
    // It goes once the server has ended them: from then on the phone has the time of a live event.
    await others.waitFor({ state: 'detached' })
    await phone.getByText('Sua sessão terminou').waitFor({ timeout: 3_000 })
    await page.getByLabel('Senha atual').fill('Errada#2026')
    await page.getByLabel('Nova senha', { exact: true }).fill('Girafa#Azul7')
    await page.getByRole('button', { name: 'Trocar a senha' }).click()
    await page.getByText('A senha atual não confere.').waitFor()
    expect(await page.getByLabel('Nova senha', { exact: true }).inputValue()).toBe('Girafa#Azul7')
    await page.getByLabel('Senha atual').fill('Balcao#2026')
    await page.getByRole('button', { name: 'Trocar a senha' }).click()
    await page.getByText('Senha trocada.').waitFor()
    await page.context().close()
    await phone.context().close()
  })

  test('neither a failing server nor a lost network signs a person out', async () => {
    const page = await openSignedIn(panel, 'dona@balcao.example', '/menu')
    await page.getByRole('heading', { name: /Marina/, level: 1 }).waitFor()
    const session = '**/api/iam/getCustomToken'
    let refused = 0
    await page.route(session, async (route) => {
      await route.fulfill({ status: 503, body: '' })
      refused += 1
    })
    await page.reload()
    // It asks again, so it has seen the first refusal.
    await expect.poll(() => refused).toBeGreaterThan(1)
    expect(await page.getByRole('heading', { name: 'Entrar' }).count()).toBe(0)
    const resumed = page.waitForResponse((reply) => reply.url().endsWith('getCustomToken') && reply.ok())
    await page.unroute(session)
    await resumed
    await page.getByRole('heading', { name: /Marina/, level: 1 }).waitFor()
    // Without the kept files, a page that is not loaded yet cannot be loaded offline.
    await page.context().setOffline(true)
    await page.getByText('Sem conexão', { exact: true }).locator('visible=true').first().waitFor()
    await page.getByRole('link', { name: 'Minha conta' }).first().click()
    await page.getByText('esta página ainda não está guardada').waitFor()
    expect(await page.getByRole('heading', { name: 'Entrar' }).count()).toBe(0)
    // It opens on its own, as it says.
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Minha conta' }).waitFor()
    await page.context().close()
  })
})

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)(
  'the identity screens at %i wide in %s fit and pass the accessibility rules',
  async (width, theme) => {
    const look = { width, theme, height: width === 390 ? 844 : 900 }
    const visitor = await openPanel(panel, '/cadastro', look)
    await visitor.getByRole('heading', { name: 'Criar conta' }).waitFor()
    await expectFitting(visitor, 'create account')
    await visitor.getByLabel('Seu nome').fill('x')
    await visitor.getByRole('button', { name: 'Continuar' }).click()
    const fault = visitor.getByText('Curto demais: escreva pelo menos 2 letras.')
    await fault.waitFor()
    const [said, bad] = await fault.evaluate((element) => {
      const probe = element.appendChild(document.createElement('i'))
      probe.style.color = 'var(--bad)'
      const colours = [getComputedStyle(element).color, getComputedStyle(probe).color] as const
      probe.remove()
      return colours
    })
    expect(said, 'a fault is red').toBe(bad)
    await expectFitting(visitor, 'create account with faults')
    await visitor.goto('/reset-password')
    await visitor.getByRole('heading', { name: 'Esqueci a senha' }).waitFor()
    await expectFitting(visitor, 'forgotten password')
    await visitor.context().close()

    const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=team', look)
    const person = page.getByRole('button', { name: /Mudar o acesso de/ }).first()
    const dialog = page.getByRole('dialog')
    await person.waitFor()
    await expectFitting(page, 'team')
    await page.getByRole('button', { name: 'Convidar', exact: true }).click()
    await dialog.waitFor()
    await expectFitting(page, 'invite')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await person.click()
    await dialog.waitFor()
    await expectFitting(page, 'person')
    await page.goto('/conta')
    await page.getByRole('heading', { name: 'Trocar a senha' }).waitFor()
    await expectFitting(page, 'account')
    await page.goto('/nova-loja')
    await page.getByRole('heading', { name: 'Abrir uma loja' }).waitFor()
    await expectFitting(page, 'new store')
    await page.context().close()
  },
)
