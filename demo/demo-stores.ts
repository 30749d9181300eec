import type { OpeningInterval } from '../contract/stores/stores.ts'
import { demoVisitors } from '../server/identity/identity.ts'

export interface DemoDish {
  readonly code: string
  readonly name: string
  readonly cents: number
  readonly category: string
  /** Relative frequency of the dish in orders. */
  readonly weight: number
}

export interface DemoStore {
  readonly id: string
  readonly name: string
  readonly brand: string
  readonly slug: string
  readonly merchantId: string
  /** A CNPJ that nobody has. */
  readonly cnpj: string
  /** In front of its orders' numbers, on the screen and on paper. */
  readonly orderCode: string
  readonly timezone: string
  readonly city: string
  readonly state: string
  readonly district: string
  readonly zipCode: string
  readonly lat: number
  readonly lng: number
  /** Number of orders on an average day. */
  readonly ordersPerDay: number
  /** Share of the day's orders at lunch; the rest is dinner and night. */
  readonly lunch: number
  readonly late: boolean
  readonly ifoodShare: number
  readonly commissionBps: number
  readonly cancelShare: number
  /** When its days have most of their orders. The store itself is open all day: a visitor comes at any hour. */
  readonly busyHours: readonly OpeningInterval[]
  readonly motoboys: readonly string[]
  readonly menu: readonly DemoDish[]
}

const everyDay = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const
const hours = (start: string, end: string): OpeningInterval[] =>
  everyDay.map((weekday) => ({ weekday, start, end }))

/** Of every store of the demo. */
export const openAllDay: readonly OpeningInterval[] = hours('00:00', '00:00')

const dishes = (
  prefix: string,
  category: string,
  list: readonly (readonly [string, number, number])[],
): DemoDish[] =>
  list.map(([name, cents, weight], index) => ({
    code: `${prefix}-${index + 1}`,
    name,
    cents,
    category,
    weight,
  }))

const drinks = dishes('BEB', 'Bebidas', [
  ['Água com gás', 600, 8],
  ['Refrigerante lata', 750, 20],
  ['Suco de laranja 500 ml', 1200, 12],
  ['Suco de maracujá', 1250, 9],
])

const saoPaulo = { timezone: 'America/Sao_Paulo', city: 'São Paulo', state: 'SP' } as const
const manaus = { timezone: 'America/Manaus', city: 'Manaus', state: 'AM' } as const

