import { channelName, publishedRules, withChannel } from '../../../contract/shared/channels.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { LiveState } from '../../live/live-stream.ts'
import type { WakeState } from '../../browser/wake-lock.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { readStoresNow } from '../../../contract/stores/stores.ts'
import type { PushHere } from '../../notifications/notifications.ts'
import type { WhatsappNow } from '../../../contract/whatsapp/whatsapp-now.ts'
import { stateWords } from '../../whatsapp/whatsapp.ts'
import { plural } from '../../words/format.ts'
import { inStores } from '../../words/in-stores.ts'
import type { SoundState } from '../../browser/sounds.ts'

/** `hint`: nothing fails, but it could be better. */
type WatchLevel = 'ok' | 'hint' | 'bad'

export interface Watched {
  readonly name: string
  readonly icon: IconName
  readonly level: WatchLevel
  /** The problem, or that all is well. */
  readonly words: string
  /** What it means and how to fix it. */
  readonly repair: string
}

export function soundWatch(state: SoundState): Watched {
  const words = { on: 'Som ligado', blocked: 'Som à espera de um toque', off: 'Som desligado' }[state]
  const repair = {
    on: 'Cada pedido novo toca até ser aceito. Atraso e cancelamento têm outros sons. Confira também o volume do aparelho.',
    blocked: 'O navegador só deixa tocar depois de um toque nesta tela. Toque em “Ligar o som”.',
    off: 'Ninguém ouve os pedidos novos neste aparelho. Toque em “Ligar o som”.',
  }[state]
  const on = state === 'on'
  return { name: 'Som', icon: on ? 'bell' : 'bell-off', level: on ? 'ok' : 'bad', words, repair }
}

export function lineWatch(state: LiveState, waiting: number): Watched {
  const taps =
    waiting > 0
      ? ` ${String(waiting)} ${waiting === 1 ? 'toque espera' : 'toques esperam'} a conexão e segue sozinho.`
      : ''
  return {
    name: 'Conexão',
    icon: state === 'stale' ? 'offline' : 'refresh',
    level: state === 'stale' ? 'bad' : 'ok',
    words: state === 'live' ? 'Ao vivo' : state === 'connecting' ? 'Conectando' : 'Sem rede',
    repair:
      (state === 'stale'
        ? 'Confira a internet deste aparelho. A tela mostra o último estado e tenta sozinha.'
        : 'Os pedidos chegam sem recarregar a página.') + taps,
  }
}

export function screenWatch(state: WakeState): Watched {
  return {
    name: 'Tela',
    icon: 'eye',
    level: state === 'held' ? 'ok' : state === 'free' ? 'bad' : 'hint',
    words: {
      held: 'Tela ligada',
      free: 'A tela pode apagar',
      unsupported: 'A tela pode apagar',
    }[state],
    repair: {
      held: 'Enquanto esta página estiver à vista, a tela não apaga.',
      free: 'O aparelho não deixou manter a tela ligada, talvez por bateria fraca. Ligue na tomada ou aumente o tempo de tela.',
      unsupported:
        'Este navegador não mantém a tela ligada: aumente o tempo de tela nos ajustes do aparelho.',
    }[state],
  }
}

/** The marketplace's status of the shown stores. */
type StoreNow = Reply<typeof readStoresNow>['stores'][number]

export function marketplaceWatch(
  platform: string,
  stores: readonly Pick<StoreNow, 'name' | 'status'>[],
): Watched {
  const channel = channelName(platform)
  const troubled = stores.flatMap(({ name, status }) => {
    const reason = status.reasons.find((one) => one.channel === platform)
    return reason ? [{ name, text: [`${name}:`, reason.message, reason.fix ?? ''].join(' ').trim() }] : []
  })
  const where = inStores(
    troubled.map(({ name }) => name),
    stores.length,
  )
  return {
    name: channel,
    icon: 'order',
    level: troubled.length === 0 ? 'ok' : 'bad',
    words: troubled.length === 0 ? `${channel} recebendo` : `${channel} com problema${where}`,
    repair: troubled.length === 0 ? arrival(platform) : troubled.map(({ text }) => text).join(' '),
  }
}

