import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import type { MotoboyView } from '../../../contract/orders/work.ts'
import { codeName, useTimezone } from '../../stores/store-facts.ts'
import { PopoverPanel } from '../../ui/popover-panel.tsx'
import popoverStyles from '../../ui/popover.module.css'
import { isMeant } from '../card/one-tap.ts'
import { courierChoice, courierText } from './courier-choice.rules.ts'
import styles from './courier-question.module.css'
import { askForCouriers, useIsCourierAsked } from './courier-question-off.ts'
import { placeBeside } from './place-beside.ts'

export interface CourierQuestionProps {
  readonly order: Order
  readonly storeName: string
  /** As they are when the question is asked: a list that sorts itself again would move under a finger. */
  readonly motoboys: readonly MotoboyView[]
  /** The button that sends the order off. */
  readonly button: HTMLElement | undefined
  /** Null: without a courier. */
  readonly onChoose: (courier: MotoboyView | null) => void
  readonly onClose: () => void
}

/** Who takes the order, asked beside its button: one press sends it off with them. */
export function CourierQuestion({ order, button, onClose, ...rest }: CourierQuestionProps) {
  const id = useId()
  const anchor = useRef(button ?? null)
  const [open, setOpen] = useState(false)
  useEffect(() => document.getElementById(id)?.showPopover(), [id])
  const title = `Quem leva o ${codeName(order)}?`
  return (
    <PopoverPanel
      id={id}
      label={title}
      className={`${popoverStyles.panel} ${styles.panel}`}
      button={anchor}
      place={placeBeside}
      open={open}
      onOpenChange={(shown) => {
        setOpen(shown)
        if (open && !shown) onClose()
      }}
    >
      {(close) => <Choices {...rest} order={order} title={title} close={close} />}
    </PopoverPanel>
  )
}

function Choices({
  order,
  storeName,
  motoboys,
  onChoose,
  title,
  close,
}: Omit<CourierQuestionProps, 'button' | 'onClose'> & {
  readonly title: string
  readonly close: () => void
}) {
  const { couriers, proposedId } = courierChoice(motoboys)
  const hasShifts = motoboys.some(({ onShift }) => onShift)
  const timezone = useTimezone(order.storeId)
  const choose = (courier: MotoboyView | null) => {
    onChoose(courier)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || !/^\d$/.test(event.key)) return
    const courier = event.key === '0' ? null : couriers[Number(event.key) - 1]
    if (courier !== undefined) choose(courier)
  }
  return (
    <div onKeyDown={onKeyDown}>
      {/* Where nobody is proposed, Enter chooses nobody either. */}
      <h2 tabIndex={-1} data-first={proposedId === null ? '' : undefined}>
        {title}
      </h2>
      <ul className={styles.choices}>
        {couriers.map((courier, index) => (
          <Choice
            key={courier.id}
            name={courier.name}
            text={courierText(courier, hasShifts, timezone, (displayId) =>
              codeName({ displayId, storeId: order.storeId }),
            )}
            digit={index < 9 ? index + 1 : null}
            proposed={courier.id === proposedId}
            onPress={() => choose(courier)}
          />
        ))}
        <Choice
          name="Sem entregador"
          text="escolher depois"
          digit={0}
          proposed={false}
          onPress={() => choose(null)}
        />
      </ul>
      <AskAgain storeId={order.storeId} storeName={storeName} />
    </div>
  )
}

function Choice({
  name,
  text,
  digit,
  proposed,
  onPress,
}: {
  readonly name: string
  readonly text: string
  /** Its key; null: there are more couriers than digits. */
  readonly digit: number | null
  readonly proposed: boolean
  readonly onPress: () => void
}) {
  return (
    <li>
      <button
        type="button"
        className={`${styles.choice} ${proposed ? styles.proposed : ''}`}
        data-first={proposed ? '' : undefined}
        aria-keyshortcuts={digit === null ? undefined : String(digit)}
        onClick={(event) => {
          if (isMeant(event)) onPress()
        }}
      >
        <b>{name}</b>
        <small>{text}</small>
        {digit === null ? null : <kbd aria-hidden="true">{digit}</kbd>}
      </button>
    </li>
  )
}

function AskAgain({ storeId, storeName }: { readonly storeId: string; readonly storeName: string }) {
  const asked = useIsCourierAsked(storeId)
  return (
    <label className={styles.again}>
      <input
        type="checkbox"
        checked={!asked}
        onChange={(event) => askForCouriers(storeId, !event.target.checked)}
      />
      Não perguntar mais neste aparelho para {storeName}
    </label>
  )
}