/** Two groups of one chain, and a store of another tenant. All names, places and merchants are fictional. */
export const demoStores: readonly DemoStore[] = [
  {
    id: '0198f000-0000-7000-8000-000000000001',
    name: 'Brasa & Cia',
    brand: 'Sabor da Vila',
    slug: 'brasa-e-cia',
    merchantId: '5b1a0001-0000-4000-8000-0000000000a1',
    cnpj: '99999001000159',
    orderCode: 'BC',
    ...saoPaulo,
    district: 'Vila Madalena',
    zipCode: '05435000',
    lat: -23.5535,
    lng: -46.6915,
    ordersPerDay: 62,
    lunch: 0.38,
    late: true,
    ifoodShare: 0.48,
    commissionBps: 1200,
    cancelShare: 0.045,
    busyHours: hours('11:00', '02:00'),
    motoboys: ['Jeferson Silva', 'Cauê Ramos', 'Tiago Nunes'],
    menu: [
      ...dishes('BR', 'Grelhados', [
        ['Picanha na brasa', 6890, 22],
        ['Fraldinha com chimichurri', 5490, 14],
        ['Frango assado inteiro', 4590, 12],
        ['Costela no bafo', 6290, 9],
      ]),
      ...dishes('BM', 'Marmitas', [
        ['Marmita executiva', 2890, 26],
        ['Marmita fit', 3190, 10],
        ['Farofa da casa', 1490, 8],
      ]),
      ...drinks,
    ],
  },
  {
    id: '0198f000-0000-7000-8000-000000000002',
    name: 'Cantina Aurora',
    brand: 'Sabor da Vila',
    slug: 'cantina-aurora',
    merchantId: '5b1a0002-0000-4000-8000-0000000000a2',
    cnpj: '99999002000101',
    orderCode: 'CA',
    ...saoPaulo,
    district: 'Pinheiros',
    zipCode: '05422000',
    lat: -23.5614,
    lng: -46.6822,
    ordersPerDay: 48,
    lunch: 0.42,
    late: false,
    ifoodShare: 0.44,
    commissionBps: 1200,
    cancelShare: 0.03,
    busyHours: hours('11:30', '23:30'),
    motoboys: ['Rafael Costa', 'Lucas Prado'],
    menu: [
      ...dishes('CA', 'Massas', [
        ['Nhoque ao sugo', 4290, 22],
        ['Lasanha à bolonhesa', 4690, 18],
        ['Ravióli de ricota', 4890, 10],
        ['Espaguete à carbonara', 4790, 12],
      ]),
      ...dishes('CE', 'Entradas', [
        ['Burrata com tomates', 3990, 6],
        ['Pão de alho', 1690, 14],
        ['Tiramisù', 2290, 11],
      ]),
      ...drinks,
    ],
  },
  {
    id: '0198f000-0000-7000-8000-000000000003',
    name: 'Pastel da Vila',
    brand: 'Sabor da Vila',
    slug: 'pastel-da-vila',
    merchantId: '5b1a0003-0000-4000-8000-0000000000a3',
    cnpj: '99999003000148',
    orderCode: 'PV',
    ...saoPaulo,
    district: 'Butantã',
    zipCode: '05501000',
    lat: -23.5716,
    lng: -46.7083,
    ordersPerDay: 40,
    lunch: 0.5,
    late: false,
    ifoodShare: 0.36,
    commissionBps: 2300,
    cancelShare: 0.025,
    busyHours: hours('10:00', '22:00'),
    motoboys: ['Wesley Braga'],
    menu: [
      ...dishes('PV', 'Pastéis', [
        ['Pastel de carne', 1290, 30],
        ['Pastel de queijo', 1190, 26],
        ['Pastel de palmito', 1390, 12],
        ['Pastel de camarão', 1890, 8],
        ['Pastel de pizza', 1290, 14],
      ]),
      ...dishes('PC', 'Caldos', [['Caldo de cana 500 ml', 1100, 20]]),
      ...drinks,
    ],
  },
  {
    id: '0198f000-0000-7000-8000-000000000004',
    name: 'Temaki do Largo',
    brand: 'Sabor da Vila',
    slug: 'temaki-do-largo',
    merchantId: '5b1a0004-0000-4000-8000-0000000000a4',
    cnpj: '99999004000192',
    orderCode: 'TL',
    ...saoPaulo,
    district: 'Largo da Batata',
    zipCode: '05424000',
    lat: -23.5668,
    lng: -46.6939,
    ordersPerDay: 44,
    lunch: 0.25,
    late: true,
    ifoodShare: 0.55,
    commissionBps: 2300,
    cancelShare: 0.04,
    busyHours: hours('17:30', '01:30'),
    motoboys: ['Bruno Teles', 'Diego Moura'],
    menu: [
      ...dishes('TK', 'Temakis', [
        ['Temaki de salmão', 3290, 28],
        ['Temaki Filadélfia', 3490, 22],
        ['Temaki de atum', 3390, 10],
      ]),
      ...dishes('TC', 'Combinados', [
        ['Combinado 20 peças', 8990, 12],
        ['Hot roll 8 peças', 2990, 20],
        ['Guioza', 2490, 11],
      ]),
      ...drinks,
    ],
  },
  {
    id: '0198f000-0000-7000-8000-000000000005',
    name: 'Norte Grill Centro',
    brand: 'Norte Grill',
    slug: 'norte-grill-centro',
    merchantId: '5b1a0005-0000-4000-8000-0000000000a5',
    cnpj: '99999005000137',
    orderCode: 'NC',
    ...manaus,
    district: 'Centro',
    zipCode: '69005000',
    lat: -3.1316,
    lng: -60.0233,
    ordersPerDay: 46,
    lunch: 0.45,
    late: false,
    ifoodShare: 0.42,
    commissionBps: 1200,
    cancelShare: 0.03,
    busyHours: hours('11:00', '23:00'),
    motoboys: ['Ítalo Paiva', 'Renan Lira'],
    menu: [
      ...dishes('NG', 'Peixes', [
        ['Tambaqui na brasa', 5990, 24],
        ['Pirarucu de casaca', 5490, 14],
        ['Matrinxã recheada', 5790, 8],
      ]),
      ...dishes('NC', 'Da casa', [
        ['Baião de dois', 3290, 18],
        ['X-caboquinho', 2190, 20],
        ['Pudim de cupuaçu', 1590, 12],
      ]),
      ...drinks,
    ],
  },
  {
    id: '0198f000-0000-7000-8000-000000000006',
    name: 'Norte Grill Adrianópolis',
    brand: 'Norte Grill',
    slug: 'norte-grill-adrianopolis',
    merchantId: '5b1a0006-0000-4000-8000-0000000000a6',
    cnpj: '99999006000181',
    orderCode: 'NA',
    ...manaus,
    district: 'Adrianópolis',
    zipCode: '69057000',
    lat: -3.1019,
    lng: -60.0119,
    ordersPerDay: 36,
    lunch: 0.35,
    late: true,
    ifoodShare: 0.5,
    commissionBps: 1200,
    cancelShare: 0.035,
    busyHours: hours('17:00', '01:00'),
    motoboys: ['Marcos Brito'],
    menu: [
      ...dishes('NA', 'Grelhados', [
        ['Picanha do norte', 6490, 20],
        ['Tambaqui em banda', 6990, 16],
        ['Frango com jambu', 4290, 14],
      ]),
      ...dishes('NB', 'Acompanhamentos', [
        ['Farofa de banana', 1390, 14],
        ['Vinagrete de tucupi', 990, 10],
      ]),
      ...drinks,
    ],
  },
  {
    id: '0198f000-0000-7000-8000-000000000007',
    name: 'Pizza do Lado',
    brand: 'Pizza do Lado',
    slug: 'pizza-do-lado',
    merchantId: '5b1a0007-0000-4000-8000-0000000000a7',
    cnpj: '99999007000126',
    orderCode: 'PL',
    ...saoPaulo,
    district: 'Mooca',
    zipCode: '03104000',
    lat: -23.5596,
    lng: -46.5989,
    ordersPerDay: 34,
    lunch: 0.08,
    late: true,
    ifoodShare: 0.4,
    commissionBps: 1200,
    cancelShare: 0.03,
    busyHours: hours('18:00', '00:30'),
    motoboys: ['Paulo Reis'],
    menu: [
      ...dishes('PZ', 'Pizzas', [
        ['Pizza de calabresa', 5490, 26],
        ['Pizza marguerita', 5690, 20],
        ['Pizza portuguesa', 5990, 14],
      ]),
      ...drinks,
    ],
  },
]