/** How its orders come in, by the rules that it publishes. */
function arrival(platform: string): string {
  const { replyWithinSeconds = null, pollEverySeconds = null } = publishedRules(platform) ?? {}
  const ways = [
    ...(replyWithinSeconds === null ? [] : ['por aviso']),
    ...(pollEverySeconds === null ? [] : [`por consulta a cada ${String(pollEverySeconds)} segundos`]),
  ]
  return `Os pedidos ${withChannel('de', platform)} chegam ${ways.join(' e ')}.`
}

/** The WhatsApp of the shown stores that have one: a line in trouble, and customers whom nobody answers. */
export function whatsappWatch(
  stores: readonly Pick<StoreNow, 'name' | 'whatsapp'>[],
  now: Date,
): readonly Watched[] {
  const lines = stores.flatMap(({ name, whatsapp }) => (whatsapp ? [{ name, ...whatsapp }] : []))
  if (lines.length === 0) return []
  const [troubled, ...more] = lines.filter(({ trouble }) => trouble !== null)
  const down = lines.filter(({ trouble }) => trouble === 'down')
  const left = lines.filter(({ waitsSince }) => waitsSince !== null && isLong(waitsSince, now))
  const line: Watched = {
    name: 'WhatsApp',
    icon: 'chat',
    level: troubled ? 'bad' : 'ok',
    words: !troubled
      ? 'WhatsApp no ar'
      : more.length > 0
        ? `WhatsApp: ${lines.filter(({ trouble }) => trouble !== null).length} lojas com problema`
        : `WhatsApp de ${troubled.name} ${troubled.trouble === 'down' ? 'fora do ar' : 'lento'}`,
    repair: troubled
      ? `${[troubled, ...more].map(lineSentence).join(' ')} ${down.length > 0 ? 'Enquanto isso, ligue' : 'Se for urgente, ligue'} para o cliente: o número está no pedido.`
      : 'As mensagens dos pedidos saem e as dos clientes chegam.',
  }
  if (left.length === 0) return [line]
  const waiting = left.reduce((sum, one) => sum + one.waiting, 0)
  return [
    line,
    {
      name: 'Conversas',
      icon: 'chat',
      level: 'bad',
      words: `${plural(waiting, 'cliente', 'clientes')} sem resposta${inStores(
        left.map(({ name }) => name),
        lines.length,
      )}`,
      repair: `${left.map(({ name }) => name).join(', ')}: quem escreveu no WhatsApp e pediu uma pessoa espera há mais de ${String(longMinutes)} minutos.`,
    },
  ]
}

const longMinutes = 5
const isLong = (since: string, now: Date): boolean =>
  now.getTime() - Date.parse(since) >= longMinutes * 60_000

function lineSentence({ name, stuck, ...line }: WhatsappNow & { readonly name: string }): string {
  const { title } = stateWords(line)
  const held =
    stuck === 0 ? '' : stuck === 1 ? ' 1 mensagem está parada.' : ` ${String(stuck)} mensagens estão paradas.`
  return `${name}: ${title}.${held}`
}

/** Notifications while the panel is closed: blocked or failing is a fault, off is a choice. */
export const pushWatch = (
  { state }: Pick<PushHere, 'state'>,
  { short, repair }: { readonly short: string; readonly repair: string },
): Watched => ({
  name: 'Avisos',
  icon: state === 'on' ? 'bell' : 'bell-off',
  level: state === 'on' ? 'ok' : state === 'failing' || state === 'blocked' ? 'bad' : 'hint',
  words: short,
  repair,
})

/** Effects and events that were given up after the last retry. */
export const failedRowsWatch = (
  rows: readonly { readonly storeId: string }[],
  stores: readonly { readonly id: string; readonly name: string }[],
): Watched => ({
  name: 'Entregas',
  icon: 'alert',
  level: 'bad',
  words: `${plural(rows.length, 'aviso não entregue', 'avisos não entregues')}${inStores(
    rows.map(({ storeId }) => stores.find(({ id }) => id === storeId)?.name ?? ''),
    stores.length,
  )}`,
  repair:
    'Um canal ou aparelho não respondeu depois de muitas tentativas, ou mandou dados que não puderam ser lidos. Repita; se falhar de novo, confira no próprio canal.',
})
