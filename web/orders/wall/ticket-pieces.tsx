import type { CSSProperties } from 'react'
import { isMarketplace } from '../../../contract/shared/channels.ts'
import { useTick } from '../../browser/ticks.ts'
import { Awning } from '../../marks/awning.tsx'
import { codeName, markOf } from '../../stores/store-facts.ts'
import { Channel } from '../../marks/channel.tsx'
import { Hidden } from '../../ui/hidden.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { deviceZone } from '../../browser/device-zone.ts'
import { clockTime } from '../../words/format.ts'
import { isMeant } from '../card/one-tap.ts'
import { changedParts, changeVerbs } from '../card/changed-order.tsx'
import { mainStep, pendingText, typeText } from '../orders.rules.ts'
import { kitchenTimeOf } from '../timer.rules.ts'
import { piecesOf, type WallDish, type WallLine } from './wall-lines.rules.ts'
import type { WallTicket } from './wall-tickets.ts'
import styles from './wall.module.css'

/*
 * What a ticket of the wall consists of. The pieces have no margins: their heights, measured one by one, add up to the
 * height of the ticket.
 */

/** Lines from the first up to, not with, the last; null: all, for measuring. */
type Lines = readonly [number, number] | null

const typeIcons: Readonly<Record<WallTicket['order']['type'], IconName>> = {
  DELIVERY: 'bike',
  TAKEOUT: 'bag',
  INDOOR: 'table',
}

export function Head({
  ticket: { order, isBack },
  storeName,
}: {
  readonly ticket: WallTicket
  readonly storeName: string | null
}) {
  return (
    <>
      <div className={styles.top}>
        <header className={styles.head}>
          <h2>{codeName(order)}</h2>
          {order.isTest ? <em className={styles.test}>TESTE</em> : null}
          <Minutes order={order} />
        </header>
        <p className={styles.way}>
          <Icon name={typeIcons[order.type]} />
          <b>{typeText(order)}</b>
          {isMarketplace(order.platform) ? (
            <small>
              <Channel platform={order.platform} />
            </small>
          ) : null}
          {storeName === null ? null : (
            <span>
              <Awning mark={markOf(order.storeId)} />
              {storeName}
            </span>
          )}
        </p>
      </div>
      {isBack ? <p className={styles.changed}>De volta na tela: já está marcado como pronto.</p> : null}
      {order.changed ? (
        <p className={styles.changed}>
          <b>ALTERADO {clockTime(order.changed.at, deviceZone())}</b>{' '}
          {order.changed.items ? null : changedParts(order.changed.parts)}
          {order.changed.items?.map(({ kind, text }, index) => (
            <span key={index} className={styles.change}>
              {changeVerbs[kind]}
              {kind === 'out' ? <s>{text}</s> : text}
            </span>
          ))}
        </p>
      ) : null}
    </>
  )
}

function Minutes({ order }: { readonly order: WallTicket['order'] }) {
  const minutes = useTick((now) => kitchenTimeOf(order, now).minutes)
  const promised = useTick((now) => kitchenTimeOf(order, now).promisedMinutes)
  return (
    <time className={styles.minutes}>
      <b>{minutes}</b>
      <span>
        min
        {promised === null ? null : (
          <>
            <br />
            de {promised}
          </>
        )}
      </span>
    </time>
  )
}

/** Where a ticket continues: the allergies of the whole order again, since a cook may read only this part. */
export function HeadAgain({
  ticket: { order, allergies },
  scale,
}: {
  readonly ticket: WallTicket
  readonly scale: number
}) {
  return (
    <>
      <header className={`${styles.head} ${styles.again}`}>
        <h2>{codeName(order)}</h2>
        <p>continuação</p>
      </header>
      {allergies.length > 0 ? (
        <div
          className={styles.repeated}
          style={scale === 1 ? undefined : ({ '--letters': scale } as CSSProperties)}
        >
          {allergies.map((text) => (
            <Allergy key={text} begins whole>
              {text}
            </Allergy>
          ))}
        </div>
      ) : null}
    </>
  )
}

/** What was said of the whole order: its allergies, then its notes. */
export function OrderWords({
  ticket: { allergies, notes },
  lines,
}: {
  readonly ticket: WallTicket
  readonly lines: Lines
}) {
  const all: readonly WallLine[] = [
    ...allergies.flatMap((text) =>
      piecesOf(text).map((piece, index): WallLine => ({ kind: 'allergy', text: piece, begins: index === 0 })),
    ),
    ...notes,
  ]
  if (all.length === 0) return null
  const [first, last] = lines ?? [0, all.length]
  if (last <= first) return null
  return (
    <div data-words>
      {all.slice(first, last).map((line, index) => (
        <Line key={index} line={line} of="order" />
      ))}
    </div>
  )
}

