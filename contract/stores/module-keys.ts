import type { OrderType } from '../orders/kinds.ts'

/** What a store uses of the panel, in the order of the screen. */
export const moduleKeys = [
  'delivery',
  'takeout',
  'indoor',
  'scheduling',
  'autoAccept',
  'printing',
  'reviews',
  'finance',
  'conversation',
  'ads',
  'referral',
] as const
export type ModuleKey = (typeof moduleKeys)[number]

const ofType = { DELIVERY: 'delivery', TAKEOUT: 'takeout', INDOOR: 'indoor' } as const

/** The module that decides whether the store takes orders of this type. */
export const moduleOfType = (type: OrderType): ModuleKey => ofType[type]

/** pt-BR, as the screen names them. */
export const moduleNames: Readonly<Record<ModuleKey, string>> = {
  delivery: 'Entrega',
  takeout: 'Retirada',
  indoor: 'Salão',
  scheduling: 'Agendamento',
  autoAccept: 'Aceite automático',
  printing: 'Impressão',
  reviews: 'Avaliações',
  finance: 'Repasses',
  conversation: 'Conversa no WhatsApp',
  ads: 'Anúncios',
  referral: 'Indicações',
}

/** A module works only while one of these is on. */
export const moduleNeeds: Partial<Readonly<Record<ModuleKey, readonly ModuleKey[]>>> = {
  scheduling: ['delivery', 'takeout'],
  autoAccept: ['delivery', 'takeout', 'indoor'],
}

/** Modules that would be on while all they need is off. */
export const unmetModules = (on: ReadonlySet<ModuleKey>): readonly ModuleKey[] =>
  moduleKeys.filter((key) => {
    const needs = moduleNeeds[key]
    return on.has(key) && needs !== undefined && needs.every((need) => !on.has(need))
  })
