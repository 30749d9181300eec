import type { Page } from 'playwright-core'

export interface Screen {
  readonly name: string
  readonly path: string
  /** Seen without signing in. */
  readonly visitor?: true
  /** What is opened on it first. */
  readonly open?: (page: Page) => Promise<void>
}

const report = (name: string, path: string): Screen => ({ name: `report-${name}`, path: `/reports/${path}` })
const settings = (tab: string): Screen => ({ name: `settings-${tab}`, path: `/settings?tab=${tab}` })

/** Every screen, and the dialogs that an order leads to. */
export const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/login', visitor: true },
  { name: 'sign-up', path: '/cadastro', visitor: true },
  { name: 'reset-password', path: '/reset-password', visitor: true },
  { name: 'terms', path: '/termos', visitor: true },
  { name: 'now', path: '/menu' },
  {
    name: 'now-guide',
    path: '/menu',
    open: (page) =>
      page
        .getByRole('button', { name: /^Ajuda/ })
        .first()
        .click(),
  },
  { name: 'board', path: '/menu/orders' },
  {
    name: 'board-order',
    path: '/menu/orders',
    open: async (page) => {
      await page
        .getByRole('button', { name: /ver detalhes/ })
        .first()
        .click()
      await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
    },
  },
  {
    name: 'board-order-note',
    path: '/menu/orders',
    open: async (page) => {
      await page
        .getByRole('button', { name: /ver detalhes/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Informar a chave da nota' }).click()
      await page.getByLabel('Chave de acesso').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'board-new-order',
    path: '/menu/orders',
    open: async (page) => {
      await page.getByRole('button', { name: /^Novo pedido/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'conversations', path: '/conversas' },
  { name: 'reviews', path: '/avaliacoes' },
  report('day', 'daily'),
  report('sale', 'sale'),
  report('stores', 'stores'),
  report('product', 'product'),
  report('menu', 'menu'),
  report('customer', 'customer'),
  report('history', 'history'),
  report('order-billing', 'orderBilling'),
  report('quality', 'quality'),
  { name: 'menu', path: '/cardapio' },
  {
    name: 'menu-order',
    path: '/cardapio',
    open: (page) => page.getByRole('button', { name: 'Organizar', exact: true }).click(),
  },
  {
    name: 'menu-prices',
    path: '/cardapio',
    open: (page) => page.getByRole('button', { name: 'Preço por loja' }).click(),
  },
  { name: 'menu-import', path: '/cardapio/importar' },
  { name: 'stores-and-groups', path: '/lojas' },
  { name: 'group', path: '/sabor-da-vila' },
  { name: 'settings', path: '/settings' },
  settings('loja'),
  settings('horarios'),
  settings('primeiros-passos'),
  settings('entrega'),
  settings('pagamentos'),
  settings('entregadores'),
  settings('integracoes'),
  settings('whatsapp'),
  settings('anuncios'),
  settings('indicacoes'),
  settings('orders'),
  settings('printing'),
  settings('contador'),
  settings('team'),
  settings('historico'),
  settings('dados-pessoais'),
  settings('notificacoes'),
  settings('account'),
  { name: 'new-store', path: '/nova-loja' },
  { name: 'install-agent', path: '/agente', visitor: true },
  { name: 'tutorials', path: '/tutorials' },
  { name: 'not-found', path: '/nada/disso' },
]
