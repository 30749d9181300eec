import * as contract from '../../../contract/stores/channels.ts'
import { readUsualHour as usualHour } from '../../../contract/stores/usual-hour.ts'
import { on, type ServedRoute } from '../../calls/call.ts'
import { readChannels } from './read-channels.ts'
import { readUndecidedHolidays } from './read-undecided-holidays.ts'
import { readUsualHour } from './read-usual-hour.ts'
import { repairChannel } from './repair-channel.ts'

export const channelsRoutes: readonly ServedRoute[] = [
  on(contract.readChannels, readChannels),
  on(usualHour, readUsualHour),
  on(contract.repairChannel, repairChannel),
  on(contract.readUndecidedHolidays, readUndecidedHolidays),
]
