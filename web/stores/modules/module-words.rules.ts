import { moduleNames, moduleNeeds, type ModuleKey } from '../../../contract/stores/module-keys.ts'
import type { StoreModule } from '../../../contract/stores/modules.ts'
import { plural } from '../../words/format.ts'

interface ModuleWords {
  /** What it is, while it is on. */
  readonly about: string
  /** What changes when it is switched off, said before. */
  readonly off: string
  /** What changes when it is switched on, said before. */
  readonly on: string
}

export const moduleWords: Readonly<Record<ModuleKey, ModuleWords>> = {
  delivery: {
    about: 'Pedidos que a loja leva até o cliente.',
    off: 'Ninguém lança mais entregas por aqui. Os marketplaces ligados ficam em pausa, também para retirada. A entrega que ainda chegar entra marcada e espera uma pessoa.',
    on: 'Entregas voltam a entrar nos pedidos novos, e os marketplaces ligados reabrem.',
  },
  takeout: {
    about: 'Pedidos que o cliente busca.',
    off: 'Ninguém lança mais retiradas por aqui. Se um marketplace mandar uma, ela chega marcada e espera uma pessoa. Desligue por lá também.',
    on: 'Retiradas voltam a entrar nos pedidos novos.',
  },
  indoor: {
    about: 'Pedidos de mesa e de balcão, para comer na loja.',
    off: 'Ninguém lança mais pedidos de mesa.',
    on: 'Pedidos de mesa voltam a entrar.',
  },
  scheduling: {
    about: 'Pedidos para mais tarde, com hora marcada.',
    off: 'Pedidos novos da loja são só para agora. Os já agendados ficam.',
    on: 'O pedido novo volta a ter o campo “Agendar para”.',
  },
  autoAccept: {
    about: 'Aceita sozinho os pedidos que as regras de cada canal deixam passar.',
    off: 'Todo pedido passa a esperar uma pessoa. As regras de cada canal ficam guardadas.',
    on: 'Pedidos que chegam com a loja aberta são aceitos sozinhos, no canal próprio e nos conectados. Os limites ficam na mesma página.',
  },
  printing: {
    about: 'Cada pedido aceito sai em papel.',
    off: 'Nenhuma via nova sai, e o botão de imprimir diz que a impressão está desligada. As impressoras ficam cadastradas.',
    on: 'Pedidos aceitos a partir de agora voltam a sair em papel.',
  },
  reviews: {
    about: 'Avaliações dos clientes, com prazo para responder.',
    off: 'As avaliações somem do painel e ninguém responde por aqui. Elas continuam chegando e voltam com o módulo.',
    on: 'As avaliações voltam, também as que chegaram enquanto isso.',
  },
  finance: {
    about: 'Repasses dos marketplaces, conferidos pedido a pedido.',
    off: 'O relatório Repasses some. Os lançamentos continuam sendo guardados.',
    on: 'O relatório Repasses volta, com tudo o que foi guardado.',
  },
  conversation: {
    about: 'Pedidos por conversa no WhatsApp da loja, com uma pessoa por perto.',
    off: 'Ninguém mais é atendido sozinho: quem escreve fala com a loja. Os avisos de pedido continuam.',
    on: 'A conversa volta a atender, se estiver ligada nesta página.',
  },
  ads: {
    about: 'Links de anúncios para o WhatsApp, a medição das vendas e o cardápio como catálogo.',
    off: 'Os catálogos deixam de abrir, os links levam ao WhatsApp sem contar, e nenhuma venda é contada à rede de anúncios. O que já existe fica guardado.',
    on: 'Os catálogos voltam a abrir e os links voltam a contar.',
  },
  referral: {
    about: 'O link da loja para indicar o Balcão, com prêmio por loja que chega.',
    off: 'O link deixa de contar: quem abrir uma loja enquanto isso não vale prêmio. Os prêmios anotados ficam.',
    on: 'O link volta a contar. Quem abriu loja enquanto isso continua sem valer.',
  },
}

/** The part of the settings that switches each: `?tab=`. */
export const moduleTabs: Readonly<Record<ModuleKey, string>> = {
  delivery: 'entrega',
  takeout: 'orders',
  indoor: 'orders',
  scheduling: 'orders',
  autoAccept: 'orders',
  printing: 'printing',
  reviews: 'integracoes',
  finance: 'pagamentos',
  conversation: 'whatsapp',
  ads: 'anuncios',
  referral: 'indicacoes',
}

/** The effect of the switch, with what is under way. */
export function effectOf({ key, on, running }: StoreModule): string {
  const words = moduleWords[key]
  if (!on) return words.on
  if (running === 0) return words.off
  const what =
    key === 'printing'
      ? plural(running, 'via na fila sai', 'vias na fila saem')
      : plural(running, 'pedido em aberto segue', 'pedidos em aberto seguem')
  return `${words.off} ${what} até o fim.`
}

/** The modules that would stop working without this one; switching off is refused until they are off too. */
export function heldBy(module: StoreModule, all: readonly StoreModule[]): readonly ModuleKey[] {
  if (!module.on) return []
  const on = new Set(all.filter((one) => one.on && one.key !== module.key).map(({ key }) => key))
  return all
    .filter((one) => one.on && (moduleNeeds[one.key] ?? []).includes(module.key))
    .filter((one) => (moduleNeeds[one.key] ?? []).every((need) => !on.has(need)))
    .map(({ key }) => key)
}

/** What a module that is off still needs before it can be on. */
export function lacks(module: StoreModule, all: readonly StoreModule[]): readonly ModuleKey[] {
  const needs = moduleNeeds[module.key] ?? []
  return module.on || needs.some((need) => all.some((one) => one.key === need && one.on)) ? [] : needs
}

export const namesOf = (keys: readonly ModuleKey[], and: 'e' | 'ou'): string =>
  keys.map((key) => moduleNames[key].toLowerCase()).join(` ${and} `)
