import { line } from 'd3-shape'
import { Hidden } from '../../ui/pieces.tsx'
import styles from './charts.module.css'

/**
 * The shape of a few values, inside a line of text or a table's cell. `words` says them.
 *
 *   <Sparkline values={cents} words="Últimas oito semanas: de R$ 900 a R$ 1.400" />
 */
export function Sparkline({ values, words }: { readonly values: readonly number[]; readonly words: string }) {
  const largest = Math.max(1, ...values)
  const least = Math.min(0, ...values)
  const x = (index: number) => 2 + (index * 76) / Math.max(1, values.length - 1)
  const y = (value: number) => 22 - ((value - least) / (largest - least)) * 20
  const path = line<number>((_value, index) => x(index), y)
  const last = values.at(-1)
  return (
    <>
      <svg viewBox="0 0 82 24" width="82" height="24" className={styles.spark} aria-hidden="true">
        <path d={path([...values]) ?? ''} />
        {last === undefined ? null : <circle cx={x(values.length - 1)} cy={y(last)} r="2.5" />}
      </svg>
      <Hidden>{words}</Hidden>
    </>
  )
}
