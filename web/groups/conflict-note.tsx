import type { Group } from '../../contract/groups/groups.ts'
import { Button } from '../ui/button.tsx'
import { differences, draftOf, type Draft } from './group-form.rules.ts'
import styles from './group-form.module.css'

const labels = { name: 'Nome', slug: 'Endereço', storeIds: 'Lojas' } as const

/** Somebody saved first: both values, and a button for each. */
export function ConflictNote({
  mine,
  theirs,
  names,
  busy,
  onMine,
  onTheirs,
}: {
  readonly mine: Draft
  readonly theirs: Group
  readonly names: ReadonlyMap<string, string>
  readonly busy: boolean
  readonly onMine: () => void
  readonly onTheirs: () => void
}) {
  const now = draftOf(theirs)
  const words = (draft: Draft, field: keyof Draft) =>
    field === 'storeIds'
      ? draft.storeIds.map((id) => names.get(id) ?? 'outra loja').join(', ')
      : field === 'slug'
        ? `/${draft.slug}`
        : draft.name
  return (
    <section className={styles.conflict} role="alert" aria-label="Mudança de outra pessoa">
      <p>
        <b>Alguém mudou este grupo enquanto você editava.</b> O que você digitou continua aqui.
      </p>
      <dl>
        {differences(now, mine).map((field) => (
          <div key={field}>
            <dt>{labels[field]}</dt>
            <dd>
              <span>Agora</span> {words(now, field)}
            </dd>
            <dd>
              <span>O seu</span> {words(mine, field)}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.either}>
        <Button onClick={onTheirs}>Ficar com o de agora</Button>
        <Button variant="soft" busy={busy} onClick={onMine}>
          Salvar o meu
        </Button>
      </div>
    </section>
  )
}
