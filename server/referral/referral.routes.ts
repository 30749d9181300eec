import * as contract from '../../contract/referral/referral.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { countReferralClick } from './count-click.ts'
import { enableReferralProgram, getMyReferrals } from './enable-program.ts'
import { voidReferral } from './void-referral.ts'

export const referralRoutes: readonly ServedRoute[] = [
  on(contract.enableReferralProgram, enableReferralProgram),
  on(contract.getMyReferrals, getMyReferrals),
  on(contract.countReferralClick, countReferralClick),
  on(contract.voidReferral, voidReferral),
]
