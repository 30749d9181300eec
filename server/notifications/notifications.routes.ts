import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/notifications/push.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import {
  addPushDevice,
  changePushDevice,
  readPushDevices,
  readPushKey,
  removePushDevice,
} from './push-devices.ts'
import { testPushDevice } from './send-push.ts'

export function notificationsRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.readPushKey, readPushKey)
  serve(app, deps, contract.readPushDevices, readPushDevices)
  serve(app, deps, contract.addPushDevice, addPushDevice)
  serve(app, deps, contract.changePushDevice, changePushDevice)
  serve(app, deps, contract.testPushDevice, testPushDevice)
  serve(app, deps, contract.removePushDevice, removePushDevice)
}
