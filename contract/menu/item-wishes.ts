import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { cents } from '../shared/money.ts'
import { wishStates } from '../stores/wishes.ts'

const itemWishKinds = ['on-sale', 'price'] as const

export const itemWishView = z.strictObject({
  about: z.enum(itemWishKinds),
  state: z.enum(wishStates),
  /** A whole pt-BR sentence. */
  message: z.string(),
  /** A person may have it sent once more (resendMenuItem, resendMenuOption): refused, or changed by somebody there. */
  again: z.boolean(),
})
/** Of which of the two a person speaks. */
export const wishedAbout = z.enum(itemWishKinds, 'Escolha a venda ou o preço.')
export type ItemWishView = z.output<typeof itemWishView>

/** The option as a marketplace has it. */
export const menuOptionChannel = z.strictObject({
  platform: z.enum(platforms),
  merchantId: z.string(),
  /** Null: it has no price there that can be changed from here. */
  priceCents: z.nullable(cents),
  /** One for its sale and one for its price, once somebody has looked. */
  wishes: z.array(itemWishView),
})
export type MenuOptionChannel = z.output<typeof menuOptionChannel>
