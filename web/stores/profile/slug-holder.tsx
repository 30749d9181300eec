import { useQuery } from '@tanstack/react-query'
import { checkTyped } from '../../api/check-typed.ts'
import { queryFor } from '../../api/query.ts'
import { useRested } from '../../browser/rested.ts'
import { slugText } from '../../../contract/shared/slugs.ts'
import { readPublicStore } from '../../../contract/stores/stores.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './profile-tab.module.css'

/** What anybody sees at the typed address: this store, another one, or nothing yet. */
export function SlugHolder({ slug, own }: { readonly slug: string; readonly own: string }) {
  const looked = useRested(slug)
  const usable = looked === slug && checkTyped(slugText, looked).success
  const { data, error } = useQuery({
    ...queryFor(readPublicStore, { params: { menuSlug: looked } }),
    enabled: usable,
    retry: false,
    staleTime: 10_000,
  })
  if (!usable) return null
  if (data)
    return (
      <p className={styles.note} role="status">
        {slug === own ? 'Quem abre vê: ' : 'Já leva a outra loja: '}
        {data.brand.name}, {data.city}, {data.state}
        {data.active ? '' : ' (desativada)'}.
      </p>
    )
  return error && slug !== own ? (
    <p className={styles.note} role="status">
      <Icon name="check" size={16} /> Nenhuma loja usa este endereço.
    </p>
  ) : null
}
