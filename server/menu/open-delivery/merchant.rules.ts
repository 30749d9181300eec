import { v5 as uuidv5 } from 'uuid'
import { askedGroups } from '../../../contract/menu/asked-groups.ts'
import type { Menu, MenuItem } from '../../../contract/menu/menu.ts'
import type { MenuHours } from '../../../contract/menu/menu-fields.ts'
import { allergenWords } from '../../../contract/menu/allergen-words.ts'
import { minimumOf } from './service-area.rules.ts'
import type { ServedStore } from './served-store.ts'
import { servicesOf } from './services.rules.ts'
import { utcDay } from './utc-hours.rules.ts'

/** Open Delivery's least; the address answers from its cache meanwhile. */
const ttlSeconds = 500

/** Open Delivery v1.7's Merchant. Money is in reais, times are in UTC; ids stay the same from one reading to the next. */
export function merchantOf(store: ServedStore, menu: Menu, now: Date, origin: string) {
  const idOf = (what: string): string => uuidv5(what, store.id)
  const availability = availabilitiesOf(idOf, { timezone: store.timezone, now })
  const offerId = (item: MenuItem): string => idOf(`offer ${item.id}`)
  const categories = categoriesOf(menu, { idOf, offerId, availabilityId: availability.idOf })
  const menuId = idOf('menu')
  return {
    lastUpdate: store.changedAt.toISOString(),
    TTL: ttlSeconds,
    id: `${store.document}-${store.id}`,
    status: store.active ? 'AVAILABLE' : 'UNAVAILABLE',
    basicInfo: basicInfoOf(store),
    services: servicesOf(store, { idOf, menuId, now }),
    menus: [
      {
        id: menuId,
        name: `Cardápio de ${store.name}`,
        externalCode: store.menuSlug,
        categoryId: categories.map(({ id }) => id),
      },
    ],
    categories,
    itemOffers: menu.items.map((item, index) => ({
      id: offerId(item),
      itemId: item.id,
      index,
      status: item.status,
      price: reais(item.priceCents),
      ...availability.idOf(item.availability),
      ...(item.optionGroupIds.length > 0 ? { optionGroupsId: groupIdsOf(item, menu) } : {}),
    })),
    items: [
      ...menu.items.map((item) => itemOf(item, origin)),
      ...menu.optionGroups.flatMap((group) => group.options.map(optionItemOf)),
    ],
    optionGroups: menu.optionGroups.map((group, index) => optionGroupOf(group, index, menu)),
    availabilities: availability.all(),
  }
}

/** Hours that are the same are one availability. */
function availabilitiesOf(
  idOf: (what: string) => string,
  zone: { readonly timezone: string; readonly now: Date },
) {
  const known = new Map<string, readonly MenuHours[]>()
  return {
    idOf: (hours: readonly MenuHours[]) => {
      if (hours.length === 0) return {}
      const id = idOf(`availability ${JSON.stringify(hours)}`)
      known.set(id, hours)
      return { availabilityId: [id] }
    },
    all: () =>
      [...known].map(([id, hours]) => ({
        id,
        hours: hours.flatMap(({ dayOfWeek, timePeriods: { startTime, endTime } }) =>
          dayOfWeek.map((day) => utcDay(day, { start: startTime, end: endTime }, zone)),
        ),
      })),
  }
}

interface CategoryParts {
  readonly idOf: (what: string) => string
  readonly offerId: (item: MenuItem) => string
  readonly availabilityId: (hours: readonly MenuHours[]) => { readonly availabilityId?: string[] }
}

/** Items without a category come last, in one of their own: the standard knows no others. */
function categoriesOf(menu: Menu, { idOf, offerId, availabilityId }: CategoryParts) {
  const offersIn = (id: string | null): string[] =>
    menu.items.filter((item) => item.categoryId === id).map(offerId)
  const categories = menu.categories.map((category, index) => ({
    id: category.id,
    index,
    name: category.name,
    ...(category.description ? { description: category.description } : {}),
    externalCode: category.externalCode,
    status: category.status,
    ...availabilityId(category.availability),
    itemOfferId: offersIn(category.id),
  }))
  const other = {
    id: idOf('items without category'),
    index: categories.length,
    name: 'Outros',
    externalCode: 'OUTROS',
    status: 'AVAILABLE' as const,
    itemOfferId: offersIn(null),
  }
  return other.itemOfferId.length === 0 ? categories : [...categories, other]
}

