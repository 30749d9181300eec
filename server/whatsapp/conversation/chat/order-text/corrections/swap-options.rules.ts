import { fitsGroups } from '../../asked-groups.rules.ts'
import type { ChatItem, DraftOption } from '../../chat-state.ts'
import { matchOptions } from '../match-options.rules.ts'
import { likeness } from '../spelling/same-word.rules.ts'
import { replaceLine, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { halves, isSaid } from '../vocabulary.rules.ts'
import { menuWords, type Word } from '../words.rules.ts'

interface OptionSwap {
  /** The chosen options that go. */
  readonly from: readonly Word[]
  /** Empty: nothing takes their place. */
  readonly to: readonly Word[]
  /** In how many of the line. Null: in all. */
  readonly of: number | null
}

/**
 * "troca a calabresa por mussarela", "tira a banana e põe morango", "tira a borda": other options of the one line that has
 * them. Null: no line or several have them, or the item cannot be ordered so.
 */
export const swapOptions = (sheet: Sheet, { from, to, of }: OptionSwap): Sheet | null =>
  onlyChanged(sheet, { lines: sheet.lines, of }, (item, options) => {
    const gone = namedOptions(from, withOnly(item, options)) ?? ofGroup(from, item, options)
    const come = to.length === 0 ? [] : namedOptions(to, item)
    if (!gone || !come) return null
    return [...options.filter((one) => !isIn(one, gone)), ...come.filter((one) => !isIn(one, options))]
  })

/** "muda pra bife", "o suco é de limão": what the words name takes the place of the choice in its group. */
export const withNewChoice = (sheet: Sheet, some: Some, words: readonly Word[]): Sheet | null =>
  onlyChanged(sheet, some, (item, options) => {
    const come = namedOptions(words, item)
    const groups = new Set(come?.map(({ groupName }) => groupName))
    const kept = options.filter(({ groupName }) => !groups.has(groupName))
    return come && kept.length < options.length ? [...kept, ...come] : null
  })

/** Whether a line of the order has an option of these words, so that "sem" and its name would not take it off the bill. */
export const hasOption = ({ lines }: Sheet, words: readonly Word[]): boolean =>
  lines.some(
    ({ meanings: [only] }) => only && namedOptions(words, withOnly(only.item, only.options)) !== null,
  )

interface Some {
  readonly lines: readonly SheetLine[]
  /** How many of the line change. Null: all. */
  readonly of: number | null
}

type Choose = (item: ChatItem, options: readonly DraftOption[]) => readonly DraftOption[] | null

function onlyChanged(sheet: Sheet, { lines, of }: Some, choose: Choose): Sheet | null {
  const changed = lines.flatMap((line) => {
    const [only, ...others] = line.meanings
    const options = only && others.length === 0 ? choose(only.item, only.options) : null
    if (!only || !options || !fitsGroups(only.item, options)) return []
    const draft = line.draft && { ...line.draft, options }
    return [{ line, now: { ...line, draft, meanings: [{ ...only, options }] } }]
  })
  const [change, ...others] = changed
  if (!change || others.length > 0) return null
  const { line, now } = change
  if (of === null || of >= line.quantity) return replaceLine(sheet, line, [now])
  const rest = { ...line, quantity: line.quantity - of }
  return replaceLine(sheet, line, [rest, { ...now, quantity: of, draft: null }])
}

/** Null: the words name something else, too. */
function namedOptions(words: readonly Word[], item: ChatItem): readonly DraftOption[] | null {
  const name = menuWords(item)
  const { options, left } = matchOptions(words, item)
  // "metade mussarela" leaves the other half.
  if (options.length === 1 && words.some(({ text }) => halves.has(text))) return null
  const isOfItem = ({ text }: Word) => name.some((own) => likeness(text, own.text) === 'same')
  return options.length > 0 && left.every((word) => !isSaid(word) || isOfItem(word)) ? options : null
}

/** "tira a borda": the choices of the group. */
function ofGroup(
  words: readonly Word[],
  { groups }: ChatItem,
  options: readonly DraftOption[],
): readonly DraftOption[] | null {
  const [word, ...others] = words.filter(isSaid)
  const named = groups.find(
    (group) => word && likeness(word.text, menuWords(group)[0]?.text ?? '') === 'same',
  )
  const gone = options.filter(({ groupName }) => groupName === named?.name)
  return others.length === 0 && gone.length > 0 ? gone : null
}

const withOnly = (item: ChatItem, chosen: readonly DraftOption[]): ChatItem => ({
  ...item,
  groups: item.groups.map((group) => ({
    ...group,
    options: group.options.filter(({ id }) => chosen.some(({ menuOptionId }) => menuOptionId === id)),
  })),
})

const isIn = ({ menuOptionId }: DraftOption, options: readonly DraftOption[]): boolean =>
  options.some((one) => one.menuOptionId === menuOptionId)
