import * as z from 'zod/mini'
import type { MenuChange } from '../../../contract/menu/changes.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import type { Deps } from '../../deps.ts'
import {
  beginPublicationIn,
  placesOfMenus,
  rollBackMenuIn,
  takeMenu,
  type PlaceOfMenus,
} from '../../menu/menu.ts'
import type { ActionOf, Kind, PartCall } from './kind.ts'

const kept = z.object({
  /** The version that the menu was in before. */
  before: z.int(),
  /** Of the menu after the change: another one is another person's. */
  hash: z.string(),
})

export const menu: Kind<'menu'> = {
  // Each channel follows the store's menu by its own wishes.
  facet: null,
  prepare: placesOf,
  foresee: placesOf,
  apply: async (tx, call, { keeps }, places) => {
    const { storeId, caller, now, requestId, source } = call
    if (!source) throw new Error('an act of menus without the menu')
    if (source.storeId === storeId) return { state: 'same', words: 'O cardápio é desta loja.' }
    const taken = await takeMenu(tx, storeId, source, { keeps, byName: caller.name, now })
    if (!taken) return { state: 'same', words: `Já está igual ao de ${source.name}.` }
    const { before, hash, changes, differing } = taken
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/taken',
      storeId,
      subject: source.name,
      details: { changed: changes.length, before },
      requestId,
      at: now,
    })
    const readBack =
      differing === 0 ? 'Lido de volta: confere.' : `Lido de volta: ${items(differing)} ainda diferem.`
    for (const place of places) await beginPublicationIn(tx, place, { byName: caller.name, now })
    return {
      state: 'done',
      words: [wordsOf(changes), ...comparedWords(places)].join(' '),
      readBack,
      kept: { before, hash },
    }
  },
  undo: async (tx, call, was) => {
    const { before, hash } = kept.parse(was)
    try {
      await rollBackMenuIn(tx, call, { number: before, menu: hash })
    } catch (error) {
      const changed = error instanceof AppError && error.code === 'menu/changed-meanwhile'
      throw changed ? new AppError('bulk/nothing-to-undo', { message: changedSince }) : error
    }
  },
}

/** The store's merchants at the marketplaces that were chosen, where they take a whole menu. */
async function placesOf(deps: Deps, { storeId }: PartCall, { channels = [] }: ActionOf<'menu'>) {
  if (channels.length === 0) return []
  return (await placesOfMenus(deps, [storeId])).filter(({ platform }) => channels.includes(platform))
}

/** What a marketplace shows changes only when a person of the store has seen the comparison. */
const comparedWords = (places: readonly PlaceOfMenus[]): string[] =>
  [...new Set(places.map(({ platform }) => platform))].map(
    (platform) => `A comparação com ${withChannel('o', platform)} espera confirmação no cardápio da loja.`,
  )

const changedSince = 'O cardápio mudou depois disto. Volte por Cardápio, Versões.'

/** "3 itens novos, 12 mudam, 1 sai." */
function wordsOf(changes: readonly MenuChange[]): string {
  const number = (kind: MenuChange['kind']) => changes.filter((change) => change.kind === kind).length
  const [fresh, changed, gone] = [number('new'), number('changed'), number('gone')]
  const parts = [
    fresh > 0 ? `${items(fresh)} a mais` : '',
    changed > 0 ? `${items(changed)} com mudança` : '',
    gone > 0 ? `${items(gone)} a menos` : '',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

const items = (count: number): string => (count === 1 ? '1 item' : `${count} itens`)
