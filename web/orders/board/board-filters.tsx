import type { Ref } from 'react'
import { orderTypes, type OrderType } from '../../../contract/orders/kinds.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { readStored, writeStored } from '../../browser/storage.ts'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { hiddenClass } from '../../ui/hidden.tsx'
import styles from './board-filters.module.css'
import type { BoardLayout } from './board-search.ts'

export interface BoardView {
  readonly search: string
  readonly type: OrderType | null
  readonly motoboyId: string | null
  readonly compact: boolean
  /** Whether cards are being selected for a bulk action. */
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

const layouts: readonly (readonly [BoardLayout, IconName, string])[] = [
  ['board', 'columns', 'Colunas'],
  ['list', 'list', 'Lista'],
]

const types = orderTypes.map((type) => [type, orderTypeNames[type]] as const)

interface LayoutChoice {
  readonly layout: BoardLayout
  readonly setLayout: (layout: BoardLayout) => void
  readonly enterTv: () => void
}

/** Search, kind, courier, layout and density of the board. */
export function BoardFilters({
  view,
  layout,
  motoboys,
  onChange,
  onHelp,
  searchRef,
}: {
  readonly view: BoardView
  readonly layout: LayoutChoice
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
      <div className={styles.layouts} role="group" aria-label="Disposição">
        {layouts.map(([name, icon, words]) => (
          <Button
            key={name}
            variant="plain"
            icon={icon}
            aria-pressed={layout.layout === name}
            onClick={() => layout.setLayout(name)}
          >
            {words}
          </Button>
        ))}
      </div>
      <Button
        variant="plain"
        icon="compact"
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
        variant="plain"
        icon="tv"
        title="Tela grande na parede, sem toque"
        className={styles.help}
        onClick={layout.enterTv}
      >
        TV
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
