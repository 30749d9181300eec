import { Link } from '@tanstack/react-router'
import { isMovedHere } from './moved-group.rules.ts'
import { useSelection } from '../../stores/selection.ts'
import styles from '../reviews-page.module.css'

/** The group that had this page's address before it was a page (ADR 87): whom it brought here finds it with one press. */
export function MovedGroup() {
  const moved = useSelection('basic').groups.find(isMovedHere)
  if (!moved) return null
  return (
    <p className={styles.moved}>
      O grupo {moved.name} agora tem outro endereço.{' '}
      <Link to="/$groupSlug" params={{ groupSlug: moved.slug }}>
        Abrir o grupo {moved.name}
      </Link>
    </p>
  )
}
