import type { AccountantFile } from '../../contract/accountant/accountant.ts'
import { busyMinutes, stopMinutes, type BulkAction, type BulkKind } from '../../contract/bulk/bulk.ts'
import { emailText } from '../../contract/identity/identity.ts'
import { copyKeeps } from '../../contract/menu/copies.ts'
import type { RoleName } from '../../contract/shared/access.ts'
import { hourMs } from '../../contract/shared/durations.ts'
import { centsTyped } from '../../contract/shared/money.ts'
import type { OpeningInterval } from '../../contract/stores/stores.ts'
import { monthsBefore } from '../fiscal/fiscal.ts'
import { noReason, stopReasons } from '../words/stop-reasons.ts'

/** Those that are asked for here; a holiday has its own question. */
export const actKinds = [
  ['stop', 'Parar de vender'],
  ['reopen', 'Voltar a vender'],
  ['pause-item', 'Pausar um item'],
  ['resume-item', 'Voltar com um item'],
  ['price', 'Mudar um preço'],
  ['slower', 'Mais minutos'],
  ['modifier', 'Mudar a entrega'],
  ['week', 'Copiar horários'],
  ['menu', 'Copiar cardápio'],
  ['invite', 'Convidar alguém'],
  ['export', 'Baixar arquivos'],
] as const satisfies readonly (readonly [BulkKind, string])[]

export const stopSpans = stopMinutes.map((minutes) => [String(minutes), `${minutes}\u00a0min`] as const)

export const busySpans = busyMinutes.map((minutes) => [String(minutes), `${minutes}\u00a0min`] as const)

export const extraSpans = ['10', '15', '20', '30', '45'].map(
  (minutes) => [minutes, `+${minutes}\u00a0min`] as const,
)
export const deliverySpans = [['0', 'nenhum'] as const, ...extraSpans]

export const reasons = [[noReason, 'Sem motivo'], ...stopReasons.map((one) => [one, one] as const)] as const

export const itemSpans = [
  ['hour', '1 hora'],
  ['tomorrow', 'Só hoje'],
  ['open', 'Até alguém voltar'],
] as const

export interface Asked {
  readonly kind: (typeof actKinds)[number][0]
  readonly minutes: string
  readonly reason: string
  readonly item: string
  /** Of the item in the menu that it was chosen from. */
  readonly code: string | null
  readonly until: (typeof itemSpans)[number][0]
  /** As typed, in reais. */
  readonly price: string
  /** Of a slower kitchen. */
  readonly extra: string
  /** For how long it is slower, or delivery differs. */
  readonly span: string
  /** The modifier's name. */
  readonly name: string
  /** More for delivery, as typed, in reais. */
  readonly fee: string
  readonly deliveryExtra: string
  /** The store whose hours or menu are copied; empty: the first. */
  readonly from: string
  /** Empty: the whole menu. */
  readonly category: string
  readonly email: string
  readonly role: RoleName
  readonly file: AccountantFile
  /** `YYYY-MM`; empty: the last whole one. */
  readonly month: string
}

export const emptyAsk: Asked = {
  kind: 'stop',
  minutes: '30',
  reason: noReason,
  item: '',
  code: null,
  until: 'tomorrow',
  price: '',
  extra: '15',
  span: '60',
  name: 'Chuva',
  fee: '',
  deliveryExtra: '10',
  from: '',
  category: '',
  email: '',
  role: 'basic',
  file: 'sales',
  month: '',
}

const ofItems: readonly Asked['kind'][] = ['pause-item', 'resume-item', 'price']
export const needsItem = (kind: Asked['kind']): boolean => ofItems.includes(kind)

export interface Missing {
  readonly action: null
  readonly problem: string
  readonly field: 'item' | 'price' | 'name' | 'fee' | 'email'
}
export type Wanted = { readonly action: BulkAction } | Missing

interface Around {
  readonly now: Date
  /** Of the store that is copied from; empty for every other kind. */
  readonly week: readonly OpeningInterval[]
}

/** The act as the call takes it, or the one field that is missing. */
export function actionOf(asked: Asked, { now, week }: Around): Wanted {
  const { kind, minutes, reason } = asked
  if (kind === 'pause-item' || kind === 'resume-item' || kind === 'price')
    return ofItem({ ...asked, kind }, now)
  switch (kind) {
    case 'stop':
      return ready({ kind, minutes: stopMinutesOf(minutes), reason })
    case 'reopen':
      return ready({ kind })
    case 'slower':
      return ready({ kind, extraMinutes: Number(asked.extra), minutes: spanOf(asked) })
    case 'modifier':
      return modifierOf(asked)
    case 'week':
      return ready({ kind, week: [...week] })
    case 'menu':
      return menuOf(asked)
    case 'invite':
      return inviteOf(asked)
    case 'export':
      return exportOf(asked, now)
  }
}

function ofItem(asked: Asked & { readonly kind: 'pause-item' | 'resume-item' | 'price' }, now: Date): Wanted {
  const { kind, code, until } = asked
  const name = asked.item.trim()
  if (name === '') return missing('item', 'Escolha o item.')
  const item = { name, code }
  if (kind === 'resume-item') return ready({ kind, item })
  if (kind === 'price') {
    const priceCents = centsTyped(asked.price)
    if (priceCents === null) return missing('price', 'Informe o preço em reais, como 12,50.')
    return ready({ kind, item, priceCents })
  }
  if (until === 'open') return ready({ kind, item })
  const end = until === 'tomorrow' ? until : new Date(now.getTime() + hourMs).toISOString()
  return ready({ kind, item, until: end })
}

const stopMinutesOf = (text: string) => stopMinutes.find((one) => String(one) === text) ?? 30

const menuOf = ({ from, category }: Asked): Wanted =>
  ready({ kind: 'menu', from, category: category || null, keeps: copyKeeps })

const exportOf = ({ file, month }: Asked, now: Date): Wanted =>
  ready({ kind: 'export', file, month: month || lastMonth(now), format: 'xlsx' })

function inviteOf({ email, role }: Asked): Wanted {
  const read = emailText.safeParse(email)
  if (!read.success) return missing('email', read.error.issues[0]?.message ?? '')
  return ready({ kind: 'invite', email: read.data, role })
}

/** The last one that is over. */
export const lastMonth = (now: Date): string => monthsBefore(now.toISOString(), 2)[1] ?? ''

const spanOf = ({ span }: Asked) => busyMinutes.find((one) => String(one) === span) ?? 60

function modifierOf(asked: Asked): Wanted {
  const name = asked.name.trim()
  if (name === '') return missing('name', 'Dê um nome.')
  const cents = asked.fee.trim() === '' ? 0 : centsTyped(asked.fee)
  if (cents === null || cents > 10_000) return missing('fee', 'Informe até R$\u00a0100,00, como 3,50.')
  const minutes = Number(asked.deliveryExtra)
  if (cents === 0 && minutes === 0) return missing('fee', 'Diga o que muda: o frete, os minutos ou os dois.')
  const effects = [
    ...(minutes > 0 ? [{ kind: 'minutes' as const, minutes }] : []),
    ...(cents > 0 ? [{ kind: 'fixed' as const, cents }] : []),
  ]
  return ready({ kind: 'modifier', name, effects, minutes: spanOf(asked) })
}

const ready = (action: BulkAction): Wanted => ({ action })
const missing = (field: Missing['field'], problem: string): Wanted => ({ action: null, problem, field })
