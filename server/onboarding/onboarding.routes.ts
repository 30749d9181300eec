import * as contract from '../../contract/onboarding/usage.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { checkUsage } from './check-usage.ts'
import { readUsage, saveMenuReady, saveSelfMadeMenu } from './save-usage.ts'
import { updateChecklist } from './update-checklist.ts'

export const onboardingRoutes: readonly ServedRoute[] = [
  on(contract.readUsage, readUsage),
  on(contract.saveSelfMadeMenu, saveSelfMadeMenu),
  on(contract.saveMenuReady, saveMenuReady),
  on(contract.checkUsage, checkUsage),
  on(contract.updateChecklist, updateChecklist),
]
