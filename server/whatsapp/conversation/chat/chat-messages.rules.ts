import { streetLine } from '../../../../contract/orders/street-line.ts'
import type { PriceMethod } from '../../../../contract/menu/menu-fields.ts'
import { moneyText } from '../../../../contract/shared/money.ts'
import type { CartLine } from '../../messaging/line-events.ts'
import type { ListRow, MessageContent } from '../../messaging/messaging-driver.ts'
import {
  buttonsMessage,
  categoryRows,
  listMessage,
  menuRows,
  optionRows,
  plainRow,
  textMessage,
} from './chat-rows.rules.ts'
import { lengthText } from '../length-text.rules.ts'
import { clip } from './chat-text.rules.ts'
import type {
  ChatFacts,
  ChatGroup,
  ChatItem,
  ChatMenu,
  ChatState,
  Draft,
  PaymentMethod,
} from './chat-state.ts'
import { hasAlcohol, itemCents, itemLine, itemsCents, totalCents } from './draft.rules.ts'
import { addressLine, type AddressPart } from './read-address.rules.ts'

// All automatic messages to customers.

const paymentNames: Readonly<Record<PaymentMethod, string>> = {
  PIX: 'Pix na entrega',
  CREDIT: 'Cartão de crédito',
  DEBIT: 'Cartão de débito',
  CASH: 'Dinheiro',
}

const personRow = plainRow('person', 'Falar com uma pessoa')

export function greetingMessage(state: ChatState, facts: ChatFacts, before = ''): MessageContent {
  const { store, customerName, openOrderText, lastOrder } = facts
  const hello = customerName ? `Oi, ${clip(customerName.split(' ')[0] ?? '', 30)}!` : 'Oi!'
  const own = store.greeting === '' ? `Aqui é ${clip(store.name, 80)}.` : store.greeting
  const lines = [before, `${hello} ${own}`, openOrderText, store.openText].filter(Boolean)
  if (!store.open) return buttonsMessage(lines.join('\n'), [{ id: 'person', title: 'Falar com alguém' }])
  if (facts.menu.items.length === 0)
    return buttonsMessage([...lines, 'O cardápio está vazio agora.'].join('\n'), [
      { id: 'person', title: 'Falar com alguém' },
    ])
  const extra: ListRow[] = []
  if (state.draft.items.length > 0)
    extra.push(plainRow('resume', 'Continuar o pedido', itemNames(state.draft.items)))
  else if (lastOrder.length > 0) extra.push(plainRow('repeat', 'Repetir o último', itemNames(lastOrder)))
  const rows = [...extra, ...menuRows(facts.menu, 0, extra.length + 1), personRow]
  return listMessage([...lines, 'O que vai ser hoje?'].join('\n'), 'Ver opções', rows)
}

/** "2 X-Salada, 1 Pudim". */
export const itemNames = (items: ChatFacts['lastOrder']): string =>
  items.map(({ quantity, name }) => `${quantity} ${name}`).join(', ')

export const menuMessage = (facts: ChatFacts, at: number, before = ''): MessageContent =>
  listMessage([before, 'Escolha no cardápio:'].filter(Boolean).join('\n'), 'Cardápio', [
    ...menuRows(facts.menu, at, 1),
    personRow,
  ])

export function categoryMessage(facts: ChatFacts, categoryId: string, at: number): MessageContent {
  const name = facts.menu.categories.find(({ id }) => id === categoryId)?.name ?? 'Cardápio'
  return listMessage(`${clip(name, 80)}:`, 'Ver itens', categoryRows(facts.menu, categoryId, at))
}

export function optionsMessage(
  item: ChatItem,
  group: ChatGroup,
  {
    page,
    chosen,
    quantity,
    before,
  }: {
    readonly page: number
    readonly chosen: number
    readonly quantity: number
    readonly before: string
  },
): MessageContent {
  const rule =
    group.max === 1
      ? 'escolha 1'
      : group.min === 0
        ? `até ${group.max}`
        : group.min === group.max
          ? `escolha ${group.max}`
          : `de ${group.min} a ${group.max}`
  const progress = chosen > 0 ? ` Já escolheu ${chosen}.` : ''
  const body = `${quantity} ${clip(item.name, 100)}\n${clip(group.name, 100)}: ${rule}.${priceTexts[group.priceMethod ?? 'SUM']}${progress}`
  return listMessage(
    [before, body].filter(Boolean).join('\n'),
    'Escolher',
    optionRows(group, page, chosen >= group.min),
  )
}

/** How the options are charged, shown before the customer chooses. */
const priceTexts: Readonly<Record<PriceMethod, string>> = {
  SUM: '',
  MAX: ' Vale o preço do mais caro.',
  AVG: ' O preço é a média dos escolhidos.',
  SHARE: ' Cada um paga a sua parte.',
}

