import { bareWords, unreadParts } from '../../../../marketplaces/sanitise/unread-parts.ts'
import type { RawGroup } from '../../../difference/candidate.ts'
import { plain } from '../../../difference/checked-values.ts'
import type { Loose } from '../loose.ts'
import { everything, isA, many, maxDepth, type Linked } from './linked-things.ts'
import { priceOf, problemOf } from './offer-price.ts'

interface AddOns {
  readonly groups: readonly RawGroup[]
  /** What was left out of them: pt-BR. */
  readonly problems: readonly string[]
}

/** The `menuAddOn` of an item: a section of them is a group, those beside it are the group Adicionais. */
export function addOnsOf(item: Loose, whole: Linked['whole']): AddOns {
  const problems: string[] = []
  const added = many(item.menuAddOn)
  const sections = added.filter((one) => isSection(whole(one)))
  const options = added
    .filter((one) => !sections.includes(one))
    .flatMap((one) => optionsOf(one, whole, problems))
  return {
    groups: [
      ...(options.length > 0 ? [groupOf('Adicionais', options)] : []),
      ...sections.flatMap((section) => sectionGroups(section, '', { whole, problems, seen: new Set() })),
    ],
    problems,
  }
}

/** Sections that are not written inside an add-on. */
export function withoutAddOns(sections: readonly Loose[], all: readonly Loose[]): readonly Loose[] {
  const inside = new Set(everything(all.flatMap(({ menuAddOn }) => many(menuAddOn))).all)
  return sections.filter((section) => !inside.has(section))
}

const isSection = (thing: Loose): boolean =>
  isA(thing, 'MenuSection') || thing.hasMenuItem !== undefined || thing.hasMenuSection !== undefined

interface Reading {
  readonly whole: Linked['whole']
  readonly problems: string[]
  readonly seen: Set<Loose>
}

/** A section in a section keeps the names of both. */
function sectionGroups(one: unknown, above: string, reading: Reading): readonly RawGroup[] {
  const { whole, problems, seen } = reading
  const section = whole(one)
  if (typeof one === 'string' && plain(section.name) === '') {
    problems.push(...bareWords(one, 'um grupo', above === '' ? '' : `o grupo ${above}`))
    return []
  }
  if (seen.has(section)) return []
  if (seen.size > maxDepth) {
    problems.push(`O grupo ${plain(section.name)} está encaixado demais, e ficou de fora.`)
    return []
  }
  seen.add(section)
  const name = [above, plain(section.name)].filter((part) => part !== '').join(', ')
  problems.push(...unreadParts({ name, menuAddOn: many(section.menuAddOn) }, group))
  const options = many(section.hasMenuItem).flatMap((each) => optionsOf(each, whole, problems))
  const inner = many(section.hasMenuSection)
  return [
    ...(options.length > 0 || inner.length === 0 ? [groupOf(name || 'Adicionais', options)] : []),
    ...inner.flatMap((each) => sectionGroups(each, name, reading)),
  ]
}

const groupOf = (name: string, options: RawGroup['options']): RawGroup => ({
  name,
  minPermitted: 0,
  maxPermitted: options.length,
  options,
})

/** An add-on with several prices is an option a price. */
function optionsOf(one: unknown, whole: Linked['whole'], problems: string[]): RawGroup['options'] {
  const thing = whole(one)
  const name = plain(thing.name) || plain(one)
  const prices = many(thing.offers)
    .map(whole)
    .map((offer) => ({ offer, price: priceOf(offer, whole) }))
  const options = prices.flatMap(({ offer, price: { cents } }) => {
    const label = prices.length > 1 ? `${name} ${plain(offer.name)}`.trim() : name
    return cents === null ? [] : [{ name: label, priceCents: cents }]
  })
  for (const { price } of prices)
    if (price.cents === null && price.text !== '') problems.push(`Adicional ${name}: ${problemOf(price)}`)
  if (prices.every(({ price: { cents, text } }) => cents === null && text === ''))
    problems.push(`O adicional ${name || 'sem nome'} não diz o preço, e ficou de fora.`)
  const { hasMenuItem, hasMenuSection } = thing
  problems.push(
    ...unreadParts({ name, menuAddOn: many(thing.menuAddOn), hasMenuItem, hasMenuSection }, addOn),
  )
  return options
}

const group = { called: 'o grupo', one: 'um grupo' }
const addOn = { called: 'o adicional', one: 'um adicional' }
