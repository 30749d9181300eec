import type { Group } from '../../../contract/groups/groups.ts'
import { Button } from '../../ui/button.tsx'
import { differences, draftOf, type Draft } from './group-form.rules.ts'
import { Row, Stack } from '../../kit/layout.tsx'
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
    <Stack
      as="section"
      gap={12}
      className={styles.conflict}
      role="alert"
      aria-label="Mudança de outra pessoa"
    >
      <p>
        <b>Alguém mudou este grupo enquanto você editava.</b> O que você digitou continua aqui.
      </p>
      <Stack as="dl" gap={10}>
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
      </Stack>
      <Row gap={10} align="stretch" wrap justify="end">
        <Button onClick={onTheirs}>Ficar com o de agora</Button>
        <Button variant="soft" busy={busy} onClick={onMine}>
          Salvar o meu
        </Button>
      </Row>
    </Stack>
  )
}