export function cartMessage(draft: Draft, facts: ChatFacts, before = ''): MessageContent {
  const { delivers, takeout } = facts.store
  const where = delivers ? deliveryText(draft) : 'Vamos fechar? Escolha:'
  const addresses = delivers
    ? facts.addresses
        .slice(0, 3)
        .map((address, index) => plainRow(`address:${index}`, streetLine(address), addressLine(address)))
    : []
  const rows = [
    ...addresses,
    ...(takeout ? [plainRow('takeout', 'Retirar na loja')] : []),
    plainRow('more', 'Mais itens'),
    plainRow('undo', 'Tirar o último item'),
    personRow,
  ]
  return listMessage(
    [before, ...draftLines(draft), '', where].filter((line, at) => at > 0 || line !== '').join('\n'),
    'Continuar',
    rows,
  )
}

/** Asks for the address, or, if it is known, whether the order is whole. */
const deliveryText = ({ address }: Draft): string =>
  address !== null && address.street !== ''
    ? `Para entregar em ${clip(addressLine(address), 160)}, escreva “fechar”. Ou escolha:`
    : 'Para entregar, mande rua, número e bairro. Ou escolha:'

const shownLines = 12

function draftLines(draft: Draft): readonly string[] {
  const rest = draft.items.slice(shownLines)
  const restCents = rest.reduce((sum, item) => sum + itemCents(item), 0)
  return [
    'Seu pedido:',
    ...draft.items.slice(0, shownLines).map((item) => itemLine(item)),
    ...(rest.length > 0 ? [`e mais ${rest.length} – ${moneyText(restCents)}`] : []),
    `Subtotal: ${moneyText(itemsCents(draft))}`,
  ]
}

const partQuestions: Readonly<Record<AddressPart | 'location', string>> = {
  street: 'Mande o endereço: rua, número e bairro.',
  number: 'Qual é o número? Se não tiver, escreva S/N.',
  district: 'Qual é o bairro? O CEP ou a localização também servem.',
  location: 'Só pelo endereço não sabemos a taxa. Mande a localização: toque no clipe e em “Localização”.',
}

export const addressMessage = (
  missing: AddressPart | 'location',
  facts: ChatFacts,
  before = '',
): MessageContent => {
  const body = [before, partQuestions[missing]].filter(Boolean).join('\n')
  return facts.store.takeout
    ? buttonsMessage(body, [{ id: 'takeout', title: 'Retirar na loja' }])
    : textMessage(body)
}

/** Why the store does not deliver there, and what the customer can do instead. */
export const noDeliveryMessage = (why: string, facts: ChatFacts): MessageContent => {
  const body = `Não conseguimos entregar: ${clip(why, 400)}.\nMande outro endereço${facts.store.takeout ? ' ou retire na loja' : ''}.`
  return facts.store.takeout
    ? buttonsMessage(body, [
        { id: 'takeout', title: 'Retirar na loja' },
        { id: 'person', title: 'Falar com alguém' },
      ])
    : buttonsMessage(body, [{ id: 'person', title: 'Falar com alguém' }])
}

export const belowMinimum = (missingCents: number): string =>
  `Faltam ${moneyText(missingCents)} para o pedido mínimo deste endereço.`

export function paymentMessage(draft: Draft, before = ''): MessageContent {
  const delivery = draft.type === 'DELIVERY' && draft.address && draft.quote
  const where = delivery
    ? [`Entrega: ${clip(addressLine(delivery ? draft.address : noOne), 300)}`, ...stepLines(draft)]
    : ['Retirada na loja.']
  const names = draft.type === 'TAKEOUT' ? { ...paymentNames, PIX: 'Pix na retirada' } : paymentNames
  const rows = Object.entries(names).map(([method, name]) => plainRow(`pay:${method}`, name))
  const body = [before, ...where, `Total: ${moneyText(totalCents(draft))}`, '', 'Como você paga?']
  return listMessage(body.filter((line, at) => at > 0 || line !== '').join('\n'), 'Pagamento', [
    ...rows,
    plainRow('back', 'Mudar o pedido'),
  ])
}

const noOne = {
  street: '',
  number: '',
  complement: null,
  reference: null,
  district: '',
  city: null,
  state: null,
  zipCode: null,
  lat: null,
  lng: null,
}

/** How the fee came about, one line per step. */
const stepLines = ({ quote }: Draft): readonly string[] =>
  (quote?.steps ?? []).slice(0, 8).map((step) => `• ${clip(step, 120)}`)