/** The standard knows no groups of an option: they are groups of the item, which nobody must answer. */
function groupIdsOf({ optionGroupIds }: MenuItem, { optionGroups }: Menu): readonly string[] {
  const every = optionGroups.flatMap(({ options }) =>
    options.map(({ id }) => ({ menuOptionId: id, quantity: 1 })),
  )
  const asked = askedGroups(optionGroupIds, optionGroups, every)
  return [...new Set([...optionGroupIds, ...asked.map(({ group }) => group.id)])]
}

const optionGroupOf = (group: Menu['optionGroups'][number], index: number, { optionGroups }: Menu) => ({
  id: group.id,
  index,
  name: nameOf(group, optionGroups),
  ...(group.description ? { description: group.description } : {}),
  externalCode: group.externalCode,
  status: group.status,
  minPermitted: group.optionId === null ? group.minPermitted : 0,
  maxPermitted: group.maxPermitted,
  // The standard counts flavours, not their parts: of halves the average is the same.
  priceMethod: group.priceMethod === 'SHARE' ? 'AVG' : group.priceMethod,
  options: group.options.map((option, place) => ({
    id: option.id,
    itemId: option.id,
    index: place,
    status: option.status,
    price: reais(option.priceCents),
    maxPermitted: option.maxPermitted,
  })),
})

/** `Batata: Tamanho`. */
function nameOf({ name, optionId }: Menu['optionGroups'][number], groups: Menu['optionGroups']): string {
  const holder = groups.flatMap(({ options }) => options).find(({ id }) => id === optionId)
  return holder ? `${holder.name}: ${name}` : name
}

const reais = (cents: number) => ({ value: cents / 100, originalValue: cents / 100, currency: 'BRL' })

function itemOf(item: MenuItem, origin: string) {
  return {
    id: item.id,
    name: item.name,
    description: descriptionOf(item),
    externalCode: item.externalCode ?? item.productKey,
    status: item.status,
    ...(item.photoUrl === null ? {} : { image: { URL: `${origin}${item.photoUrl}` } }),
    ...(item.serving === null ? {} : { serving: item.serving }),
    unit: item.unit,
    ...(item.ean === null ? {} : { ean: item.ean }),
  }
}

/** Allergens and alcohol are said in words: Open Delivery's own fields for them require the calories of the dish. */
const descriptionOf = (item: MenuItem): string =>
  [
    item.description,
    allergenWords(item.allergen),
    item.isAlcoholic ? 'Bebida alcoólica: venda proibida para menores de 18 anos.' : '',
  ]
    .filter((words) => words !== '')
    .join(' ')

const optionItemOf = (option: Menu['optionGroups'][number]['options'][number]) => ({
  id: option.id,
  name: option.name,
  description: option.description,
  externalCode: option.externalCode,
  status: option.status,
  unit: 'UN',
})

function basicInfoOf(store: ServedStore) {
  const { address } = store
  return {
    name: store.name,
    document: store.document,
    corporateName: store.brandName,
    description: store.brandName,
    averagePreparationTime: store.preparationMinutes,
    minOrderValue: { value: minimumOf(store.zones) / 100, currency: 'BRL' },
    merchantType: 'RESTAURANT',
    merchantCategories: [],
    address: {
      country: 'BR',
      state: address.state,
      city: address.city,
      district: address.district,
      street: address.street,
      number: address.number,
      postalCode: address.zipCode,
      complement: address.complement ?? '',
      latitude: address.lat,
      longitude: address.lng,
    },
    contactEmails: [],
    contactPhones: { commercialNumber: store.phone },
    logoImage: { URL: store.logoUrl },
  }
}
