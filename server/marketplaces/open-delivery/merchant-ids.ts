import type { OpenDeliveryProfile } from './profile.ts'

type Ids = Pick<OpenDeliveryProfile, 'merchantIdLetters'>

/** Our id of a merchant, as the application has to send it: the id that its owner knows, behind zeros. */
export const ourMerchantId = ({ merchantIdLetters }: Ids, merchantId: string): string =>
  merchantId.padStart(merchantIdLetters, '0')

/** The id that the owner knows. */
export const merchantIdOf = ({ merchantIdLetters }: Ids, sent: string): string =>
  merchantIdLetters === 0 ? sent : sent.replace(/^0+/, '')
