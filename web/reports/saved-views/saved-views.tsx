import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readStored, writeStored } from '../../browser/storage.ts'
import { useSignedIn } from '../../identity/session.ts'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import {
  nameProblem,
  viewNameLimit,
  viewsFrom,
  withoutView,
  withView,
  type SavedView,
} from './saved-views.rules.ts'
import { Stack } from '../../kit/layout.tsx'
import styles from './saved-views.module.css'

/**
 * The user's own names for report settings: period, stores, filters and split. Stored in this browser; shared
 * as a link.
 *
 *   <SavedViews report="sale" search={search} />
 */
export function SavedViews({ report, search }: { readonly report: string; readonly search: object }) {
  const { uid } = useSignedIn()
  const key = `views:${report}:${uid}`
  const [views, setViews] = useState(() => viewsFrom(readStored(key)))
  const keep = (next: readonly SavedView[]) => {
    setViews(next)
    writeStored(key, next.length === 0 ? null : JSON.stringify(next))
  }
  return (
    <Popover label="Visões salvas" icon="eye">
      {(close) => (
        <Views
          views={views}
          onClose={close}
          onKeep={(name) => keep(withView(views, { name, search: { ...search } }))}
          onRemove={(name) => keep(withoutView(views, name))}
        />
      )}
    </Popover>
  )
}

interface ViewsProps {
  readonly views: readonly SavedView[]
  readonly onClose: () => void
  readonly onKeep: (name: string) => void
  readonly onRemove: (name: string) => void
}

function Views({ views, onClose, onKeep, onRemove }: ViewsProps) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const problem = nameProblem(name, views)
  return (
    <Stack gap={10} className={styles.views}>
      {views.length === 0 ? (
        <p>Guarde o período, as lojas e os filtros desta tela com um nome, para voltar com um toque.</p>
      ) : (
        <ul>
          {views.map((view) => (
            <li key={view.name}>
              <Button
                variant="ghost"
                onClick={() => {
                  void navigate({ to: '.', search: view.search as never })
                  onClose()
                }}
              >
                {view.name}
              </Button>
              <Button
                variant="ghost"
                icon="close"
                aria-label={`Remover ${view.name}`}
                onClick={() => onRemove(view.name)}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (problem) return
          onKeep(name.trim())
          setName('')
          setTried(false)
        }}
      >
        <Stack as="label" gap={4}>
          Nome desta visão
          <input
            value={name}
            maxLength={viewNameLimit}
            placeholder="Almoço dos dias úteis"
            aria-invalid={tried && problem !== null}
            onChange={(event) => setName(event.target.value)}
          />
        </Stack>
        <Button type="submit" variant="primary">
          Guardar
        </Button>
        <p role="status">{tried ? problem : null}</p>
      </form>
    </Stack>
  )
}
