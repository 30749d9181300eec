import type { Locator, Page } from 'playwright-core'

type Press = string | RegExp

/** Where panels are, and what is pressed to open each of them. */
export const panels: readonly (readonly [path: string, ...openings: readonly (readonly Press[])[]])[] = [
  [
    '/menu/orders',
    ['Novo pedido'],
    [/ver detalhes/],
    [/^Recusar/],
    ['Mais opções'],
    ['Mais opções', /^Entregadores/],
    ['Mais opções', /^Movimento/],
    [/^\d+ problemas?|parad[ao]/],
  ],
  ['/cardapio', ['Marmita fit'], ['Marmita fit', /^Editar /], ['Novo item']],
  ['/cardapio?', ['Organizar', 'Nova categoria'], ['Opções', 'Novo grupo']],
  [
    '/settings?tab=horarios',
    [/^Mudar segunda/],
    ['Programar pausa'],
    ['Programar pausa', /^Calendário/],
    [/^Novo dia/],
    [/^Natal/],
    [/^Mudar a loja dos ajustes/],
    [/^aplicar/],
    ['Desativar a loja'],
  ],
  ['/settings?tab=loja', ['Mudar a virada do dia']],
  ['/settings?tab=modulos', [/^Entrega/]],
  ['/settings?tab=entrega', ['Nova área'], ['Mudar todas'], ['Importar'], ['Nova']],
  ['/settings?tab=integracoes', ['Desconectar']],
  ['/settings?tab=primeiros-passos', [/^Pular: /]],
  ['/settings?tab=team', ['Convidar'], [/^Mudar o acesso de Caio/]],
  ['/settings?tab=printing', [/^Adicionar impressora/], ['Conectar computador']],
  ['/menu', [/^Mais de/]],
  ['/lojas', ['Criar grupo'], [/^Editar /], [/^Excluir /]],
  ['/reports/sale?period=30d', ['Exportar'], ['Visões salvas'], [/^O que é/]],
  ['/reports/quality?period=30d', ['Metas'], ['Responder']],
  ['/conta', ['Ligar'], ['Pôr um telefone'], [/^Sair deste/]],
]

export const openPanels = 'dialog[open], [popover]:popover-open'

/** Presses one after the other; the last opens the panel. */
export async function openByPresses(page: Page, presses: readonly Press[]): Promise<void> {
  for (const press of presses) await firstOf(page, press).click()
  await page.locator(openPanels).last().waitFor()
  // What it shows may come from the server, and what it covers moves away.
  await page.waitForFunction(() => document.querySelector('dialog[open] [aria-busy=true]') === null)
}

/** On a panel that is open already, or on the screen. */
function firstOf(page: Page, press: Press): Locator {
  const button = typeof press === 'string' ? { name: press, exact: true } : { name: press }
  return page
    .getByRole('button', button)
    .or(page.getByRole('switch', button))
    .filter({ visible: true })
    .first()
}

export async function closePanels(page: Page): Promise<void> {
  for (let tries = 0; tries < 4 && (await page.locator(openPanels).count()) > 0; tries += 1)
    await page.keyboard.press('Escape')
}
