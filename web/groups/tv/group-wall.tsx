import { useRef, useState } from 'react'
import type { GroupDay } from '../../../contract/groups/group-day.ts'
import { deviceZone } from '../../browser/device-zone.ts'
import { useTick } from '../../browser/ticks.ts'
import { useWakeLock } from '../../browser/wake-lock.ts'
import { useLiveState } from '../../live/live-stream.ts'
import type { StoreMark } from '../../marks/store-marks.rules.ts'
import { Icon } from '../../ui/icon.tsx'
import { clockTime } from '../../words/format.ts'
import { storesWords } from '../group-words.rules.ts'
import { wallParts } from './wall-parts.tsx'
import { heldMs, partAt, stepped, type Held } from './wall-turn.rules.ts'
import styles from './group-wall.module.css'

/**
 * The office's screen: the parts of the group's page in turn, over everything else. It shows no personal data. Pointing, focus and
 * the arrows hold it for half a minute; Esc leaves.
 */
export function GroupWall({
  report,
  marks,
  onLeave,
}: {
  readonly report: GroupDay
  readonly marks: ReadonlyMap<string, StoreMark>
  readonly onLeave: () => void
}) {
  const opened = useRef<HTMLDialogElement | null>(null)
  const [held, setHeld] = useState<Held | null>(null)
  const parts = wallParts({ report, marks })
  const shown = useTick((now) => partAt(now.getTime(), parts.length, held))
  const isHeld = useTick((now) => held !== null && now.getTime() < held.until)
  const hold = () => {
    const now = Date.now()
    // A moving pointer would set it many times a second.
    if (!held || held.until - now < heldMs - 1_000) setHeld({ part: shown, until: now + heldMs })
  }
  const step = (by: 1 | -1) => setHeld(stepped(shown, by, parts.length, Date.now()))
  return (
    <dialog
      ref={(element) => {
        if (element && opened.current !== element) {
          opened.current = element
          element.showModal()
          // Not a button: its focus ring would be visible all day.
          element.focus()
        }
      }}
      className={styles.wall}
      tabIndex={-1}
      aria-label={`Tela do escritório: ${report.group.name}`}
      onClose={onLeave}
      onPointerMove={hold}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') step(1)
        else if (event.key === 'ArrowLeft') step(-1)
        else if (event.key === 'Tab') hold()
      }}
    >
      <Bar report={report} isHeld={isHeld} onLeave={() => opened.current?.close()} />
      {/* On a small screen it scrolls, also by keys. */}
      <main className={styles.part} key={shown} aria-label={parts[shown]?.name} tabIndex={0}>
        {parts[shown]?.content}
      </main>
      <nav className={styles.turns} aria-label="Partes">
        {parts.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-current={index === shown ? 'true' : undefined}
            onClick={() => setHeld({ part: index, until: Date.now() + heldMs })}
          />
        ))}
      </nav>
    </dialog>
  )
}

/** Hour, group, and whether what is shown is of now. */
function Bar({
  report,
  isHeld,
  onLeave,
}: {
  readonly report: GroupDay
  readonly isHeld: boolean
  readonly onLeave: () => void
}) {
  const { group, generatedAt } = report
  const time = useTick((now) => clockTime(now.toISOString(), deviceZone()))
  const isStale = useLiveState() === 'stale'
  const awake = useWakeLock()
  return (
    <header className={styles.bar} data-stale={isStale || undefined}>
      <time className={styles.clock}>{time}</time>
      <h1>{group.name}</h1>
      {isStale ? (
        <p role="status">
          Sem rede desde {clockTime(generatedAt, deviceZone())}: a tela mostra os números de então.
        </p>
      ) : (
        <p>
          {storesWords(report)}
          {isHeld ? ', parada por meio minuto' : ''}
          {awake === 'held' ? '' : '. A tela pode apagar'}
        </p>
      )}
      <button type="button" aria-label="Sair da tela do escritório" onClick={onLeave}>
        <Icon name="close" />
      </button>
    </header>
  )
}
