import { channelName, marketplaces } from '../../contract/shared/channels.ts'
import { useEffect, useState, type CSSProperties } from 'react'
import styles from './living-wall.module.css'

interface Ticket {
  readonly code: string
  readonly tint: number
  readonly store: string
  readonly channel: string
  readonly customer: string
  readonly way: string
  readonly items: readonly (readonly [quantity: number, name: string, note?: string])[]
  readonly payment: string
  readonly sum: string
  /** Seconds left to accept it when it is hung. */
  readonly left: number
  /** Seconds of the whole window. */
  readonly of: number
}

const app = channelName(marketplaces[0] ?? '')

const tickets: readonly [Ticket, ...Ticket[]] = [
  {
    code: 'BC-31',
    tint: 1,
    store: 'Brasa & Cia',
    channel: app,
    customer: 'Ana Souza',
    way: 'Entrega',
    items: [
      [2, 'Picanha na brasa', 'Uma sem farofa'],
      [1, 'Marmita executiva, pequena', 'Sem cebola'],
      [1, 'Suco de maracujá'],
    ],
    payment: 'Pago no app',
    sum: 'R$\u00a0148,80',
    left: 252,
    of: 300,
  },
  {
    code: 'TL-9',
    tint: 4,
    store: 'Temaki do Largo',
    channel: 'Balcão',
    customer: 'Diego Alves',
    way: 'Retirada',
    items: [
      [2, 'Combinado da casa', 'Hashi para três'],
      [2, 'Temaki de salmão'],
      [1, 'Chá gelado de limão'],
    ],
    payment: 'Pix, pago',
    sum: 'R$\u00a0132,00',
    left: 181,
    of: 300,
  },
  {
    code: 'CA-22',
    tint: 2,
    store: 'Cantina Aurora',
    channel: app,
    customer: 'Otávio Novaes',
    way: 'Entrega',
    items: [
      [2, 'Nhoque ao sugo', 'Molho à parte'],
      [1, 'Lasanha da nonna'],
      [2, 'Tiramisù'],
    ],
    payment: 'Cartão na entrega',
    sum: 'R$\u00a0171,50',
    left: 218,
    of: 300,
  },
]

/** Seconds that a ticket hangs before somebody accepts it. */
const hangsFor = 9
const pressedMs = 420
const tearsMs = 180

/** Tickets on the rail of the sign-in wall: each drains, is accepted and tears off. Decoration; still with reduced motion. */
export default function LivingWall() {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const { turn, seconds, step } = useTurns(still)
  const at = (index: number): Ticket => tickets[index % tickets.length] ?? tickets[0]
  return (
    <div className={styles.rail} aria-hidden="true">
      <Comanda key={turn + 1} ticket={at(turn + 1)} place="behind" step="hangs" seconds={0} />
      <Comanda key={turn} ticket={at(turn)} place="front" step={step} seconds={seconds} />
    </div>
  )
}

type Step = 'hangs' | 'pressed' | 'torn'

function useTurns(still: boolean) {
  const [turn, setTurn] = useState(0)
  const [seconds, setSeconds] = useState(0)
  const [step, setStep] = useState<Step>('hangs')
  useEffect(() => {
    if (still) return
    const timers: ReturnType<typeof setTimeout>[] = []
    let passed = 0
    const clock = setInterval(() => {
      passed += 1
      if (passed < hangsFor) {
        setSeconds(passed)
        return
      }
      clearInterval(clock)
      setStep('pressed')
      timers.push(
        setTimeout(() => setStep('torn'), pressedMs),
        setTimeout(() => {
          setStep('hangs')
          setSeconds(0)
          setTurn((before) => before + 1)
        }, pressedMs + tearsMs),
      )
    }, 1_000)
    return () => {
      clearInterval(clock)
      for (const timer of timers) clearTimeout(timer)
    }
  }, [still, turn])
  return { turn, seconds, step }
}

function Comanda({
  ticket,
  place,
  step,
  seconds,
}: {
  readonly ticket: Ticket
  readonly place: 'front' | 'behind'
  readonly step: Step
  readonly seconds: number
}) {
  const left = ticket.left - seconds
  return (
    <div className={styles.hung} data-place={place} data-step={step}>
      <div className={styles.paper} style={{ '--s': `var(--s${ticket.tint})` } as CSSProperties}>
        <p className={styles.name}>
          <svg viewBox="0 0 25 20" width="22" height="18">
            <path
              fill="var(--s)"
              d="M4 1h17l4 9v3.5a2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0V10z"
            />
          </svg>
          {ticket.code}
          <span>
            {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
          </span>
        </p>
        <div className={styles.drain}>
          <i style={{ width: `${(left / ticket.of) * 100}%` }} />
        </div>
        <p className={styles.where}>
          <b>{ticket.store}</b> · {ticket.channel}
        </p>
        <p className={styles.who}>
          {ticket.customer} <span>{ticket.way}</span>
        </p>
        <ul>
          {ticket.items.map(([quantity, name, note]) => (
            <li key={name}>
              <b>{quantity}×</b>
              <span>
                {name}
                {note ? <em>{note}</em> : null}
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.pay}>
          {ticket.payment} <b>{ticket.sum}</b>
        </p>
        <p className={styles.buttons}>
          <span>Recusar</span>
          <span>{step === 'hangs' ? 'Aceitar' : 'Aceito'}</span>
        </p>
      </div>
    </div>
  )
}
