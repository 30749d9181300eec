import { v5 as uuidv5 } from 'uuid'
import type { SpecialDay } from '../../../contract/stores/hours.ts'
import { moduleOfType } from '../../../contract/stores/module-keys.ts'
import {
  services,
  type OpenHours,
  type OpeningInterval,
  type Service,
} from '../../../contract/stores/stores.ts'
import type { ServedStore } from './served-store.ts'
import { serviceAreaOf } from './service-area.rules.ts'
import { utcDay, utcHours } from './utc-hours.rules.ts'

/** Open Delivery v1.7's answer to whether the store sells now, with its hours; `paused`: at every channel. */
export function merchantStatusOf(store: ServedStore, paused: boolean, now: Date) {
  const idOf = (what: string): string => uuidv5(what, store.id)
  return {
    status: store.active && !paused ? 'AVAILABLE' : 'UNAVAILABLE',
    services: servicesOf(store, { idOf, menuId: idOf('menu'), now }).map(
      ({ id, serviceType, serviceHours: { weekHours, holidayHours } }) => ({
        id,
        serviceType,
        serviceHours: [{ weekHours, holidayHours }],
      }),
    ),
  }
}

interface ServiceParts {
  readonly idOf: (what: string) => string
  readonly menuId: string
  readonly now: Date
}

/** The ways in which the store sells, with their hours. */
export const servicesOf = (store: ServedStore, parts: ServiceParts) =>
  services
    .filter((service) => !store.off.includes(moduleOfType(service)))
    .filter((service) => store.openingHours.length === 0 || hoursOf(store, service).length > 0)
    .map((service) => serviceOf(store, service, parts))

function serviceOf(store: ServedStore, service: Service, { idOf, menuId, now }: ServiceParts) {
  const zone = { timezone: store.timezone, now }
  const serviceArea =
    service === 'DELIVERY' ? serviceAreaOf(idOf('service area'), store.address, store.zones) : undefined
  return {
    id: idOf(`service ${service}`),
    status: 'AVAILABLE',
    serviceType: service,
    menuId,
    ...(serviceArea ? { serviceArea } : {}),
    serviceHours: {
      id: idOf(`hours ${service}`),
      weekHours: hoursOf(store, service).map((hours) => utcDay(hours.weekday, hours, zone)),
      holidayHours: store.specialDays.flatMap((day) => holidayOf(day, service, zone)),
    },
  }
}

const serves = (hours: OpenHours, service: Service): boolean => hours.services?.includes(service) ?? true
const hoursOf = (store: ServedStore, service: Service): readonly OpeningInterval[] =>
  store.openingHours.filter((hours) => serves(hours, service))

/** A closed day is a period without length: the schema asks for a period of every holiday. */
function holidayOf(
  { day, kind, intervals }: SpecialDay,
  service: Service,
  zone: { readonly timezone: string; readonly now: Date },
) {
  if (kind === 'week') return []
  const open = kind === 'closed' ? [] : intervals.filter((hours) => serves(hours, service))
  const closed = { startTime: '00:00:00.000Z', endTime: '00:00:00.000Z' }
  return open.length === 0
    ? [{ date: day, timePeriods: closed }]
    : open.map((hours) => ({ date: day, timePeriods: utcHours(hours, zone) }))
}