export function Dish({
  dish,
  finished,
  lines,
}: {
  readonly dish: WallDish
  readonly finished: boolean
  readonly lines: Lines
}) {
  const [first, last] = lines ?? [0, dish.lines.length]
  if (last <= first) return null
  const [name] = dish.lines
  return (
    <div className={finished ? styles.finished : undefined} data-dish>
      {(lines === null || first > 0) && name ? <NameAgain name={name} /> : null}
      {dish.lines.slice(first, last).map((line, index) => (
        <Line
          key={index}
          line={line}
          of="dish"
          after={finished && line.kind === 'name' ? 'saiu' : undefined}
        />
      ))}
    </div>
  )
}

/** The name of a dish that began in an earlier column. */
const NameAgain = ({ name }: { readonly name: WallLine }) => (
  <div className={styles.nameAgain} data-name-again>
    <LineText line={name} after="(continua)" of="dish" />
  </div>
)

function Line({
  line,
  of,
  after,
}: {
  readonly line: WallLine
  readonly of: 'order' | 'dish'
  readonly after?: string | undefined
}) {
  const place = of === 'dish' && line.kind !== 'name' ? styles.under : ''
  return (
    <div className={`${styles.line} ${place}`} data-line={line.kind}>
      <LineText line={line} after={after} of={of} />
    </div>
  )
}

function LineText({
  line,
  after,
  of,
}: {
  readonly line: WallLine
  readonly after: string | undefined
  readonly of: 'order' | 'dish'
}) {
  switch (line.kind) {
    case 'name':
      return (
        <span className={styles.name}>
          <b>{line.quantity}</b>
          <span>
            {line.text}
            {after === undefined ? null : <em> {after}</em>}
          </span>
        </span>
      )
    case 'part':
      return (
        <span className={styles.part}>
          <b>{line.share}</b> {line.text}
        </span>
      )
    case 'option':
      return <span className={styles.option}>+ {line.text}</span>
    case 'without':
      return (
        <span className={styles.without}>
          <b>SEM</b> {line.text}
        </span>
      )
    case 'note':
      return (
        <span className={`${styles.note} ${of === 'order' ? styles.wide : ''}`}>
          {line.begins ? <Icon name="note" /> : null}
          <span>{line.text}</span>
        </span>
      )
    case 'allergy':
      return (
        <Allergy begins={line.begins} whole={of === 'order'}>
          {line.text}
        </Allergy>
      )
  }
}

const saysAllergy = /^\W*al[ée]rgi/i

function Allergy({
  begins,
  whole,
  children,
}: {
  readonly begins: boolean
  readonly whole: boolean
  readonly children: string
}) {
  return (
    <p className={`${styles.allergy} ${whole ? styles.wide : ''}`}>
      {begins ? <Icon name="alert" /> : null}
      <span>
        {begins && !saysAllergy.test(children) ? <b>ALERGIA: </b> : null}
        {children}
      </span>
    </p>
  )
}

export function Foot({
  ticket: { order, key, elsewhere, isBack },
  station,
  onBump,
}: {
  readonly ticket: WallTicket
  readonly station: string | null
  readonly onBump: () => void
}) {
  const starts = useTick((now) => mainStep(order, now)?.action === 'startPreparation')
  const text = isBack ? 'Tirar da tela' : starts ? 'Iniciar preparo' : 'Pronto'
  return (
    <div className={styles.foot}>
      {elsewhere > 0 ? (
        <p>
          e {elsewhere} {elsewhere === 1 ? 'item' : 'itens'} em outras praças
        </p>
      ) : null}
      {order.pending && !isBack ? (
        <p>{pendingText(order.pending.action, order.platform)}</p>
      ) : (
        <button
          type="button"
          className={styles.bump}
          data-bump
          onClick={(event) => {
            if (isMeant(event)) onBump()
          }}
          title={station ?? undefined}
          aria-keyshortcuts={key === null ? undefined : String(key)}
        >
          {key === null ? null : <kbd aria-hidden="true">{key}</kbd>}
          <span>
            {text} <Hidden>{codeName(order)}</Hidden>
          </span>
        </button>
      )}
    </div>
  )
}

export const FootOn = ({ more }: { readonly more: number }) => (
  <p className={styles.footOn}>continua, mais {more} →</p>
)
