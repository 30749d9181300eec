import * as contract from '../../../contract/stores/profile.ts'
import { on, type ServedRoute } from '../../calls/call.ts'
import { previewDayRecalculation, recalculateDays } from './recalculate-days.ts'
import { saveDayStart } from './save-day-start.ts'
import { saveStoreLogo } from './save-logo.ts'
import { readStoreProfile, saveStoreProfile } from './save-profile.ts'
import { readZipCode } from './zip-codes.ts'

export const profileRoutes: readonly ServedRoute[] = [
  on(contract.readStoreProfile, readStoreProfile),
  on(contract.saveStoreProfile, saveStoreProfile),
  on(contract.saveStoreLogo, saveStoreLogo),
  on(contract.saveDayStart, saveDayStart),
  on(contract.previewDayRecalculation, previewDayRecalculation),
  on(contract.recalculateDays, recalculateDays),
  on(contract.readZipCode, readZipCode),
]
