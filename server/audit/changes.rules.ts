import { channelName, marketplaces } from '../../contract/shared/channels.ts'
import type { AuditChange } from '../../contract/audit/audit.ts'
import { brazilianDay, localParts } from '../../contract/shared/day.ts'
import { moneyText } from '../../contract/shared/money.ts'
import { lookup } from '../../contract/shared/lookup.ts'

/**
 * What changed, from the details that a room wrote: `{ before, after }` and `{ from, to }` field by field, anything else
 * as what holds now. Fields without a pt-BR name here are left out rather than shown as code.
 */
export function changesOf(details: unknown, timezone: string): readonly AuditChange[] {
  if (!isRecord(details)) return []
  const [before, after, rest] = sidesOf(details)
  if (isRecord(before) || isRecord(after)) return fieldsOf(asRecord(before), asRecord(after), timezone)
  if (before !== undefined || after !== undefined)
    return [change('Valor', [before, after], timezone), ...fieldsOf({}, rest, timezone)]
  return fieldsOf({}, rest, timezone)
}

function sidesOf(details: Record<string, unknown>): readonly [unknown, unknown, Record<string, unknown>] {
  const { before, after, from, to, ...rest } = details
  if ('before' in details || 'after' in details) return [before, after, rest]
  if ('from' in details || 'to' in details) return [from, to, rest]
  return [undefined, undefined, rest]
}

function fieldsOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  timezone: string,
): readonly AuditChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const label = lookup(labels, name)
    if (!label || JSON.stringify(lookup(before, name)) === JSON.stringify(lookup(after, name))) return []
    return [change(label, [lookup(before, name), lookup(after, name)], timezone, name)]
  })
}

function change(
  label: string,
  [before, after]: readonly [unknown, unknown],
  timezone: string,
  name = '',
): AuditChange {
  return { label, before: valueText(before, timezone, name), after: valueText(after, timezone, name) }
}

/** A stored value as a person reads it; null for nothing. */
function valueText(value: unknown, timezone: string, name: string): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  if (typeof value === 'number') return numberText(value, name)
  if (typeof value === 'string')
    return lookup(lookup(wordsOfField, name) ?? {}, value) ?? textOf(value, timezone)
  if (Array.isArray(value)) {
    const parts = value.flatMap((one) => valueText(one, timezone, name) ?? [])
    return parts.length === 0 ? null : parts.join('; ')
  }
  return objectText(value as Record<string, unknown>, timezone)
}

function numberText(value: number, name: string): string {
  if (/cents$/i.test(name)) return moneyText(value)
  if (/bps$/i.test(name)) return percentText(value / 100)
  return /percent$/i.test(name) ? percentText(value) : value.toLocaleString('pt-BR')
}

const percentText = (value: number): string =>
  `${value.toLocaleString('pt-BR', { maximumFractionDigits: 2 })}\u00a0%`

function textOf(value: string, timezone: string): string {
  const known = lookup(valueWords, value)
  if (known) return known
  if (/^\d{4}-\d\d-\d\dT/.test(value)) {
    const [day = '', clock = ''] = momentText(new Date(value), timezone).split(' ')
    return `${brazilianDay(day)} ${clock}`
  }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return brazilianDay(value)
  return value.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}

