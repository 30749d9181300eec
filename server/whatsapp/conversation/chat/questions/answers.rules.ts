import type { DeliveryQuote } from '../../../../../contract/delivery/quote.ts'
import { moneyText } from '../../../../../contract/shared/money.ts'
import type { ChatFacts, ChatItem, ChatMenu, ChatState, DeliverySpan } from '../chat-state.ts'
import { clip } from '../chat-text.rules.ts'
import { matchItem, type Match } from '../order-text/match-item.rules.ts'
import { clausesOf, piecesOf } from '../order-text/pieces.rules.ts'
import { wordKey } from '../order-text/spelling/same-word.rules.ts'
import { menuWords, wordsOf } from '../order-text/words.rules.ts'
import type { Question } from './read-questions.rules.ts'

/** The answer from the store's own facts, in words for the customer. Null: only a person knows. */
export function answerTo(question: Question, state: ChatState, facts: ChatFacts): string | null {
  const { store } = facts
  switch (question.kind) {
    case 'payment':
      return 'Você paga na entrega ou na retirada: Pix, cartão de crédito, cartão de débito ou dinheiro, e a loja leva troco.'
    case 'hours':
      return question.isOfDays && store.weekText !== ''
        ? `${store.openText}\n${store.weekText}`
        : store.openText
    case 'address':
      return `A loja fica em ${clip(store.addressText, 200)}.`
    case 'takeout':
      return store.takeout ? 'Sim, dá para retirar na loja.' : 'A loja não tem retirada: só entrega.'
    case 'time':
      return timeText(state, facts)
    case 'delivery':
      return deliveryText(state, facts)
    case 'item':
      return itemText(question, facts)
    case 'status':
      return statusText(state, facts)
  }
}

const minutesText = ({ min, max }: DeliverySpan['minutes']): string =>
  min === max ? `${max}\u00a0min` : `${min} a ${max}\u00a0min`

function timeText({ draft }: ChatState, { store, openOrderText }: ChatFacts): string {
  const minutes = draft.quote?.minutes ?? store.delivery?.minutes
  const how = minutes ? `A entrega leva ${minutesText(minutes)}` : null
  const told = openOrderText ? `${openOrderText} ` : ''
  if (!store.delivers || !how) return `${told}A gente diz o prazo antes de você confirmar o pedido.`
  return `${told}${how}${draft.quote ? '' : ', conforme o endereço'}.`
}

function deliveryText({ draft }: ChatState, { store }: ChatFacts): string | null {
  if (!store.delivers) return store.takeout ? 'A loja não entrega: só retirada.' : 'A loja não entrega agora.'
  if (draft.quote) return `Entregamos. A taxa para o seu endereço é ${feeText(draft.quote.feeCents)}.`
  if (!store.delivery) return null
  const { min, max } = store.delivery.feeCents
  const fee =
    min === max
      ? `A taxa é ${feeText(min)}`
      : `A taxa vai de ${feeText(min)} a ${feeText(max)}, conforme o bairro`
  return `Entregamos. ${fee}.`
}

const feeText = (cents: number): string => (cents === 0 ? 'grátis' : moneyText(cents))

/** What a quote says of a place that the customer only asked about. Null: only a person knows the fee. */
export function feeAnswer(quote: DeliveryQuote, district: string): string | null {
  const place = clip(district, 60)
  if (quote.served) {
    const minutes = quote.minutes ? `, ${minutesText(quote.minutes)}` : ''
    const minimum = quote.minimumCents > 0 ? `, pedido mínimo ${moneyText(quote.minimumCents)}` : ''
    return `Entregamos em ${place}: taxa ${feeText(quote.feeCents)}${minutes}${minimum}.`
  }
  if (quote.refusal === 'unset') return null
  if (quote.choices.length > 0) {
    const fees = quote.choices.map(({ feeCents }) => feeCents)
    return `Em ${place} a taxa depende do endereço: ${feeText(Math.min(...fees))} a ${feeText(Math.max(...fees))}.`
  }
  const why = quote.steps.find(({ kind }) => kind === 'no')?.words ?? ''
  return `Para ${place} não deu: ${clip(why, 200)}.`
}

function statusText(
  { statusSaidAt }: ChatState,
  { openOrderText, isOrderLate, now }: ChatFacts,
): string | null {
  const isAskedAgain = statusSaidAt !== undefined && now.getTime() - Date.parse(statusSaidAt) < statusAgainMs
  return isOrderLate || isAskedAgain ? null : openOrderText
}

/** A customer who asks again within this time gets a person. */
const statusAgainMs = 60 * 60_000

const shownItems = 5
type ItemQuestion = Extract<Question, { kind: 'item' }>

function itemText({ words, isOfContents }: ItemQuestion, { menu }: ChatFacts): string {
  const [piece] = clausesOf(words, menu).flatMap((clause) => piecesOf(clause, menu))
  const found = piece ? itemsOf(matchItem(piece.words, menu)) : []
  const choices = found.length === 0 ? choicesNamed(words, menu) : []
  if (choices.length > 0) return `Temos: ${clip(choices.join(', '), 300)}.`
  if (found.length === 0) return `Não achei “${clip(words, 60)}” no cardápio de agora.`
  const lines = found
    .slice(0, shownItems)
    .map(({ name, priceCents }) => `${clip(name, 60)} – ${moneyText(priceCents)}`)
  const have = `Temos: ${lines.join('; ')}${found.length > shownItems ? ' e mais' : ''}.`
  return isOfContents ? `${have}\n${contentsText(found)}` : have
}

/** "qual a mistura de hoje", "quais os sabores": the options of the groups with that name. */
function choicesNamed(words: string, menu: ChatMenu): readonly string[] {
  const said = wordsOf(words).map(({ text }) => wordKey(text === 'mistura' ? 'carne' : text))
  const groups = menu.items
    .flatMap((item) => item.groups)
    .filter((group) => menuWords(group).some(({ text }) => said.includes(wordKey(text))))
  return [...new Set(groups.flatMap(({ options }) => options.map(({ name }) => clip(name, 60))))]
}

/** What the menu says of an item. Nothing, or of several: the staff know. */
const contentsText = ([only, ...others]: readonly ChatItem[]): string =>
  only && others.length === 0 && only.description.trim() !== ''
    ? clip(only.description.trim(), 300)
    : 'Para saber o que vem, escreva “atendente”.'

const itemsOf = (match: Match) => {
  if (match.type === 'one') return [match.meaning.item]
  return match.type === 'several' ? match.meanings.map(({ item }) => item) : []
}
