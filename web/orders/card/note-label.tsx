import { Icon } from '../../ui/icon.tsx'
import { isAllergy } from '../orders.rules.ts'
import styles from './note-label.module.css'

/** A note to the kitchen, in ink: it waits for no tap, so it is not yellow. */
export function NoteLabel({ text }: { readonly text: string }) {
  return (
    <span className={styles.note}>
      <Icon name={isAllergy(text) ? 'alert' : 'note'} size={15} />
      <span>{text}</span>
    </span>
  )
}
