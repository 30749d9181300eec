import { readFileSync } from 'node:fs'
import type { ChatGroup, ChatItem, ChatMenu, DraftItem } from '../chat-state.ts'
import { newChat } from '../chat-state.ts'
import { chatFacts, chatItem, chatWith } from './chat-facts.ts'

/** The first word or words of a part's heading in the file. */
const halves = [
  'first',
  'second',
  'after',
  'a second hand',
  'a third hand',
  'a fourth hand',
  'a fifth hand',
  'a sixth hand',
  'a seventh hand',
  'an eighth hand',
  'a ninth hand',
  'further kinds',
  'a tenth hand',
  'hurried kinds',
] as const
type Half = (typeof halves)[number]

/** One message of a customer, and the order that is meant. The file `utterances.txt` says how one is written. */
export interface Utterance {
  readonly half: Half
  readonly menuName: string
  readonly menu: ChatMenu
  readonly cart: readonly DraftItem[]
  readonly text: string
  /** Lines of the order, as `lineText` writes them. */
  readonly lines: readonly string[]
  /** Null: nothing has to be asked. Empty: any question, or a person. */
  readonly choices: readonly string[] | null
  /** Kind of the question that the store's facts answer. Null: none was asked. */
  readonly answer: string | null
}

export function readUtterances(text = written()): readonly Utterance[] {
  const menus = new Map<string, ChatMenu>()
  const all: Utterance[] = []
  let half: Utterance['half'] = 'first'
  let menuName = ''
  const body = text.slice(text.indexOf('\n== '))
  for (const block of body.split('\n== ').slice(1)) {
    const [head = '', ...lines] = block.split('\n')
    if (head.startsWith('menu ')) menus.set(head.slice(5), menuOf(lines))
    else half = halves.find((one) => head.startsWith(one)) ?? half
    for (const line of head.startsWith('menu ') ? [] : lines) {
      if (line.startsWith('-- ')) menuName = line.slice(3)
      const menu = menus.get(menuName)
      if (line.includes(' => ') && menu) all.push({ half, menuName, menu, ...utteranceOf(line, menu) })
    }
  }
  return all
}

const written = () => readFileSync(new URL('utterances.txt', import.meta.url), 'utf8')

function utteranceOf(line: string, menu: ChatMenu): Omit<Utterance, 'half' | 'menu' | 'menuName'> {
  const [said = '', expected = ''] = line.split(' => ')
  const [, cart = '', text = ''] = /^(?:\[(.*?)\] )?(.*)$/.exec(said) ?? []
  const parts = expected.split('; ')
  const question = parts.find((part) => part.startsWith('?'))
  return {
    cart: cart === '' ? [] : cart.split('; ').map((part) => draftItemOf(part, menu)),
    text: text.replaceAll(String.raw`\n`, '\n'),
    lines: parts.filter((part) => !/^[?!]/.test(part)).map(sortedOptions),
    choices:
      question === undefined
        ? null
        : question
            .slice(1)
            .split(' / ')
            .map((one) => one.trim())
            .filter(Boolean),
    answer: parts.find((part) => part.startsWith('!'))?.slice(1) ?? null,
  }
}

/** "1 Pizza grande (Calabresa, Portuguesa)" with its options as `lineText` sorts them. */
const sortedOptions = (line: string): string =>
  line.replace(
    / \((?!\d)([^()]+)\)/,
    (_, options: string) => ` (${options.split(', ').toSorted().join(', ')})`,
  )

function menuOf(lines: readonly string[]): ChatMenu {
  const groups = lines.filter((line) => line.startsWith('+ ')).map(groupOf)
  const categories: { id: string; name: string }[] = []
  const items: ChatItem[] = []
  for (const line of lines) {
    if (line.startsWith('# ')) categories.push({ id: `c${categories.length}`, name: line.slice(2) })
    const [, name = '', price = '', own = ''] = /^([^#+].*) (\d+,\d\d)((?: \+ [^+]+)*)$/.exec(line) ?? []
    if (name === '') continue
    const names = own.split(' + ').slice(1)
    items.push(
      chatItem(`i${items.length}`, name, Number(price.replace(',', '')), {
        categoryId: categories.at(-1)?.id ?? null,
        groups: groups.filter((group) => names.includes(group.name)),
      }),
    )
  }
  return { categories, items }
}

function groupOf(line: string): ChatGroup {
  const [, name = '', min = '', max = '', options = ''] = /^\+ (.+) (\d+)-(\d+): (.*)$/.exec(line) ?? []
  return {
    name,
    min: Number(min),
    max: Number(max),
    options: options.split(' | ').map((option) => {
      const [, own = option, price = '0'] = /^(.*?) (\d+,\d\d)$/.exec(option) ?? []
      return { id: `${name}-${own}`, name: own, priceCents: Number(price.replace(',', '')), max: 1 }
    }),
  }
}

function draftItemOf(text: string, { items }: ChatMenu): DraftItem {
  const [, quantity = '1', name = '', options = ''] = /^(\d+) (.*?)(?: \((?!\d)(.*)\))?$/.exec(text) ?? []
  const item = items.find((one) => one.name === name)
  if (!item) throw new Error(`The menu has no ${name}.`)
  const chosen = options.split(', ').filter(Boolean)
  return {
    ...{ menuItemId: item.id, name, quantity: Number(quantity), unitPriceCents: item.priceCents },
    options: item.groups.flatMap((group) =>
      group.options
        .filter((option) => chosen.includes(option.name))
        .map((option) => ({
          ...{ menuOptionId: option.id, groupName: group.name, name: option.name, quantity: 1 },
          ...{ unitPriceCents: option.priceCents, priceMethod: group.priceMethod },
        })),
    ),
  }
}

/** "1 Pizza grande (Calabresa) {sem cebola}", with the options in the order of the alphabet. */
export function lineText({ quantity, name, options, notes }: DraftItem): string {
  const chosen = options
    .map((option) => option.name)
    .toSorted()
    .join(', ')
  return `${quantity} ${name}${chosen === '' ? '' : ` (${chosen})`}${notes === undefined ? '' : ` {${notes}}`}`
}

/** What the chat makes of messages to the store with one of the menus of the file, said one after the other. */
export function orderOf(menuName: string, ...messages: readonly string[]) {
  const menu = readUtterances().find((one) => one.menuName === menuName)?.menu
  if (!menu) throw new Error(`No utterance is for the menu ${menuName}.`)
  const chat = chatWith(newChat, chatFacts({ menu }))
  for (const message of messages) chat.say(message)
  const { draft, misses, place, offered } = chat.state()
  const isAboutLine = offered.some(({ id }) => id.startsWith('line:'))
  return {
    lines: draft.items.map(lineText),
    isAsking: misses > 0 || isAboutLine || !['cart', 'payment', 'summary'].includes(place),
    reply: chat.replies.at(-1) ?? '',
    replies: chat.replies,
    state: chat.state(),
  }
}
