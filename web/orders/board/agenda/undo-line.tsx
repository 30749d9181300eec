import { codeName, nameAmongStores } from '../../../stores/store-facts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useIsPhone } from '../../../kit/breakpoints.ts'
import { useLastStep, type LastStep } from '../../actions/last-step.ts'
import { undoStepOf } from '../../actions/order-actions.ts'
import { doneLabels, doneText } from '../../orders.rules.ts'
import { Row } from '../../../kit/layout.tsx'
import styles from './undo-line.module.css'

/**
 * Offers to undo the last step. It is placed where no button of an order can be, so that the next tap on the same spot
 * cannot undo the previous one: over the tabs that are not selected on the phone, over the agenda elsewhere.
 */
export function UndoLine() {
  const step = useLastStep()
  const phone = useIsPhone()
  return (
    <div className={phone ? styles.tabs : styles.agenda} role="status">
      {step ? <Line key={`${step.order.id} ${step.order.version}`} step={step} phone={phone} /> : null}
    </div>
  )
}

function Line({ step: { order, action }, phone }: { readonly step: LastStep; readonly phone: boolean }) {
  return (
    <Row gap={8} className={styles.line}>
      {phone ? null : <Icon name="check" size={16} />}
      {phone ? (
        <span>
          <b>{codeName(order)}</b> {doneLabels[action]}
        </span>
      ) : (
        <span>
          <b>{codeName(order)}</b> {doneText(action, order)}
          <em>{[order.customer.name.trim(), nameAmongStores(order.storeId)].filter(Boolean).join(', ')}</em>
        </span>
      )}
      <button type="button" aria-keyshortcuts="z" onClick={() => void undoStepOf(order)}>
        Desfazer
        {phone ? null : <kbd aria-hidden="true">Z</kbd>}
      </button>
    </Row>
  )
}
