import * as chosen from '../../contract/notifications/choices.ts'
import * as contract from '../../contract/notifications/push.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { readNoticeChoices, saveNoticeChoices, testNoticeMail } from './choices.ts'
import {
  addPushDevice,
  changePushDevice,
  readPushDevices,
  readPushKey,
  removePushDevice,
} from './push-devices.ts'
import { renewPushDevice } from './renew-push-device.ts'
import { testPushDevice } from './send-push.ts'

export const notificationsRoutes: readonly ServedRoute[] = [
  on(chosen.readNoticeChoices, readNoticeChoices),
  on(chosen.saveNoticeChoices, saveNoticeChoices),
  on(chosen.testNoticeMail, testNoticeMail),
  on(contract.readPushKey, readPushKey),
  on(contract.readPushDevices, readPushDevices),
  on(contract.addPushDevice, addPushDevice),
  on(contract.renewPushDevice, renewPushDevice),
  on(contract.changePushDevice, changePushDevice),
  on(contract.testPushDevice, testPushDevice),
  on(contract.removePushDevice, removePushDevice),
]
