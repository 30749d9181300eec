import type { Store } from '../../../contract/stores/stores.ts'
import { Awning } from '../../marks/awning.tsx'
import type { StoreMark } from '../../marks/store-marks.rules.ts'
import type { MenuRow } from './menu-rows.rules.ts'
import styles from './store-dots.module.css'

export type Marks = ReadonlyMap<string, StoreMark>

/** For more stores than this there are words only. */
const maxDots = 24
/** Up to this many have their awning and code; more are plain dots. */
const maxAwnings = 8

/**
 * One mark per store in a fixed order: an awning where the dish is sold, two bars where it is paused, a small dot where
 * the store has no such dish. Decoration: the words beside it say the same.
 */
export function StoreDots({
  row,
  stores,
  marks,
}: {
  readonly row: MenuRow
  readonly stores: readonly Store[]
  readonly marks: Marks
}) {
  if (stores.length < 2 || stores.length > maxDots) return null
  const small = stores.length > maxAwnings
  return (
    <span className={styles.dots} data-small={small} aria-hidden="true">
      {stores.map((store) => {
        const entry = row.entries.find((one) => one.store.id === store.id)
        const state = !entry ? 'absent' : entry.item.pause ? 'paused' : 'sold'
        return (
          <span key={store.id} data-state={state} title={`${store.name}: ${stateWords[state]}`}>
            {state === 'sold' && !small ? <Awning mark={marks.get(store.id)} size={20} /> : <i />}
            {small || state === 'absent' ? null : marks.get(store.id)?.code}
          </span>
        )
      })}
    </span>
  )
}

const stateWords = { sold: 'à venda', paused: 'pausado', absent: 'não tem este item' } as const
