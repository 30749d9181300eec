import { dayMs } from '../../../contract/shared/durations.ts'
import type { LineCause, LineStateName } from '../../../contract/whatsapp/line-states.ts'
import type {
  LineView,
  MessageKind,
  WhatsappDriver,
  WhatsappView,
} from '../../../contract/whatsapp/whatsapp.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { ago, plural } from '../../words/format.ts'

export const driverWords: Readonly<
  Record<WhatsappDriver, { readonly name: string; readonly about: string }>
> = {
  cloud: {
    name: 'Pela Meta, oficial',
    about:
      'O mesmo número continua no aplicativo do celular e também funciona aqui. A Meta cobra cada mensagem fora de uma conversa.',
  },
  evolution: {
    name: 'Por QR code, não oficial',
    about: 'O celular da loja lê um código, como no WhatsApp Web. Não há cobrança por mensagem.',
  },
}

interface StateWords {
  readonly title: string
  /** What the state means and what to do. */
  readonly more: string
  readonly tone: 'ok' | 'warn' | 'bad' | 'plain'
}

const byCause: Readonly<Record<LineCause, StateWords>> = {
  disconnected: {
    title: 'WhatsApp desconectado',
    more: 'Nada sai e nada chega por aqui até conectar de novo.',
    tone: 'plain',
  },
  removed: { title: 'WhatsApp não conectado', more: 'Conecte o número da loja.', tone: 'plain' },
  unlinked: {
    title: 'O celular saiu da conexão',
    more: 'Alguém desconectou o aparelho no celular da loja. Conecte de novo.',
    tone: 'bad',
  },
  stuck: {
    title: 'A conexão travou',
    more: 'O Balcão saiu e tentou uma vez, e ela travou de novo. Confira a internet do celular e conecte outra vez.',
    tone: 'bad',
  },
  slow: {
    title: 'Conectado, mas lento',
    more: 'As mensagens demoram a sair ou a chegar. Se for urgente, ligue para o cliente.',
    tone: 'warn',
  },
  reconnecting: {
    title: 'Reconectando',
    more: 'A conexão caiu e está voltando sozinha. As mensagens esperam.',
    tone: 'warn',
  },
  unauthorized: {
    title: 'A chave de acesso não vale mais',
    more: 'Gere outra no WhatsApp Business e conecte de novo.',
    tone: 'bad',
  },
  unreachable: {
    title: 'Sem resposta do serviço',
    more: 'O Balcão continua tentando. As mensagens esperam.',
    tone: 'warn',
  },
}

const byState: Readonly<Record<LineStateName, StateWords>> = {
  pairing: { title: 'Leia o código com o celular', more: '', tone: 'warn' },
  syncing: {
    title: 'Lendo as conversas do celular',
    more: 'O celular foi reconhecido. Em menos de um minuto a conexão fica pronta.',
    tone: 'warn',
  },
  open: { title: 'WhatsApp conectado', more: '', tone: 'ok' },
  degraded: byCause.slow,
  closed: byCause.disconnected,
  refused: {
    title: 'O WhatsApp recusou a conexão',
    more: 'Espere alguns minutos e conecte de novo.',
    tone: 'bad',
  },
  expired: {
    title: 'Ninguém leu os três códigos',
    more: 'Paramos para não insistir com o WhatsApp. Com o celular na mão, gere outros três.',
    tone: 'plain',
  },
  banned: {
    title: 'O WhatsApp bloqueou este número',
    more: 'Só o WhatsApp pode desbloquear. Enquanto isso, atenda por telefone.',
    tone: 'bad',
  },
}

export const stateWords = ({ state, cause }: Pick<LineView, 'state' | 'cause'>): StateWords =>
  cause === null ? byState[state] : byCause[cause]

export const isResting = (state: LineStateName): boolean =>
  ['closed', 'refused', 'expired', 'banned'].includes(state)