export const changeMessage = (draft: Draft, before = ''): MessageContent =>
  buttonsMessage(
    [before, `São ${moneyText(totalCents(draft))}. Precisa de troco para quanto?`].filter(Boolean).join('\n'),
    [{ id: 'change:none', title: 'Sem troco' }],
  )

export function summaryMessage(draft: Draft, menu: ChatMenu, before = ''): MessageContent {
  const { payment, quote } = draft
  const adult = hasAlcohol(draft, menu)
  const minutes = quote?.minutes ? ` em ${minutesText(quote.minutes)}` : ''
  const shown = draft.items.slice(0, 6)
  const rest = draft.items.slice(6)
  const restCents = rest.reduce((sum, item) => sum + itemCents(item), 0)
  const lines = [
    'Confira:',
    ...shown.map((item) => itemLine(item, 80)),
    ...(rest.length > 0 ? [`e mais ${rest.length} – ${moneyText(restCents)}`] : []),
    ...(draft.type === 'DELIVERY' && draft.address
      ? [
          `Entrega${minutes}: ${clip(addressLine(draft.address), 160)}`,
          `Taxa: ${quote && quote.feeCents > 0 ? moneyText(quote.feeCents) : 'grátis'}`,
        ]
      : ['Retirada na loja']),
    ...(payment ? [`Pagamento: ${paymentText(draft)}`] : []),
    `Total: ${moneyText(totalCents(draft))}`,
    ...(adult ? [adultNotice] : []),
  ]
  return buttonsMessage([before, ...lines].filter(Boolean).join('\n'), [
    { id: 'confirm', title: adult ? 'Confirmar, tenho 18+' : 'Confirmar' },
    { id: 'back', title: 'Mudar o pedido' },
    { id: 'discard', title: 'Cancelar' },
  ])
}

const adultNotice =
  'Tem bebida alcoólica: ao confirmar, você diz que tem 18 anos ou mais. Vamos pedir um documento.'

function paymentText({ payment, type }: Draft): string {
  if (!payment) return ''
  const name =
    type === 'TAKEOUT' && payment.method === 'PIX' ? 'Pix na retirada' : paymentNames[payment.method]
  return payment.changeForCents === null ? name : `${name}, troco para ${moneyText(payment.changeForCents)}`
}

const minutesText = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  min === max ? `${max}\u00a0min` : `${min}–${max}\u00a0min`

export const placedMessage = (draft: Draft, displayId: string, minutes: number | null): MessageContent => {
  const when =
    minutes === null
      ? ''
      : draft.type === 'DELIVERY'
        ? ` Chega em até ${minutes}\u00a0min.`
        : ` Fica pronto em ${minutes}\u00a0min.`
  return textMessage(`Pedido ${displayId} recebido!${when} A gente avisa quando a loja aceitar.`)
}

export const personMessage = (open: boolean): MessageContent =>
  textMessage(
    open
      ? 'Certo. Uma pessoa da loja responde por aqui.'
      : 'Certo. A loja está fechada agora; uma pessoa responde por aqui quando abrir.',
  )

/** What of a cart of the catalogue a person has to look at. */
export const cartForPerson = (unmatched: readonly CartLine[]): string =>
  unmatched.length === 0
    ? 'Recebemos o seu carrinho.'
    : clip(
        `Recebemos o seu carrinho. Uma pessoa confere com você: ${unmatched
          .map(({ quantity, code }) => `${String(quantity)} × ${code}`)
          .join(', ')}.`,
        1_000,
      )

/** The prices that the catalogue shows otherwise. */
export const pricesNow = (items: readonly ChatItem[]): string =>
  items.map(({ name, priceCents }) => `${clip(name, 60)} sai por ${moneyText(priceCents)}.`).join('\n')

export const answerMessage = (answer: string): MessageContent => textMessage(answer)

/** A voice message goes to a person. Null seconds: the platform does not give its length. */
export const voiceForPerson = (seconds: number | null): string =>
  seconds === null ? 'Recebemos o seu áudio.' : `Recebemos o seu áudio de ${lengthText(seconds)}.`

export const feeByPerson = 'A loja confirma a taxa de entrega.'
export const adultsOnly = 'Bebida alcoólica só para maiores de 18 anos: tiramos do pedido.'
export const unclear = 'Não entendi. Escolha uma das opções ou escreva “atendente”.'
export const placeNoted = 'Anotei a localização para a entrega.'
export const addressNoted = 'Anotei o endereço para a entrega.'
export const onlyWords = 'Aqui só leio mensagens escritas e a localização.'
export const tooMuch = 'É muita coisa para um pedido por aqui.'
export const discarded = 'Pedido descartado.'
export const stoppedMessage = textMessage(
  'Pronto, não mandamos mais mensagens. Para voltar a receber, escreva VOLTAR.',
)
