import type { Ref } from 'react'
import type { OrderType } from '../../contract/order-states.ts'
import { readStored, writeStored } from '../browser/storage.ts'
import { Button } from '../ui/button.tsx'
import { hiddenClass } from '../ui/pieces.tsx'
import styles from './board-filters.module.css'

export interface BoardView {
  readonly search: string
  readonly type: OrderType | null
  readonly motoboyId: string | null
  readonly compact: boolean
  /** Cards are being chosen for one step together. */
  readonly choosing: boolean
}

const densityKey = 'ordersDensity'

export const firstView = (): BoardView => ({
  search: '',
  type: null,
  motoboyId: null,
  compact: readStored(densityKey) === 'compact',
  choosing: false,
})

const types: readonly (readonly [OrderType, string])[] = [
  ['DELIVERY', 'Entrega'],
  ['TAKEOUT', 'Retirada'],
  ['INDOOR', 'Salão'],
]

/** Search, kind, courier and density of the board. */
export function BoardFilters({
  view,
  motoboys,
  onChange,
  onHelp,
  searchRef,
}: {
  readonly view: BoardView
  /** Couriers of the orders on the board. */
  readonly motoboys: readonly (readonly [id: string, name: string])[]
  readonly onChange: (view: BoardView) => void
  readonly onHelp: () => void
  readonly searchRef: Ref<HTMLInputElement>
}) {
  return (
    <div className={styles.filters} role="search">
      <label>
        <span className={hiddenClass}>Buscar na tela</span>
        <input
          ref={searchRef}
          type="search"
          placeholder="Número, cliente, item…"
          value={view.search}
          onChange={(event) => onChange({ ...view, search: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            onChange({ ...view, search: '' })
            event.currentTarget.blur()
          }}
        />
      </label>
      <label>
        <span className={hiddenClass}>Tipo</span>
        <select
          value={view.type ?? ''}
          onChange={(event) =>
            onChange({ ...view, type: types.find(([type]) => type === event.target.value)?.[0] ?? null })
          }
        >
          <option value="">Todos os tipos</option>
          {types.map(([type, words]) => (
            <option key={type} value={type}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {motoboys.length > 0 ? (
        <label>
          <span className={hiddenClass}>Entregador</span>
          <select
            value={view.motoboyId ?? ''}
            onChange={(event) => onChange({ ...view, motoboyId: event.target.value || null })}
          >
            <option value="">Todos os entregadores</option>
            {motoboys.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <Button
        variant="plain"
        icon="table"
        aria-pressed={view.compact}
        onClick={() => {
          writeStored(densityKey, view.compact ? null : 'compact')
          onChange({ ...view, compact: !view.compact })
        }}
      >
        Compacto
      </Button>
      <Button
        variant="plain"
        icon="check"
        aria-pressed={view.choosing}
        onClick={() => onChange({ ...view, choosing: !view.choosing })}
      >
        Escolher vários
      </Button>
      <Button
        variant="ghost"
        icon="info"
        aria-label="Atalhos do teclado"
        className={styles.help}
        onClick={onHelp}
      />
    </div>
  )
}
