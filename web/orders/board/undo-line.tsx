import { useIsPhone } from '../../browser/screen.ts'
import { useLastStep } from '../actions/last-step.ts'
import { undoStepOf } from '../actions/order-actions.ts'
import { orderName } from '../order-name.ts'
import { doneLabels } from '../orders.rules.ts'
import styles from './undo-line.module.css'

/**
 * Offers to undo the last step. It is placed where no button of an order can be, so that the next tap on the same spot
 * cannot undo the previous one: over the unselected tabs on the phone, over the side bar elsewhere.
 */
export function UndoLine({ place }: { readonly place: 'tabs' | 'side' }) {
  const step = useLastStep()
  // There is no side bar.
  if (useIsPhone() && place === 'side') return null
  return (
    <div className={place === 'tabs' ? styles.overTabs : styles.overSide} role="status">
      {step ? (
        <div key={`${step.order.id} ${step.order.version}`} className={styles.line}>
          <span>
            <b>{orderName(step.order)}</b>
            <em>{doneLabels[step.action]}</em>
          </span>
          <button type="button" onClick={() => void undoStepOf(step.order)}>
            Desfazer
          </button>
        </div>
      ) : null}
    </div>
  )
}
