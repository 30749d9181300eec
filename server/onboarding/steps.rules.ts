import { minPricedItems, type StepKey } from '../../contract/onboarding/steps.ts'

/** What the database knows of a store's beginning. Each step depends on its own facts and on nothing else. */
export interface StoreFacts {
  /** CNPJ or CPF. */
  readonly hasDocument: boolean
  readonly openingIntervals: number
  readonly takeoutOrIndoor: boolean
  /** Areas that delivery serves, while delivery is on. */
  readonly deliveryAreas: number
  /** Items that a customer can order by their price. */
  readonly pricedItems: number
  /** Printers that a paired print agent reaches. */
  readonly reachedPrinters: number
  /** Test orders that were concluded, with their tickets on paper if the store prints. */
  readonly finishedTests: number
  /** Devices of the team that ring for this store. */
  readonly ringingDevices: number
  readonly hasPixKey: boolean
  readonly connectedChannels: number
  /** People beside the one who opened the store, invitations that wait included. */
  readonly otherPeople: number
  readonly ownersWithSecondFactor: number
  readonly hasRealOrder: boolean
}

/** A fact each: no click makes a step done, and what is undone opens its step again. */
export const stepIsDone: Readonly<Record<StepKey, (facts: StoreFacts) => boolean>> = {
  profile: ({ hasDocument }) => hasDocument,
  hours: ({ openingIntervals }) => openingIntervals > 0,
  service: ({ takeoutOrIndoor, deliveryAreas }) => takeoutOrIndoor || deliveryAreas > 0,
  menu: ({ pricedItems }) => pricedItems >= minPricedItems,
  printer: ({ reachedPrinters }) => reachedPrinters > 0,
  'test-order': ({ finishedTests }) => finishedTests > 0,
  notifications: ({ ringingDevices }) => ringingDevices > 0,
  payment: ({ hasPixKey }) => hasPixKey,
  channel: ({ connectedChannels }) => connectedChannels > 0,
  team: ({ otherPeople }) => otherPeople > 0,
  'second-factor': ({ ownersWithSecondFactor }) => ownersWithSecondFactor > 0,
  'first-order': ({ hasRealOrder }) => hasRealOrder,
}
