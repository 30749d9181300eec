import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  addPushDevice,
  readPushDevices,
  readPushKey,
  removePushDevice,
  type PushDevice,
} from '../../contract/notifications/push.ts'
import { ApiError } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryClient, readAgain, refresh } from '../api/query.ts'
import {
  currentSubscription,
  endpointHash,
  pushPermission,
  subscribe,
  unsubscribe,
  type PushPermission,
} from '../browser/service-worker.ts'

export type PushHere =
  | { readonly state: 'on' | 'failing'; readonly device: PushDevice }
  | { readonly state: 'off' | 'blocked' | 'unsupported' | 'install-first'; readonly device: null }

const key = ['push-here']
const refreshedKey = ['push-refreshed']

/** Whether this browser receives notifications, according to both the browser and the server. */
const here = queryOptions({ queryKey: key, queryFn: readState, staleTime: 60_000 })

export const usePushHere = () => useQuery(here)

async function readState(): Promise<PushHere> {
  const permission = pushPermission()
  if (permission !== 'granted') return { state: stateOf[permission], device: null }
  const subscription = await currentSubscription()
  if (!subscription) return { state: 'off', device: null }
  const hash = await endpointHash(subscription.endpoint)
  const { devices } = await ask(readPushDevices, {})
  const registered = devices.find((device) => device.endpointHash === hash)
  if (!registered) return { state: 'off', device: null }
  if (queryClient.getQueryData(refreshedKey) === undefined) {
    // Once per sign-in, which clears the cache: the subscription belongs to the current session.
    queryClient.setQueryData(refreshedKey, true)
    return on(await ask(addPushDevice, { body: subscription }), registered.failing)
  }
  return on(registered, registered.failing)
}

const on = (device: PushDevice, failing: boolean): PushHere => ({ state: failing ? 'failing' : 'on', device })

const stateOf: Readonly<
  Record<Exclude<PushPermission, 'granted'>, Exclude<PushHere['state'], 'on' | 'failing'>>
> = {
  default: 'off',
  denied: 'blocked',
  unsupported: 'unsupported',
  'install-first': 'install-first',
}

/**
 * Called from a tap: asks the user, subscribes at the browser's push service, then registers at the server.
 */
export async function turnPushOn(): Promise<void> {
  const allowed = await Notification.requestPermission()
  if (allowed === 'granted') {
    const { publicKey } = await ask(readPushKey, {})
    const subscription = await subscribe(publicKey).catch(() => null)
    if (!subscription) throw noService()
    await ask(addPushDevice, { body: subscription })
    queryClient.setQueryData(refreshedKey, true)
  }
  await refreshPushState()
}

export async function turnPushOff(device: PushDevice, isHere: boolean): Promise<void> {
  await ask(removePushDevice, { params: { deviceId: device.id } })
  if (isHere) await unsubscribe().catch(() => {})
  await refreshPushState()
}

export const refreshPushState = () => Promise.all([readAgain({ queryKey: key }), refresh(readPushDevices)])

const noService = () =>
  new ApiError({
    code: 'network/offline',
    message:
      'O navegador não alcançou o serviço de avisos dele. Confira a internet, uma VPN ou um bloqueador, e tente de novo.',
    status: 0,
  })

export const pushLabels: Readonly<
  Record<PushHere['state'], { readonly short: string; readonly repair: string }>
> = {
  on: {
    short: 'Avisos ligados',
    repair: 'Com o painel fechado, este aparelho avisa de pedido sem aceite, cancelamento e negociação.',
  },
  failing: {
    short: 'Avisos sem resposta',
    repair:
      'O último aviso não chegou a este aparelho. Confira a internet e a economia de bateria dele, e mande um teste em Ajustes, Equipe e avisos.',
  },
  off: {
    short: 'Avisos desligados',
    repair:
      'Com o painel fechado, este aparelho não avisa de pedido novo. Ligue e permita quando o navegador perguntar.',
  },
  blocked: {
    short: 'Avisos bloqueados',
    repair:
      'O navegador está proibido de avisar. Toque no cadeado ao lado do endereço, abra as permissões do site, permita as notificações e recarregue a página.',
  },
  unsupported: {
    short: 'Sem avisos aqui',
    repair:
      'Este navegador não recebe avisos com o painel fechado. Use Chrome, Edge, Firefox ou Safari atualizado.',
  },
  'install-first': {
    short: 'Avisos: instale antes',
    repair:
      'No iPhone, toque em Compartilhar, depois em “Adicionar à Tela de Início”, e ligue os avisos no app.',
  },
}
