import * as contract from '../../contract/notifications/push.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import {
  addPushDevice,
  changePushDevice,
  readPushDevices,
  readPushKey,
  removePushDevice,
} from './push-devices.ts'
import { testPushDevice } from './send-push.ts'

export const notificationsRoutes: readonly ServedRoute[] = [
  on(contract.readPushKey, readPushKey),
  on(contract.readPushDevices, readPushDevices),
  on(contract.addPushDevice, addPushDevice),
  on(contract.changePushDevice, changePushDevice),
  on(contract.testPushDevice, testPushDevice),
  on(contract.removePushDevice, removePushDevice),
]
