import { maxOptions } from '../../../contract/menu/edit-menu.ts'
import { itemPrice, partName, priceMethods } from '../../../contract/menu/menu-fields.ts'
import type { CandidateGroup, RawGroup } from './candidate.ts'
import { checked, codeOf, plain, wholeNumber } from './checked-values.ts'

/** A group with those that are asked with one of its options. */
export interface CheckedGroup {
  readonly group: CandidateGroup
  readonly inner: readonly { readonly option: number; readonly group: CheckedGroup }[]
}

interface CheckedOption {
  readonly option: CandidateGroup['options'][number]
  readonly groups: readonly CheckedGroup[]
}

/** The groups of an item or an option; what a menu cannot hold is left out, and `problems` says so. */
export const checkedGroups = (raw: readonly RawGroup[], problems: string[]): readonly CheckedGroup[] =>
  raw.flatMap((group) => checkedGroup(group, problems) ?? [])

function checkedGroup(raw: RawGroup, problems: string[]): CheckedGroup | null {
  const name = checked(partName('do grupo'), plain(raw.name))
  const code = codeOf(raw.externalCode)
  const options = raw.options.flatMap(
    (option) => checkedOption(option, plain(raw.name) || 'um grupo', problems) ?? [],
  )
  const message =
    name.message ??
    code.message ??
    (options.length === 0
      ? `O grupo ${name.value} não tem opções.`
      : options.length > maxOptions
        ? `O grupo ${name.value} tem mais de ${maxOptions} opções.`
        : null)
  if (message) {
    problems.push(message)
    return null
  }
  const most = wholeNumber(raw.maxPermitted, 1, 100, 1)
  const tellsDepth = raw.options.some(({ groups }) => groups !== undefined)
  const group: CandidateGroup = {
    name: name.value,
    externalCode: code.value,
    minPermitted: Math.min(wholeNumber(raw.minPermitted, 0, 100, 0), most),
    maxPermitted: most,
    ...(raw.priceMethod === undefined
      ? {}
      : { priceMethod: priceMethods.find((one) => one === raw.priceMethod) ?? 'SUM' }),
    ...(raw.assumedPriceMethod ? { assumedPriceMethod: raw.assumedPriceMethod } : {}),
    ...(tellsDepth ? { askedWith: null } : {}),
    options: options.map(({ option }) => option),
  }
  const inner = options.flatMap(({ groups }, option) => groups.map((one) => ({ option, group: one })))
  return { group, inner }
}

function checkedOption(
  { name, priceCents, externalCode, groups = [] }: RawGroup['options'][number],
  groupName: string,
  problems: string[],
): CheckedOption | null {
  const label = checked(partName('da opção'), plain(name))
  const price = checked(itemPrice, priceCents ?? undefined)
  const code = codeOf(externalCode)
  const message = label.message ?? price.message ?? code.message
  if (message) {
    const more =
      groups.length === 0 ? '' : ` Com ela ficou de fora o que só ela pergunta: ${namesOf(groups)}.`
    const which = plain(name) === '' ? 'Uma opção sem nome' : `Opção ${plain(name)}`
    problems.push(`${which} de ${groupName}: ${message}${more}`)
    return null
  }
  return {
    option: { name: label.value, externalCode: code.value, priceCents: price.value },
    groups: checkedGroups(groups, problems),
  }
}

const namesOf = (groups: readonly RawGroup[]): string => groups.map(({ name }) => plain(name)).join(', ')

/** Keeps groups in one list, where equal ones with equal groups below them are one. */
export class GroupList {
  readonly groups: CandidateGroup[] = []
  readonly #places = new Map<string, number>()

  /** The place of the group, before those of its options. */
  placeOf(one: CheckedGroup, askedWith?: NonNullable<CandidateGroup['askedWith']>): number {
    const text = JSON.stringify([one, askedWith])
    const known = this.#places.get(text)
    if (known !== undefined) return known
    const place = this.groups.push(askedWith ? { ...one.group, askedWith } : one.group) - 1
    this.#places.set(text, place)
    for (const { option, group } of one.inner) this.placeOf(group, { group: place, option })
    return place
  }
}
