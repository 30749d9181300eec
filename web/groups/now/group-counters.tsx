import type { ReactNode } from 'react'
import { plural } from '../../words/format.ts'
import type { StoreNow } from '../../stores/street.rules.ts'
import styles from './group-counters.module.css'

/** How many orders stand where, over the stores of the page. */
export function GroupCounters({
  stores,
  children,
}: {
  readonly stores: readonly StoreNow[]
  /** Below the figures. */
  readonly children?: ReactNode
}) {
  const sum = (of: (store: StoreNow) => number) => stores.reduce((all, store) => all + of(store), 0)
  const figures = [
    [sum(({ waiting }) => waiting.placed), 'espera aceite', 'esperam aceite', 'hot'],
    [sum(({ waiting }) => waiting.preparing), 'no preparo', 'no preparo', null],
    [sum(({ waiting }) => waiting.ready), 'pronto', 'prontos', null],
    [sum(({ waiting }) => waiting.dispatched), 'na rua', 'na rua', null],
    [sum(({ waiting }) => waiting.late), 'atrasado', 'atrasados', 'late'],
    [sum(({ whatsapp }) => (whatsapp ? whatsapp.waiting : 0)), 'conversa espera', 'conversas esperam', null],
  ] as const
  return (
    <section aria-label={`Agora em ${plural(stores.length, 'loja', 'lojas')}`} className={styles.counters}>
      <dl>
        {figures.map(([number, one, many, tone]) => (
          <div key={many} data-tone={number > 0 ? (tone ?? undefined) : undefined}>
            <dd>{number}</dd>
            <dt>{number === 1 ? one : many}</dt>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