export const demoGroups = [
  {
    id: '0198f000-0000-7000-8000-0000000000b1',
    name: 'Sabor da Vila',
    slug: 'sabor-da-vila',
    stores: [0, 1, 2, 3],
  },
  { id: '0198f000-0000-7000-8000-0000000000b2', name: 'Norte Grill', slug: 'norte-grill', stores: [4, 5] },
] as const

/** Roles by store index: owner 3, manager 2, basic 1. */
const accessOf: Readonly<
  Record<(typeof demoVisitors)[number]['uid'], readonly (readonly [number, 1 | 2 | 3])[]>
> = {
  'demo-dona': [0, 1, 2, 3, 4, 5].map((index) => [index, 3] as const),
  'demo-gerente': [
    [0, 2],
    [1, 2],
  ],
  'demo-atendente': [[0, 1]],
  'demo-outra': [[6, 3]],
}

export const demoPeople = demoVisitors.map((person) => ({ ...person, access: accessOf[person.uid] }))

const ownStores = (from: number, to: number) => demoStores.slice(from, to).map(({ id }) => id)

/** Simulated: they send the orders of the own channel, accept and advance what the visitor does not. */
export const demoStaff = [
  {
    uid: 'demo-staff-rosa',
    email: 'rosa@balcao.example',
    name: 'Rosa Almeida',
    storeIds: ownStores(0, 6),
  },
  {
    uid: 'demo-staff-teo',
    email: 'teo@balcao.example',
    name: 'Téo Martins',
    storeIds: ownStores(6, 7),
  },
]
