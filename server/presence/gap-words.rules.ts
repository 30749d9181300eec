import type { PresenceCause } from '../../contract/presence/presence-now.ts'

/** pt-BR, the name of the pause that presence makes. */
export const pauseNames: Readonly<Record<PresenceCause, string>> = {
  screen: 'Nenhuma tela de Pedidos aberta',
  sound: 'Tela de Pedidos sem som',
  'screen-and-printer': 'Nenhuma tela de Pedidos aberta e nenhuma impressora respondendo',
  'sound-and-printer': 'Tela de Pedidos sem som e nenhuma impressora respondendo',
}
