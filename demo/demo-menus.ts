import { createHash } from 'node:crypto'
import { dayMs } from '../contract/shared/durations.ts'
import type { OrderItem } from '../contract/orders/orders.ts'
import type { Dish } from './demo-photos.ts'
import type { DemoDish, DemoStore } from './demo-stores.ts'
import type { Random } from './random.ts'

/**
 * Ids are derived from names, so that the simulator's catalog and the database share them across
 * restarts.
 */
export function demoId(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('/')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

interface DemoPause {
  readonly code: string
  /** Days before now. */
  readonly since: number
  /** When it ended, in days before now; negative: in the future; null: no end date. */
  readonly until: number | null
  readonly reason: string
}

/** Deliberate gaps in the menu, so that the menu report has something to show. */
interface Oddities {
  /** Missing from this store's menu and not sold there. */
  readonly absent?: readonly string[]
  readonly noPhoto?: readonly string[]
  readonly noDescription?: readonly string[]
  readonly noCategory?: readonly string[]
  readonly notOnIfood?: readonly string[]
  /** Prices that differ from the chain's. */
  readonly ownCents?: Readonly<Record<string, number>>
  readonly ifoodCents?: Readonly<Record<string, number>>
  readonly pauses?: readonly DemoPause[]
}

const oddities: Readonly<Record<string, Oddities>> = {
  'brasa-e-cia': {
    noPhoto: ['BM-3', 'BEB-1'],
    ifoodCents: { 'BR-1': 7_490, 'BR-2': 5_990, 'BM-1': 3_190 },
    pauses: [
      { code: 'BR-4', since: 4.2, until: null, reason: 'Forno do bafo em manutenção' },
      { code: 'BM-2', since: 37, until: 35, reason: 'Faltou frango orgânico' },
      { code: 'BR-2', since: 18, until: 17.6, reason: 'Acabou a fraldinha' },
    ],
  },
  'cantina-aurora': {
    noPhoto: ['CE-1'],
    noDescription: ['CA-3', 'CE-2'],
    ifoodCents: { 'CA-1': 4_690, 'CA-4': 5_190 },
    pauses: [
      { code: 'CE-1', since: 9.4, until: null, reason: 'Fornecedor de burrata parado' },
      { code: 'CA-3', since: 60, until: 57, reason: 'Ricota em falta' },
    ],
  },
  'pastel-da-vila': {
    noPhoto: ['PV-3', 'PV-4', 'PV-5'],
    noDescription: ['PV-3', 'PV-5', 'PC-1'],
    notOnIfood: ['PC-1'],
    noCategory: ['PV-5'],
    pauses: [{ code: 'PV-4', since: 12.1, until: null, reason: 'Camarão caro demais' }],
  },
  'temaki-do-largo': {
    ifoodCents: { 'TK-1': 3_690, 'TK-2': 3_890, 'TC-1': 9_990 },
    noDescription: ['TC-3'],
    pauses: [
      { code: 'TK-3', since: 2.1, until: -1.5, reason: 'Atum chega amanhã' },
      { code: 'TK-1', since: 44, until: 43.4, reason: 'Salmão em falta' },
      { code: 'TC-1', since: 21, until: 20, reason: 'Equipe reduzida' },
    ],
  },
  'norte-grill-centro': {
    ownCents: { 'BEB-2': 690 },
    noPhoto: ['NC-2'],
    ifoodCents: { 'NG-1': 6_490 },
    pauses: [
      { code: 'NG-3', since: 6.3, until: null, reason: 'Defeso da matrinxã' },
      { code: 'NC-3', since: 30, until: 28, reason: 'Cupuaçu em falta' },
    ],
  },
  'norte-grill-adrianopolis': {
    absent: ['BEB-4'],
    noPhoto: ['NB-1', 'NB-2', 'BEB-1', 'BEB-2'],
    noDescription: ['NB-2', 'NA-3'],
    ifoodCents: { 'NA-1': 6_990, 'NA-2': 7_490 },
  },
  'pizza-do-lado': { ifoodCents: { 'PZ-1': 5_990 } },
}

const descriptions: Readonly<Record<string, string>> = {
  'Picanha na brasa': '300 g de picanha na brasa, arroz, vinagrete e farofa da casa.',
  'Fraldinha com chimichurri': '280 g de fraldinha com chimichurri, batatas ao murro e salada.',
  'Frango assado inteiro': 'Frango inteiro assado devagar com ervas. Serve três pessoas.',
  'Costela no bafo': 'Costela bovina de 12 horas no bafo, mandioca cozida e couve.',
  'Marmita executiva': 'Arroz, feijão, bife acebolado, farofa e salada do dia. 600 g.',
  'Marmita fit': 'Frango grelhado, arroz integral, legumes no vapor. 450 g.',
  'Farofa da casa': 'Farofa de manteiga com bacon e banana. 250 g.',
  'Nhoque ao sugo': 'Nhoque de batata feito na casa, molho de tomate italiano e manjericão.',
  'Lasanha à bolonhesa': 'Massa fresca, ragu de carne, bechamel e parmesão gratinado.',
  'Ravióli de ricota': 'Ravióli de ricota e espinafre na manteiga de sálvia.',
  'Espaguete à carbonara': 'Guanciale, gema, pecorino e pimenta-do-reino. Sem creme.',
  'Burrata com tomates': 'Burrata fresca, tomates confitados, pesto e pão da casa.',
  'Pão de alho': 'Quatro unidades, manteiga de alho e parmesão.',
  Tiramisù: 'Café, mascarpone e cacau. Porção individual.',
  'Pastel de carne': 'Carne moída temperada, azeitona e ovo. 22 cm.',
  'Pastel de queijo': 'Muçarela com orégano. 22 cm.',
  'Pastel de palmito': 'Palmito pupunha com catupiry. 22 cm.',
  'Pastel de camarão': 'Camarão refogado com catupiry. 22 cm.',
  'Pastel de pizza': 'Muçarela, presunto e tomate. 22 cm.',
  'Caldo de cana 500 ml': 'Moído na hora; com limão ou abacaxi se pedir.',
  'Temaki de salmão': 'Salmão fresco, arroz, cebolinha. 130 g.',
  'Temaki Filadélfia': 'Salmão, cream cheese e cebolinha. 140 g.',
  'Temaki de atum': 'Atum fresco, arroz e gergelim. 130 g.',
  'Combinado 20 peças': '8 uramakis, 6 hossomakis, 4 niguiris e 2 jows.',
  'Hot roll 8 peças': 'Salmão e cream cheese empanados, com tarê.',
  Guioza: 'Seis unidades de porco na chapa, molho ponzu.',
  'Tambaqui na brasa': 'Banda de tambaqui assada na brasa, baião e vinagrete.',
  'Pirarucu de casaca': 'Pirarucu desfiado, banana pacovã, farinha do Uarini.',
  'Matrinxã recheada': 'Matrinxã sem espinha recheada com farofa de ova.',
  'Baião de dois': 'Arroz, feijão-de-corda, queijo coalho e carne de sol.',
  'X-caboquinho': 'Pão francês, tucumã, queijo coalho e banana frita.',
  'Pudim de cupuaçu': 'Fatia de 150 g com calda de cupuaçu.',
  'Picanha do norte': '300 g de picanha, arroz com castanha e farofa de banana.',
  'Tambaqui em banda': 'Banda inteira na brasa para duas pessoas.',
  'Frango com jambu': 'Sobrecoxa na brasa, arroz de jambu e tucupi.',
  'Farofa de banana': 'Farinha do Uarini com banana pacovã. 250 g.',
  'Vinagrete de tucupi': 'Vinagrete com tucupi e chicória. 200 g.',
  'Pizza de calabresa': 'Molho de tomate, muçarela, calabresa e cebola. 8 pedaços.',
  'Pizza marguerita': 'Muçarela de búfala, tomate e manjericão. 8 pedaços.',
  'Pizza portuguesa': 'Presunto, ovo, ervilha, cebola e azeitona. 8 pedaços.',
  'Água com gás': 'Garrafa de 500 ml.',
  'Refrigerante lata': 'Lata de 350 ml.',
  'Suco de laranja 500 ml': 'Espremido na hora, sem açúcar.',
  'Suco de maracujá': 'Polpa da fruta, 400 ml.',
}

const looks: Readonly<Record<string, Dish>> = {
  Grelhados: 'grill',
  Marmitas: 'bowl',
  Massas: 'pasta',
  Entradas: 'bowl',
  Pastéis: 'pastry',
  Caldos: 'glass',
  Temakis: 'cone',
  Combinados: 'rolls',
  Peixes: 'fish',
  'Da casa': 'bowl',
  Acompanhamentos: 'bowl',
  Pizzas: 'pizza',
  Bebidas: 'glass',
}

export interface DemoGroup {
  readonly id: string
  readonly name: string
  readonly min: number
  readonly max: number
  readonly options: readonly { readonly id: string; readonly name: string; readonly cents: number }[]
}

const groups: Readonly<
  Record<string, readonly (readonly [string, number, number, readonly (readonly [string, number])[]])[]>
> = {
  Grelhados: [
    [
      'Ponto da carne',
      1,
      1,
      [
        ['Mal passada', 0],
        ['Ao ponto', 0],
        ['Bem passada', 0],
      ],
    ],
    [
      'Acompanhamentos',
      0,
      3,
      [
        ['Arroz biro-biro', 900],
        ['Mandioca frita', 1_200],
        ['Salada verde', 800],
      ],
    ],
  ],
  Marmitas: [
    [
      'Tamanho',
      1,
      1,
      [
        ['Pequena', 0],
        ['Grande', 600],
      ],
    ],
  ],
  Massas: [
    [
      'Extras',
      0,
      2,
      [
        ['Parmesão', 500],
        ['Molho à parte', 300],
        ['Pão da casa', 400],
      ],
    ],
  ],
  Pastéis: [
    [
      'Molhos',
      0,
      3,
      [
        ['Vinagrete', 0],
        ['Pimenta da casa', 0],
        ['Catupiry extra', 400],
      ],
    ],
  ],
  Temakis: [
    [
      'Adicionais',
      0,
      2,
      [
        ['Cream cheese', 400],
        ['Cebolinha crispy', 300],
        ['Couve crispy', 350],
      ],
    ],
  ],
  Peixes: [
    [
      'Acompanhamentos',
      1,
      2,
      [
        ['Baião', 0],
        ['Farofa do Uarini', 0],
        ['Vinagrete', 0],
      ],
    ],
  ],
  Pizzas: [
    [
      'Borda',
      1,
      1,
      [
        ['Sem recheio', 0],
        ['Catupiry', 900],
        ['Cheddar', 800],
      ],
    ],
  ],
}

interface DemoItem extends DemoDish {
  readonly id: string
  readonly inCategory: boolean
  readonly description: string
  readonly look: Dish | null
  /** Null: not published on iFood. */
  readonly ifoodCents: number | null
  readonly partnerItemId: string
  readonly groupIds: readonly string[]
}

export interface DemoMenu {
  readonly categories: readonly { readonly id: string; readonly name: string }[]
  readonly items: readonly DemoItem[]
  readonly groups: readonly DemoGroup[]
  readonly pauses: readonly DemoPause[]
}

/** The menu of a demo store, with everything that the order screen and the menu report need. */
export function demoMenu(store: DemoStore): DemoMenu {
  const known = menus.get(store.slug)
  if (known) return known
  const menu = createMenu(store)
  menus.set(store.slug, menu)
  return menu
}

/** Cached, because it is requested for every order of 120 days. */
const menus = new Map<string, DemoMenu>()

function createMenu(store: DemoStore): DemoMenu {
  const odd = oddities[store.slug] ?? {}
  const has = (list: readonly string[] | undefined, code: string) => list?.includes(code) ?? false
  const dishes = store.menu.filter((dish) => !has(odd.absent, dish.code))
  const names = [...new Set(dishes.map((dish) => dish.category))]
  const madeGroups = new Map(
    names.map((category) => [
      category,
      (groups[category] ?? []).map(([name, min, max, options]) => ({
        id: demoId(store.id, 'group', category, name),
        name,
        min,
        max,
        options: options.map(([option, cents]) => ({
          id: demoId(store.id, 'option', category, name, option),
          name: option,
          cents,
        })),
      })),
    ]),
  )
  return {
    categories: names.map((name) => ({ id: demoId(store.id, 'category', name), name })),
    groups: [...madeGroups.values()].flat(),
    pauses: odd.pauses ?? [],
    items: dishes.map((dish) => {
      const cents = odd.ownCents?.[dish.code] ?? dish.cents
      return {
        ...dish,
        cents,
        id: demoId(store.id, 'item', dish.code),
        inCategory: !has(odd.noCategory, dish.code),
        description: has(odd.noDescription, dish.code) ? '' : (descriptions[dish.name] ?? ''),
        look: has(odd.noPhoto, dish.code) ? null : lookOf(dish),
        ifoodCents: has(odd.notOnIfood, dish.code) ? null : (odd.ifoodCents?.[dish.code] ?? cents),
        partnerItemId: demoId(store.merchantId, dish.code),
        groupIds: (madeGroups.get(dish.category) ?? []).map((group) => group.id),
      }
    }),
  }
}

/** The options of an ordered dish: the required ones, and sometimes an optional one. */
export function chosenOptions(category: string, random: Random): OrderItem['options'] {
  return (groups[category] ?? []).flatMap(([groupName, min, max, options]) => {
    const wanted = Math.max(min, random.chance(0.3) ? random.int(max) + 1 : 0)
    const first = random.int(options.length)
    return [...options.slice(first), ...options.slice(0, first)]
      .slice(0, wanted)
      .map(([name, cents]) => ({ name, groupName, quantity: 1, unitPriceCents: cents }))
  })
}

const lookOf = (dish: DemoDish): Dish =>
  /Tiramisù|Pudim/.test(dish.name)
    ? 'cup'
    : dish.name === 'Espaguete à carbonara'
      ? 'pasta'
      : (looks[dish.category] ?? 'bowl')

/** Dishes on sale on a channel at that time, with the channel's prices. */
export function dishesOnSale(
  store: DemoStore,
  platform: 'balcao' | 'ifood',
  at: Date,
  now: Date,
): readonly DemoDish[] {
  const menu = demoMenu(store)
  const back = (now.getTime() - at.getTime()) / dayMs
  const paused = new Set(
    menu.pauses
      .filter((pause) => back <= pause.since && (pause.until === null || back > pause.until))
      .map((pause) => pause.code),
  )
  return menu.items.flatMap((item) => {
    const cents = platform === 'ifood' ? item.ifoodCents : item.cents
    return cents === null || paused.has(item.code) ? [] : [{ ...item, cents }]
  })
}
