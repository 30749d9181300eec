import { channelName, withChannel } from '../../../contract/shared/channels.ts'
import { moneyPhrase } from '../../../contract/shared/money.ts'
import type { ItemWishView } from '../../../contract/menu/item-wishes.ts'
import type { ItemWish } from './item-wish.rules.ts'
import { capital, clock, isNotKept, notKept, silentSince, when, type Telling } from './wish-telling.rules.ts'
import type { ItemKind, WishKinds } from './wish-values.ts'

type Told = Omit<ItemWishView, 'about'>
type ItemRow = WishKinds[ItemKind]

/** What is wished of one item at one merchant. */
export type ItemWishes = { readonly [K in ItemKind]?: ItemRow }

/** How an item is called, and how an option of it. */
const things = {
  item: { the: 'o item', off: 'pausado', putBack: 'Posto' },
  option: { the: 'a opção', off: 'pausada', putBack: 'Posta' },
} as const

interface TellingOf extends Telling {
  /** Absent: of an item. */
  readonly thing?: keyof typeof things
}

/** One sentence about its sale and one about its price. */
export function itemSentences(wishes: ItemWishes, telling: TellingOf): readonly ItemWishView[] {
  const { 'on-sale': onSale, price } = wishes
  return [
    ...(onSale ? [{ about: 'on-sale' as const, ...told(onSale, telling) }] : []),
    ...(price ? [{ about: 'price' as const, ...told(price, telling) }] : []),
  ]
}

function told(wish: ItemRow, telling: TellingOf): Told {
  const { platform } = telling
  const valueWord = (value: ItemWish) => wordOf(value, telling)
  const { wished, here, seen, since, provedAt } = wish
  if (wish.refusal !== null) return { state: 'refused', message: wish.refusal, again: true }
  const silent = silentSince(wish, telling.now)
  if (silent !== null) return { state: 'silent', message: silence(wished, silent, telling), again: false }
  if (wish.origin === 'outside' && here !== null && wished !== here)
    return { state: 'outside', message: outside(wish, telling), again: true }
  if (provedAt !== null && seen?.value.hidden && wished === true)
    return {
      state: 'outside',
      message: `A categoria deste item está pausada ${withChannel('em', platform)}, por fora: reative por lá.`,
      again: false,
    }
  if (provedAt !== null)
    return {
      state: 'proved',
      message: `${capital(valueWord(wished))} ${withChannel('em', platform)}: provado ${when(provedAt, telling, true)}.`,
      again: false,
    }
  if (isNotKept(wish)) return { state: 'trying', message: notKept('a mudança', telling), again: false }
  const there =
    seen && seen.value.value !== wished
      ? `${valueWord(seen.value.value)} desde ${clock(seen.since, telling)}, `
      : ''
  return {
    state: 'trying',
    message: `${channelName(platform)}: ${there}você quer ${valueWord(wished)} desde ${clock(since, telling)}; tentando.`,
    again: false,
  }
}

function silence(wished: ItemWish, since: number, telling: TellingOf): string {
  const may =
    typeof wished === 'number'
      ? 'o preço por lá pode ser outro'
      : `${thingOf(telling).the} pode estar ${wordOf(!wished, telling)} por lá`
  return `${withChannel('O', telling.platform)} não responde desde ${clock(since, telling)}: ${may}. Tentando.`
}

function outside({ wished, version, since }: ItemRow, telling: TellingOf): string {
  const [em, at] = [withChannel('em', telling.platform), when(since, telling)]
  if (typeof wished === 'number')
    return version > 1
      ? `Preço mudado ${em} ${at}, por fora: ${moneyPhrase(wished)}.`
      : `${capital(em)} o preço já era ${moneyPhrase(wished)} ${at}.`
  if (version === 1) return `Já estava ${wordOf(wished, telling)} ${em} ${at}.`
  const { putBack, off } = thingOf(telling)
  return `${wished ? `${putBack} à venda` : capital(off)} ${em} ${at}, por fora.`
}

const thingOf = ({ thing = 'item' }: TellingOf) => things[thing]

const wordOf = (value: ItemWish, telling: TellingOf): string =>
  typeof value === 'number' ? moneyPhrase(value) : value ? 'à venda' : thingOf(telling).off
