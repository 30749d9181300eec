import { tickNow } from '../../browser/ticks.ts'
import { codeName } from '../../stores/store-facts.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLastStep, type LastStep } from '../actions/last-step.ts'
import { undoStepOf } from '../actions/order-actions.ts'
import { columnOf, doneLabels, type ColumnKey } from '../orders.rules.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './undo-line.module.css'

/** The column that the last step led to; null: there is nothing to undo, or it left the board. */
export function useUndoColumn(): ColumnKey | null {
  const step = useLastStep()
  return step ? columnOf(step.order, tickNow()) : null
}

/**
 * Offers to undo the last step. It is placed where no button of an order can be, so that the next tap on the same spot
 * cannot undo the previous one: over the tabs that are not selected on the phone, in the head of the column that the
 * order went to elsewhere, and in the board's head where there is none.
 */
export function UndoLine({ place }: { readonly place: 'tabs' | 'column' | 'head' }) {
  const step = useLastStep()
  return (
    <div className={styles[place]} role="status">
      {step ? <Line key={`${step.order.id} ${step.order.version}`} step={step} /> : null}
    </div>
  )
}

function Line({ step: { order, action } }: { readonly step: LastStep }) {
  return (
    <Row gap={8} className={styles.line}>
      <Icon name="check" size={16} />
      <span>
        <b>{codeName(order)}</b> <em>{doneLabels[action]}</em>
      </span>
      <button type="button" onClick={() => void undoStepOf(order)}>
        Desfazer
      </button>
    </Row>
  )
}