/** `YYYY-MM-DD HH:MM` of the store's zone. */
export function momentText(at: Date, timezone: string): string {
  const { day, hour, minute } = localParts(at, timezone)
  return `${day} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function objectText(value: Record<string, unknown>, timezone: string): string | null {
  const { start, end } = value
  const span = typeof start === 'string' && typeof end === 'string' ? `${start}–${end}` : null
  const parts = Object.entries(value).flatMap(([name, one]) => {
    const label = lookup(labels, name)
    if ((span && (name === 'start' || name === 'end')) || !label) return []
    const text = valueText(one, timezone, name)
    return text === null ? [] : [`${label.toLowerCase()} ${text}`]
  })
  const all = span ? [...parts, span] : parts
  return all.length === 0 ? null : all.join(', ')
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asRecord = (value: unknown): Record<string, unknown> =>
  isRecord(value) ? value : value === null || value === undefined ? {} : { value }

const labels: Readonly<Record<string, string>> = {
  accessKey: 'Chave de acesso da nota',
  acceptWithinMinutes: 'Aceitar em',
  address: 'Endereço',
  adsState: 'Medição dos anúncios',
  alreadySent: 'Já enviadas',
  answers: 'Respostas',
  area: 'Área',
  autoAccept: 'Aceite automático',
  autoPrint: 'Imprimir sozinho',
  available: 'À venda',
  brand: 'Marca',
  cancelled: 'Canceladas',
  capCents: 'Limite do mês',
  cashLimitCents: 'Limite em dinheiro',
  category: 'Categoria',
  cents: 'Valor',
  channels: 'Canais',
  city: 'Cidade',
  code: 'Sigla',
  commissionBps: 'Comissão',
  complement: 'Complemento',
  conversation: 'Pedidos por conversa',
  consent: 'Cliente concordou',
  customers: 'Clientes',
  daily: 'E-mail diário',
  day: 'Dia',
  days: 'Dias',
  dayStart: 'Começo do dia',
  description: 'Descrição',
  district: 'Bairro',
  document: 'CNPJ ou CPF',
  driver: 'Conexão',
  email: 'E-mail',
  enabled: 'Ligado',
  end: 'Fim',
  externalCode: 'Código externo',
  extraMinutes: 'Minutos a mais',
  feeCents: 'Taxa',
  format: 'Formato',
  fromDay: 'Vale desde',
  greeting: 'Saudação',
  holidays: 'Feriados',
  intervals: 'Horários',
  kind: 'Tipo',
  latitude: 'Latitude',
  logo: 'Logo',
  longitude: 'Longitude',
  maxOpen: 'Pedidos ao mesmo tempo',
  menuSlug: 'Endereço do cardápio',
  message: 'Mensagem',
  messages: 'Mensagens',
  minimumCents: 'Pedido mínimo',
  minutes: 'Minutos',
  modules: 'Módulos',
  monthlyFeeCents: 'Mensalidade',
  name: 'Nome',
  neighborhood: 'Bairro',
  note: 'Observação',
  number: 'Número',
  paper: 'Papel',
  paused: 'Pausado',
  paymentFeeBps: 'Taxa de pagamento',
  percent: 'Percentual',
  phone: 'Telefone',
  phoneNumber: 'Telefone',
  photo: 'Foto',
  pixKey: 'Chave Pix',
  platform: 'Canal',
  position: 'Posição',
  postalCode: 'CEP',
  prepareMinutes: 'Preparo',
  presence: 'Quando ninguém veria um pedido',
  price: 'Preço',
  priceCents: 'Preço',
  reason: 'Motivo',
  role: 'Acesso',
  samePrices: 'Pede preço igual nos canais',
  segment: 'Grupo de clientes',
  services: 'Serviços',
  sha256: 'Impressão digital do texto',
  slug: 'Endereço',
  start: 'Começo',
  state: 'Estado',
  street: 'Rua',
  ticket: 'Comanda',
  timezone: 'Fuso',
  until: 'Até',
  value: 'Valor',
  weekday: 'Dia',
  weekly: 'E-mail semanal',
}

/** Where a value means something else than elsewhere. */
const wordsOfField: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: {
    browser: 'pelo navegador',
    category: 'categoria',
    closed: 'fechado',
    group: 'grupo de opções',
    hours: 'outro horário',
    item: 'item',
    'pause-item': 'pausar um item',
    preview: 'em arquivo',
    price: 'mudar um preço',
    reopen: 'voltar a vender',
    'resume-item': 'devolver um item à venda',
    'special-day': 'dia especial',
    slower: 'mais minutos na promessa',
    areas: 'áreas de entrega',
    rules: 'regras de aceite',
    uses: 'o que a loja usa',
    printing: 'ajustes das vias',
    invite: 'convite',
    export: 'arquivo do mês',
    modifier: 'mudança na entrega',
    menu: 'cardápio de outra loja',
    stop: 'parar de vender',
    system: 'do computador',
    week: 'como na semana',
  },
  messages: {
    accepted: 'pedido aceito',
    cancelled: 'pedido cancelado',
    dispatched: 'saiu para entrega',
    ready: 'pedido pronto',
  },
  segment: {
    asleep: 'adormecidos',
    champion: 'campeões',
    cooling: 'esfriando',
    lost: 'perdidos',
    loyal: 'fiéis',
    'must-keep': 'não pode perder',
    new: 'novos',
    promising: 'promissores',
  },
  ticket: { both: 'as duas vias', delivery: 'via completa', kitchen: 'via da cozinha', test: 'teste' },
}

const valueWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(marketplaces.map((platform) => [platform, channelName(platform)])),
  balcao: 'canal próprio',
  basic: 'atendente',
  busy: 'cheio',
  closed: 'fechado',
  cloud: 'API oficial da Meta',
  delivery: 'entrega',
  DELIVERY: 'entrega',
  evolution: 'celular vinculado',
  failed: 'falhou',
  finished: 'ligada',
  FRIDAY: 'sexta',
  INDOOR: 'salão',
  indoor: 'salão',
  manager: 'gerente',
  MONDAY: 'segunda',
  network: 'de rede',
  none: 'desligada',
  normal: 'normal',
  off: 'desligado',
  open: 'aberto',
  owner: 'dono(a)',
  pause: 'pausar',
  SATURDAY: 'sábado',
  started: 'começada',
  SUNDAY: 'domingo',
  TAKEOUT: 'retirada',
  takeout: 'retirada',
  THURSDAY: 'quinta',
  TUESDAY: 'terça',
  usb: 'USB',
  warn: 'avisar, não pausar',
  watch: 'observar',
  WEDNESDAY: 'quarta',
}
