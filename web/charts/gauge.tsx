import styles from './charts.module.css'

/**
 * One figure on a scale of named levels, drawn as an arc. A meter for screen readers.
 *
 *   <Gauge label="Nota da loja" value={4.7} from={1} to={5} text="4,7" stages={[{ upTo: 4, name: 'baixa', tone: 'bad' }]} />
 */
interface GaugeProps {
  readonly label: string
  readonly value: number | null
  readonly from: number
  readonly to: number
  /** The formatted value. */
  readonly text: string
  readonly stages: readonly {
    readonly upTo: number
    readonly name: string
    readonly tone: 'bad' | 'warn' | 'ok' | 'plain'
  }[]
}

const radius = 80
const centre = { x: 100, y: 96 }

export function Gauge({ label, value, from, to, text, stages }: GaugeProps) {
  const share = (at: number) => Math.max(0, Math.min(1, (at - from) / Math.max(1e-9, to - from)))
  const point = (at: number, far: number) => {
    const angle = Math.PI * (1 - share(at))
    return `${(centre.x + far * Math.cos(angle)).toFixed(2)} ${(centre.y - far * Math.sin(angle)).toFixed(2)}`
  }
  const now = value === null ? null : (stages.find((stage) => value <= stage.upTo) ?? stages.at(-1))
  return (
    <div
      className={styles.gauge}
      role="meter"
      aria-label={label}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={value ?? from}
      aria-valuetext={value === null ? 'sem dados' : `${text}${now ? `, ${now.name}` : ''}`}
    >
      <svg viewBox="0 0 200 112" width="200" height="112" aria-hidden="true">
        {stages.map((stage, index) => {
          const begin = index === 0 ? from : (stages[index - 1]?.upTo ?? from)
          return (
            <path
              key={stage.name}
              className={styles.stage}
              data-tone={stage.tone}
              data-on={now === stage}
              d={`M ${point(begin, radius)} A ${radius} ${radius} 0 0 1 ${point(stage.upTo, radius)}`}
            />
          )
        })}
        {value === null ? null : (
          <path
            className={styles.needle}
            d={`M ${point(value, radius - 16)} L ${point(value, radius + 10)}`}
          />
        )}
        <text x={centre.x} y={centre.y - 10} textAnchor="middle" className={styles.gaugeValue}>
          {text}
        </text>
        <text x={centre.x} y={centre.y + 10} textAnchor="middle">
          {now?.name ?? 'sem dados'}
        </text>
      </svg>
    </div>
  )
}
