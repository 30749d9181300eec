import type { CSSProperties } from 'react'
import { plural } from '../words/format.ts'
import type { StoreMark } from '../marks/store-marks.rules.ts'
import styles from './shop-front.module.css'

export interface ShopFrontProps {
  readonly mark: StoreMark | undefined
  readonly name: string
  readonly state: 'open' | 'paused' | 'closed'
  /** Orders under way, in the window. */
  readonly running: number
  /** Those of them that wait for acceptance, on the yellow disc. */
  readonly waiting: number
}

const stateWords = { open: 'aberta', paused: 'pausada', closed: 'fechada' } as const
const stripes = [0, 22, 44, 66, 88, 110, 132, 154]
/** How far the awning hangs down, and how round its ends are. */
const awnings = {
  open: { down: 26, round: 11 },
  paused: { down: 14, round: 11 },
  closed: { down: 5, round: 3 },
} as const

/** A store as a drawn front: awning, window with its orders, door. As wide as its place. */
export function ShopFront({ mark, name, state, running, waiting }: ShopFrontProps) {
  const { down, round } = awnings[state]
  const closed = state === 'closed'
  return (
    <svg
      className={styles.front}
      style={{ '--s': `var(--s${mark?.tint ?? 1})` } as CSSProperties}
      data-state={state}
      viewBox="0 0 176 128"
      role="img"
      aria-label={descriptionOf({ name, state, running, waiting })}
    >
      <rect className={styles.wall} x="10" y="30" width="156" height="98" />
      <rect className={styles.sign} x="8" y="4" width="160" height="24" rx="2" />
      <text className={styles.code} x="88" y="21">
        {mark?.code}
      </text>
      {stripes.map((x, index) => (
        <path
          key={x}
          className={closed ? styles.rolled : index % 2 === 0 ? styles.sign : styles.stripe}
          d={`M${x} 28h22v${down}a11 ${round} 0 0 1-22 0z`}
        />
      ))}
      <rect className={styles.glass} x="24" y="72" width="80" height="40" rx="2" />
      <rect className={styles.glass} x="118" y="72" width="36" height="56" rx="2" />
      {closed ? (
        <path
          className={styles.shutter}
          d="M24 78h80M24 84h80M24 90h80M24 96h80M24 102h80M24 108h80M118 78h36M118 84h36M118 90h36M118 96h36M118 102h36M118 108h36M118 114h36M118 120h36"
        />
      ) : null}
      {closed && running === 0 ? null : (
        <text className={styles.count} x="64" y="101">
          {running}
        </text>
      )}
      {state === 'open' ? <circle className={styles.knob} cx="147" cy="101" r="1.8" /> : null}
      {state === 'paused' ? (
        <>
          <path className={styles.string} d="M136 72v10" />
          <rect className={styles.board} x="122" y="82" width="28" height="16" rx="2" />
          <path className={styles.pause} d="M133 86v8M139 86v8" />
        </>
      ) : null}
      {waiting > 0 ? (
        <>
          <circle className={styles.disc} cx="162" cy="58" r="13" />
          <text className={styles.waiting} x="162" y="63">
            {waiting > 99 ? '99+' : waiting}
          </text>
        </>
      ) : null}
    </svg>
  )
}

function descriptionOf({ name, state, running, waiting }: Omit<ShopFrontProps, 'mark'>): string {
  const orders = running === 0 ? 'sem pedidos' : plural(running, 'pedido', 'pedidos')
  const wait = waiting === 0 ? '' : `, ${plural(waiting, 'espera', 'esperam')} aceite`
  return `${name}: ${stateWords[state]}, ${orders} em andamento${wait}`
}
