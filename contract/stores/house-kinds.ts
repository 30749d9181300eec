/** Kinds of house that a new store chooses from. */
export const houseKinds = [
  'restaurant',
  'lunch',
  'pizzeria',
  'burger',
  'bakery',
  'acai',
  'bar',
  'japanese',
  'shop',
] as const
export type HouseKind = (typeof houseKinds)[number]

type Span = readonly [start: string, end: string]

const everyDay = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
type Weekday = (typeof everyDay)[number]

interface Interval {
  readonly weekday: Weekday
  readonly start: string
  readonly end: string
}
const notMonday = everyDay.filter((day) => day !== 'MONDAY')
const notSunday = everyDay.filter((day) => day !== 'SUNDAY')

interface House {
  readonly days: readonly Weekday[]
  readonly spans: readonly Span[]
  /** Minutes promised to the customer from the order on. */
  readonly promise: { readonly DELIVERY: number; readonly TAKEOUT: number; readonly INDOOR: number }
}

/** What most houses of the kind do: a start that the owner changes. */
const houses: Readonly<Record<HouseKind, House>> = {
  restaurant: {
    days: notMonday,
    spans: [
      ['11:00', '15:00'],
      ['18:00', '23:00'],
    ],
    promise: { DELIVERY: 50, TAKEOUT: 25, INDOOR: 30 },
  },
  lunch: {
    days: notSunday,
    spans: [['11:00', '15:00']],
    promise: { DELIVERY: 45, TAKEOUT: 20, INDOOR: 25 },
  },
  pizzeria: {
    days: notMonday,
    spans: [['18:00', '23:30']],
    promise: { DELIVERY: 60, TAKEOUT: 30, INDOOR: 35 },
  },
  burger: {
    days: notMonday,
    spans: [['18:00', '00:00']],
    promise: { DELIVERY: 45, TAKEOUT: 20, INDOOR: 25 },
  },
  bakery: {
    days: everyDay,
    spans: [['06:00', '20:00']],
    promise: { DELIVERY: 40, TAKEOUT: 15, INDOOR: 15 },
  },
  acai: {
    days: everyDay,
    spans: [['12:00', '22:00']],
    promise: { DELIVERY: 35, TAKEOUT: 15, INDOOR: 15 },
  },
  bar: {
    days: notMonday,
    spans: [['17:00', '01:00']],
    promise: { DELIVERY: 50, TAKEOUT: 25, INDOOR: 30 },
  },
  japanese: {
    days: notMonday,
    spans: [['18:00', '23:00']],
    promise: { DELIVERY: 60, TAKEOUT: 35, INDOOR: 35 },
  },
  shop: {
    days: notSunday,
    spans: [['09:00', '19:00']],
    promise: { DELIVERY: 60, TAKEOUT: 20, INDOOR: 20 },
  },
}

export const suggestedWeek = (kind: HouseKind): readonly Interval[] =>
  houses[kind].days.flatMap((weekday) => houses[kind].spans.map(([start, end]) => ({ weekday, start, end })))

export const suggestedPromise = (kind: HouseKind): House['promise'] => houses[kind].promise
