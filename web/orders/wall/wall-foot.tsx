import { minuteMs } from '../../../contract/shared/durations.ts'
import { useTick } from '../../browser/ticks.ts'
import { codeName } from '../../stores/store-facts.ts'
import { count } from '../../words/format.ts'
import type { Bumps } from './bumps.ts'
import type { Summed } from './stations.rules.ts'
import styles from './wall-bar.module.css'

/** Equal dishes of all orders in progress, also of those without a place, and the last five that were bumped. */
export function WallFoot({ sums, bumps }: { readonly sums: readonly Summed[]; readonly bumps: Bumps }) {
  return (
    <footer className={styles.foot}>
      {sums.length > 0 ? (
        <>
          <h3>Iguais, somados</h3>
          <ul className={styles.sums}>
            {sums.map(({ name, quantity }) => (
              <li key={name}>
                <b>{count(quantity)}×</b> {name}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {bumps.recent.length > 0 ? (
        <div className={styles.recent} role="group" aria-label="Trazer de volta">
          <h3>Trazer de{'\u00a0'}volta</h3>
          {bumps.recent.map((bumped, place) => (
            <button key={bumped.order.id} type="button" onClick={() => bumps.bringBack(bumped)}>
              {codeName(bumped.order)}
              <small>
                {place === 0 && bumps.holes.length === 0 ? <kbd>R</kbd> : null} <Ago at={bumped.at} />
              </small>
            </button>
          ))}
        </div>
      ) : null}
    </footer>
  )
}

const Ago = ({ at }: { readonly at: number }) => (
  <>há {useTick((now) => `${Math.max(0, Math.floor((now.getTime() - at) / minuteMs))}\u00a0min`)}</>
)
