import { countReferralClick } from '../../contract/referral/referral.ts'
import { ask } from '../api/ask.ts'

/** Says that this browser opened a referral link for the first time. A count is not worth an error. */
export const countClick = (referrerId: string): void =>
  void ask(countReferralClick, { body: { referrerId } }).catch(() => {})
