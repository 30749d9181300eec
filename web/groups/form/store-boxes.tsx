import { folded } from '../../../contract/shared/folded.ts'
import { useId, useState } from 'react'
import { Awning } from '../../marks/awning.tsx'
import type { StoreMark } from '../../marks/store-marks.rules.ts'
import { Hidden } from '../../ui/hidden.tsx'
import { plural } from '../../words/format.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted, Problem } from '../../kit/text.tsx'
import styles from './group-form.module.css'

export interface StoreToChoose {
  readonly id: string
  readonly name: string
}

/** A list that is seen at once needs no search. */
const searchFrom = 7

/** Stores with a box each, and a search over the names. */
export function StoreBoxes({
  stores,
  marks,
  chosen,
  hidden,
  error,
  onChange,
}: {
  readonly stores: readonly StoreToChoose[]
  readonly marks: ReadonlyMap<string, StoreMark>
  readonly chosen: readonly string[]
  /** Stores of the group that the person may not see. */
  readonly hidden: number
  readonly error: string | undefined
  readonly onChange: (storeIds: readonly string[]) => void
}) {
  const id = useId()
  const [sought, setSought] = useState('')
  const found = stores.filter(({ name }) => folded(name).includes(folded(sought)))
  const all = found.length > 0 && found.every((store) => chosen.includes(store.id))
  const toggle = (ids: readonly string[], on: boolean) => {
    const rest = chosen.filter((one) => !ids.includes(one))
    onChange(on ? [...rest, ...ids] : rest)
  }
  return (
    <Stack as="fieldset" gap={8} className={styles.stores} aria-describedby={`${id}-more`}>
      <legend>
        Lojas{' '}
        <Muted as="small" size={2}>
          {plural(chosen.length, 'escolhida', 'escolhidas')}
        </Muted>
      </legend>
      {stores.length >= searchFrom ? (
        <input
          type="search"
          aria-label="Buscar loja"
          placeholder="Buscar loja"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          onKeyDown={(event) => {
            // Enter searches; it must not send the form.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      ) : null}
      <ul>
        {found.length > 1 ? (
          <li>
            <Row as="label" gap={10}>
              <input
                type="checkbox"
                checked={all}
                onChange={(event) =>
                  toggle(
                    found.map((store) => store.id),
                    event.target.checked,
                  )
                }
              />
              {sought.trim() === '' ? 'Todas' : 'Todas as encontradas'}
            </Row>
          </li>
        ) : null}
        {found.map((store) => (
          <li key={store.id}>
            <Row as="label" gap={10}>
              <input
                type="checkbox"
                checked={chosen.includes(store.id)}
                onChange={(event) => toggle([store.id], event.target.checked)}
              />
              <Awning mark={marks.get(store.id)} />
              {store.name}
            </Row>
          </li>
        ))}
      </ul>
      <Stack id={`${id}-more`} aria-live="polite" gap={6} start className={styles.said}>
        {found.length === 0 ? <p>Nenhuma loja com este nome.</p> : null}
        {error ? (
          <Problem strong size={3}>
            {error}
          </Problem>
        ) : null}
        {hidden > 0 ? (
          <p>
            {hidden === 1 ? 'Outra loja, que você não vê,' : `Outras ${hidden} lojas, que você não vê,`}
            {hidden === 1 ? ' segue no grupo.' : ' seguem no grupo.'}
          </p>
        ) : null}
        {sought.trim() !== '' && found.length > 0 ? (
          <Hidden>{plural(found.length, 'loja', 'lojas')}</Hidden>
        ) : null}
      </Stack>
    </Stack>
  )
}
