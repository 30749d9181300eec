import * as contract from '../../../contract/stores/hours.ts'
import { on, type ServedRoute } from '../../calls/call.ts'
import { readBreak, readBreaks, readWorkingHours } from './read-hours.ts'
import { deleteSpecialDay, saveSpecialDay } from './save-special-day.ts'
import { saveOwnHolidays } from './save-own-holidays.ts'
import { saveWeek } from './save-week.ts'
import { endBreak, scheduleBreak } from './schedule-break.ts'

export const hoursRoutes: readonly ServedRoute[] = [
  on(contract.readWorkingHours, readWorkingHours),
  on(contract.saveWeek, saveWeek),
  on(contract.saveOwnHolidays, saveOwnHolidays),
  on(contract.saveSpecialDay, saveSpecialDay),
  on(contract.deleteSpecialDay, deleteSpecialDay),
  on(contract.scheduleBreak, scheduleBreak),
  on(contract.readBreaks, readBreaks),
  on(contract.readBreak, readBreak),
  on(contract.endBreak, endBreak),
]
