import type { ModuleKey } from './module-keys.ts'

/** The section of the settings that switches each module, as the screen names it. */
export const moduleSections: Readonly<Record<ModuleKey, string>> = {
  delivery: 'Entrega',
  takeout: 'Pedidos',
  indoor: 'Pedidos',
  scheduling: 'Pedidos',
  autoAccept: 'Pedidos',
  printing: 'Impressoras',
  reviews: 'Canais',
  finance: 'Pagamentos',
  conversation: 'Canais',
  ads: 'Divulgação',
  referral: 'Divulgação',
}
