import { SelectionPicker } from '../../stores/selection-picker.tsx'
import { Popover } from '../../ui/popover.tsx'
import styles from './board-head.module.css'

/** Whose orders are shown: one word that opens the choice. */
export function Scope({ label }: { readonly label: string }) {
  return (
    <Popover label="Mudar lojas e canais" className={styles.scope} words={label}>
      {() => (
        <div className={styles.choices}>
          <SelectionPicker minimum="basic" />
        </div>
      )}
    </Popover>
  )
}