export const kindWords: Readonly<Record<MessageKind, { readonly name: string; readonly when: string }>> = {
  accepted: { name: 'Pedido aceito', when: 'Quando a loja aceita o pedido' },
  ready: { name: 'Pronto para retirar', when: 'Quando um pedido de retirada fica pronto' },
  dispatched: { name: 'Saiu para entrega', when: 'Quando o motoboy sai' },
  cancelled: { name: 'Pedido cancelado', when: 'Quando o pedido é cancelado' },
}

const otherKinds: Readonly<Record<string, string>> = { notice: 'Avisos à equipe', canary: 'Teste da linha' }

export const kindName = (kind: string): string =>
  lookup(kindWords, kind)?.name ?? lookup(otherKinds, kind) ?? 'Respostas'

/** Why a message that is turned on would not be sent outside a conversation. Null: it would. */
export function templateWords(template: WhatsappView['kinds'][number]['template']): string | null {
  switch (template) {
    case null:
    case 'approved':
      return null
    case 'pending':
      return 'A Meta ainda analisa este texto: por ora só sai para quem escreveu nas últimas 24\u00a0horas.'
    case 'rejected':
      return 'A Meta recusou este texto: só sai para quem escreveu nas últimas 24\u00a0horas.'
    case 'paused':
      return 'A Meta pausou este texto por reclamações: só sai para quem escreveu nas últimas 24\u00a0horas.'
    case 'missing':
      return 'Sai para todos depois que a Meta aprovar o texto. O Balcão pede isso ao conectar.'
  }
}

/** What Meta warns of. The message still leaves, but for an appeal after a refusal. */
export function warningWords({
  warning,
  category,
}: Pick<WhatsappView['kinds'][number], 'warning' | 'category'>): string | null {
  const texts = [
    warning === null ? null : warnings[warning],
    category === 'marketing'
      ? 'A Meta cobra este texto como marketing, que custa mais.'
      : category === 'authentication'
        ? 'A Meta cobra este texto como autenticação.'
        : null,
  ]
  return texts.filter((text) => text !== null).join(' ') || null
}

const warnings: Readonly<Record<NonNullable<WhatsappView['kinds'][number]['warning']>, string>> = {
  flagged: 'A Meta avisa que clientes reclamam deste texto e pode pausar o envio.',
  limit: 'A Meta avisa que este texto passou do limite de envios.',
  appeal: 'A Meta analisa de novo a recusa deste texto.',
}

/** Calls that the platform sent and we could not take. Null: none in seven days. */
export function refusedWords({ size, form }: WhatsappView['health']['refused']): string | null {
  const texts = [
    size === 0 ? null : plural(size, 'grande demais', 'grandes demais'),
    form === 0 ? null : plural(form, 'que não entendemos', 'que não entendemos'),
  ]
  return texts.filter((text) => text !== null).join(', ') || null
}

export const qualityWords = { green: 'Boa', yellow: 'Em risco', red: 'Ruim' } as const

/** `4 s`, `2 min`. */
export function spanText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 1) return 'menos de 1\u00a0s'
  return seconds < 90 ? `${String(seconds)}\u00a0s` : `${String(Math.round(seconds / 60))}\u00a0min`
}

/** Whole seconds for which a QR is still valid. */
export const secondsLeft = (endsAt: string | null, now: Date): number =>
  endsAt === null ? 0 : Math.max(0, Math.ceil((Date.parse(endsAt) - now.getTime()) / 1_000))

/** Like `ago`, but in days from the second day on. */
export function since(iso: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(iso)) / dayMs)
  return days < 2 ? ago(iso, now) : `há ${String(days)}\u00a0dias`
}

/** The outcome of the last test, and when. */
export function canaryWords(last: WhatsappView['canary']['last'], now: Date): string {
  if (last === null) return 'Ligado. O primeiro teste sai com a loja aberta.'
  const when = ago(last.at, now)
  if (last.state === 'delivered' || last.state === 'read') return `O último teste chegou, ${when}.`
  if (last.cause === 'no-template')
    return 'O último teste não saiu: escreva desse celular para a loja e espere o próximo.'
  if (last.state === 'failed') return `O último teste não saiu, ${when}.`
  return last.state === 'sent'
    ? `O último teste saiu ${when} e ainda não chegou.`
    : 'Um teste espera para sair.'
}
