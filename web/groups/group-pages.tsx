import { Link } from '@tanstack/react-router'
import type { GroupPage } from '../../contract/groups/groups.ts'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { placesWords } from './group-words.rules.ts'
import styles from './group-page.module.css'

/** Of more than a hundred stores: which ones this page is of, and the way to the others. */
export function GroupPages({ page }: { readonly page: GroupPage }) {
  if (page.of === 1) return null
  const numbers = Array.from({ length: page.of }, (_, index) => index + 1)
  return (
    <Row as="nav" aria-label="Páginas do grupo" gap={8} wrap className={styles.pages}>
      <Muted size={2}>
        Lojas {placesWords(page, page.number)} de {page.stores}: números, alertas e ações desta página são só
        delas.
      </Muted>
      {numbers.map((number) => (
        <Link
          key={number}
          to="."
          search={((before: object) => ({ ...before, page: number > 1 ? number : undefined })) as never}
          // The address of the first page has no number, and is not that of all.
          activeOptions={{ exact: true, explicitUndefined: true }}
          aria-current={number === page.number ? 'page' : undefined}
        >
          {placesWords(page, number)}
        </Link>
      ))}
    </Row>
  )
}
