import type { Page } from 'playwright-core'
import { NetworkPrinter } from '../simulator/printer/network-printer.ts'
import { agentHome } from '../server/printing/testing/print-desk.ts'
import { follow, linkMailedTo } from './mailbox.ts'
import type { Panel } from './panel.ts'

const typed = {
  owner: 'Rita Nova',
  password: 'Girafa#Azul7',
  store: 'Tapioca da Rita',
  phone: '(92) 98765-4321',
  zipCode: '69005-000',
  city: 'Manaus',
  district: 'Centro',
  street: 'Rua das Acácias',
  number: '10',
  computer: 'Caixa',
  printer: 'Cozinha',
} as const
/** How much a person types on the way, with an e-mail address and the printer's. */
export const typedLetters = Object.values(typed).join('').length + 22 + 17

/** Called between the parts of the journey, for pictures and checks. */
export type Between = (part: string, page: Page) => Promise<void>

/**
 * From nothing to a printed test order, as a new owner does it with a phone: account, store, printer, order. The link of
 * the mail is opened from the mailbox; the print agent and its printer run on the same machine.
 */
export async function openStoreAndPrint(
  panel: Panel,
  page: Page,
  email: string,
  between: Between = () => Promise.resolve(),
): Promise<void> {
  // The test says when the pause between two taps is over.
  await page.clock.install()
  await createAccount(panel, page, email)
  await between('a new store', page)
  await openStore(page, 'bakery')
  await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor()
  await page.getByText(/^\d+ de 12 passos feitos/).waitFor()
  await between('the first steps', page)
  const printer = new NetworkPrinter()
  await printer.switchOn()
  const home = agentHome(panel.url)
  const stop = await connectPrinter(page, home, printer)
  try {
    await between('a printer', page)
    await placeAndWork(page, between)
  } finally {
    await stop()
    await printer.switchOff()
    home.remove()
  }
}

/** With the link of the mail, up to the first question about the store. */
export async function createAccount(panel: Panel, page: Page, email: string): Promise<void> {
  await page.getByLabel('Seu nome').fill(typed.owner)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('heading', { name: 'Veja o seu e-mail' }).waitFor()
  await follow(panel, page, await linkMailedTo(panel, email))
  await page.getByLabel('Nova senha', { exact: true }).fill(typed.password)
  await page.getByRole('button', { name: 'Criar conta e entrar' }).click()
  await page.getByLabel('Nome da loja').waitFor()
}

/** With the hours of a bakery; without a kind of house it has none. */
export async function openStore(page: Page, kind: 'bakery' | null = null): Promise<void> {
  await page.getByLabel('Nome da loja').fill(typed.store)
  await page.getByLabel('Telefone com DDD').fill(typed.phone)
  if (kind) {
    await page.getByLabel('Tipo de casa').selectOption({ label: 'Padaria ou café' })
    await page.getByText('Horários para começar: todos os dias, 6:00 às 20:00.').waitFor()
  }
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('CEP').fill(typed.zipCode)
  await page.getByLabel('Estado').selectOption('AM')
  await page.getByLabel('Cidade').fill(typed.city)
  await page.getByLabel('Bairro').fill(typed.district)
  await page.getByLabel('Rua').fill(typed.street)
  await page.getByLabel('Número').fill(typed.number)
  await page.getByRole('button', { name: 'Abrir a loja' }).click()
}

async function connectPrinter(page: Page, home: ReturnType<typeof agentHome>, printer: NetworkPrinter) {
  await page.getByRole('link', { name: 'Abrir as impressoras' }).click()
  await page.getByRole('button', { name: 'Conectar computador', exact: true }).click()
  await page.getByLabel('Nome do computador').fill(typed.computer)
  await page.getByRole('button', { name: 'Gerar código' }).click()
  const code = await page.getByText(/^tapioca-da-rita[\w-]*\/[2-9A-Z]{4}-[2-9A-Z]{4}$/).innerText()
  const agent = await home.start(code)
  await page.getByText('Computador conectado.').waitFor()
  await page.getByRole('button', { name: 'Pronto' }).click()
  await page.getByRole('button', { name: 'Adicionar impressora' }).click()
  const form = page.getByRole('form', { name: 'Impressora' })
  await form.getByLabel('Nome', { exact: true }).fill(typed.printer)
  await form.getByLabel('Endereço na rede').fill(printer.address)
  await form.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Cozinha', { exact: true }).first().waitFor()
  return () => agent.stop()
}

async function placeAndWork(page: Page, between: Between): Promise<void> {
  await toSteps(page)
  await page.getByRole('button', { name: 'Fazer pedido de teste' }).click()
  await page.getByRole('link', { name: 'Abrir na tela de pedidos' }).click()
  const card = page.locator('[data-order]').first()
  await card.getByText('Teste', { exact: true }).first().waitFor()
  await between('the test order', page)
  await card.getByRole('button', { name: /^Aceitar pedido/ }).click()
  const phone = (page.viewportSize()?.width ?? 0) < 768
  for (const [tab, step] of [
    [/Preparo/, /^Marcar como pronto pedido/],
    [/Prontos/, /^Concluir pedido/],
  ] as const) {
    if (phone) await page.getByRole('tab', { name: tab }).click()
    const button = page.getByRole('button', { name: step }).first()
    await button.waitFor()
    // A tap right after the last one is not meant for what has just come under the finger.
    await page.clock.fastForward(900)
    await button.click()
    await button.waitFor({ state: 'detached' })
  }
  await toSteps(page)
  const finished = page.locator('details').filter({ hasText: /passos? feitos?/ })
  await finished.evaluate((fold) => fold.setAttribute('open', ''))
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Feito:' })
    .filter({ hasText: 'Faça um pedido de teste' })
    .waitFor()
  await between('a finished test', page)
}

/** By Agora, as a person comes back. */
async function toSteps(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Agora' }).first().click()
  await page.getByRole('link', { name: /^Primeiros passos/ }).click()
}
