import { channelName } from '../shared/channels.ts'
import { localParts } from '../shared/day.ts'
import type { Alert, AlertKind } from './alerts.ts'

const inWeekday = [
  'aos domingos',
  'às segundas',
  'às terças',
  'às quartas',
  'às quintas',
  'às sextas',
  'aos sábados',
] as const

type Said = Pick<Alert, 'kind' | 'platform' | 'from' | 'to' | 'day' | 'counted' | 'usual'>

/** `22 pedidos entre 19h e 20h; às sextas costuma ter 41`, by the store's clock and without its name. */
export function alertSentence(alert: Said, timezone: string): string {
  const { kind, platform, day, counted, usual } = alert
  const many = kind === 'many-cancelled' ? cancelled(counted) : orders(counted)
  const where = platform === null ? '' : `${channelName(platform)}: `
  const weekday = inWeekday[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
  const said = `${many} entre ${clock(alert.from, timezone)} e ${clock(alert.to, timezone)}`
  return `${where}${where ? said : upper(said)}; ${weekday} costuma ter ${usually(usual)}`
}

export const alertTitles: Readonly<Record<AlertKind, string>> = {
  'few-orders': 'Menos pedidos que o normal',
  'many-orders': 'Mais pedidos que o normal',
  'many-cancelled': 'Cancelamentos acima do normal',
}

const orders = (count: number): string =>
  count === 0 ? 'nenhum pedido' : count === 1 ? '1 pedido' : `${count} pedidos`
const cancelled = (count: number): string =>
  count === 1 ? '1 pedido cancelado' : `${count} pedidos cancelados`

function usually(usual: number): string {
  if (usual === 0) return 'menos de 1'
  return usual < 1 ? 'perto de 1' : String(Math.round(usual))
}

function clock(at: string, timezone: string): string {
  const { hour, minute } = localParts(new Date(at), timezone)
  return minute === 0 ? `${hour}h` : `${hour}h${String(minute).padStart(2, '0')}`
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
