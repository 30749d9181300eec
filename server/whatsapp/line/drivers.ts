import { whatsappDrivers, type WhatsappDriver } from '../../../contract/whatsapp/whatsapp.ts'
import type { Env } from '../../env.ts'
import { createCloudDriver } from './cloud/cloud-driver.ts'
import { createEvolutionDriver } from './evolution/evolution-driver.ts'
import type { MessagingDriver } from '../messaging/messaging-driver.ts'

/** Whether the environment has the settings that the driver needs. */
export const isReady = (driver: WhatsappDriver, env: Env): boolean =>
  driver === 'cloud' ? env.WHATSAPP_APP_SECRET !== undefined : env.EVOLUTION_BASE_URL !== undefined

export const createDriver = (driver: WhatsappDriver, env: Env): MessagingDriver =>
  driver === 'cloud' ? createCloudDriver(env) : createEvolutionDriver(env)

export const isDriver = (name: string): name is WhatsappDriver => whatsappDrivers.some((one) => one === name)
