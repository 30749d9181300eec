import type { Locator, Page } from 'playwright-core'

type Press = string | RegExp

/** Where panels are, and the buttons that open each of them, one after the other. */
export const panels: readonly { readonly path: string; readonly openings: readonly (readonly Press[])[] }[] =
  [
    {
      path: '/menu/orders',
      openings: [
        ['Novo pedido'],
        [/ver detalhes/],
        [/^Recusar/],
        ['Mais opções'],
        [/^Entregadores/],
        ['Mais opções', /^Movimento/],
        [/^\d+ problemas?|parad[ao]/],
      ],
    },
    { path: '/cardapio', openings: [['Picanha na brasa'], ['Picanha na brasa', /^Editar /], ['Novo item']] },
    {
      path: '/cardapio?',
      openings: [
        ['Organizar', 'Nova categoria'],
        ['Opções', 'Novo grupo'],
      ],
    },
    {
      path: '/settings?tab=horarios',
      openings: [
        [/^Mudar segunda/],
        ['Programar pausa', /^Calendário/],
        [/^Novo dia/],
        [/^Natal/],
        [/^Mudar a loja dos ajustes/],
        [/^aplicar/],
        ['Parar de vender'],
      ],
    },
    { path: '/settings?tab=loja', openings: [['Mudar a virada do dia']] },
    { path: '/settings?tab=orders', openings: [[/^Retirada/]] },
    {
      path: '/settings?tab=entrega',
      openings: [['Nova área'], ['Mudar todas'], ['Arquivos das áreas', 'Importar'], ['Nova']],
    },
    { path: '/settings?tab=integracoes', openings: [['Desconectar']] },
    { path: '/settings?tab=primeiros-passos', openings: [[/^Pular: /]] },
    { path: '/settings?tab=team', openings: [['Convidar'], [/^Mudar o acesso de Caio/]] },
    { path: '/settings?tab=anuncios', openings: [['Novo anúncio']] },
    { path: '/settings?tab=dados-pessoais', openings: [['Registrar incidente']] },
    { path: '/settings?tab=printing', openings: [[/^Adicionar impressora/], ['Conectar computador']] },
    { path: '/menu', openings: [[/^Mais de/]] },
    { path: '/lojas', openings: [['Criar grupo'], [/^Editar /], [/^Editar /, 'Excluir grupo']] },
    { path: '/reports/sale?period=30d', openings: [['Exportar'], ['Visões salvas'], [/^O que é/]] },
    { path: '/reports/quality?period=30d', openings: [['Metas']] },
    { path: '/conta', openings: [['Ligar'], ['Pôr um telefone']] },
  ]

export const openPanels = 'dialog[open], [popover]:popover-open'

/** Presses one after the other; the last opens the panel. */
export async function openByPresses(page: Page, presses: readonly Press[]): Promise<void> {
  for (const press of presses) await firstOf(page, press).click()
  await page.locator(openPanels).last().waitFor()
  // Its content may come from the server.
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

/** Each Escape closes the newest. */
export async function closePanels(page: Page): Promise<void> {
  for (;;) {
    const open = await page.locator(openPanels).count()
    if (open === 0) return
    await page.keyboard.press('Escape')
    await page
      .locator(openPanels)
      .nth(open - 1)
      .waitFor({ state: 'detached' })
  }
}
