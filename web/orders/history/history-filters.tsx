import { useRef, useState } from 'react'
import { channelName, everyMarketplace, platforms } from '../../../contract/shared/channels.ts'
import { orderStatuses, orderTypes } from '../../../contract/orders/kinds.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { methodName } from '../../../contract/orders/payment-methods.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { Button } from '../../ui/button.tsx'
import { hiddenClass } from '../../ui/hidden.tsx'
import styles from './history-page.module.css'
import type { HistorySearch } from './history.rules.ts'
import { statusLabels } from '../orders.rules.ts'

type Change = { readonly [name in keyof HistorySearch]?: string | undefined }

interface HistoryFiltersProps {
  readonly search: HistorySearch
  /** The days that the server used because the address names none. */
  readonly range: { readonly from: string; readonly to: string } | null
  /** Stores whose couriers can be chosen. */
  readonly stores: readonly Store[]
  readonly onChange: (change: Change) => void
}

const methods = ['PIX', 'CREDIT', 'DEBIT', 'CASH', 'MEAL_VOUCHER', 'FOOD_VOUCHER', 'DIGITAL_WALLET']

/** The filters hold no state; all of it is in the address. */
export function HistoryFilters({ search, range, stores, onChange }: HistoryFiltersProps) {
  const { pedido: _pedido, loja: _loja, ...narrowing } = search
  const [expanded, setExpanded] = useState(false)
  const more = expanded || Boolean(search.timing ?? search.discount ?? search.courier)
  return (
    <search className={styles.filters}>
      <SearchBox key="search" text={search.q ?? ''} onSearch={(q) => onChange({ q })} />
      <div className={styles.narrow}>
        <DayField
          label="De"
          value={search.from ?? range?.from ?? ''}
          max={search.to ?? range?.to}
          onChange={(from) => onChange({ from, ...(search.to || !range ? {} : { to: range.to }) })}
        />
        <DayField
          label="Até"
          value={search.to ?? range?.to ?? ''}
          min={search.from}
          onChange={(to) => onChange({ to })}
        />
        <Choice
          label="Etapa"
          all="Todas as etapas"
          value={search.status}
          options={orderStatuses.map((status) => [status, capital(statusLabels[status])])}
          onChange={(status) => onChange({ status })}
        />
        <Choice
          label="Canal"
          all="Todos os canais"
          value={search.platform}
          options={platforms.map((platform) => [platform, channelName(platform)])}
          onChange={(platform) => onChange({ platform })}
        />
        <Choice
          label="Tipo"
          all="Todos os tipos"
          value={search.type}
          options={orderTypes.map((type) => [type, orderTypeNames[type]])}
          onChange={(type) => onChange({ type })}
        />
        <Choice
          label="Pagamento"
          all="Todos os pagamentos"
          value={search.payment}
          options={methods.map((method) => [method, methodName(method)])}
          onChange={(payment) => onChange({ payment })}
        />
        {more ? (
          <RareFilters search={search} stores={stores} onChange={onChange} />
        ) : (
          <Button variant="ghost" icon="plus" onClick={() => setExpanded(true)}>
            Mais filtros
          </Button>
        )}
        {Object.keys(narrowing).length > 0 ? (
          <Button
            variant="ghost"
            icon="close"
            onClick={() =>
              onChange(Object.fromEntries(Object.keys(narrowing).map((name) => [name, undefined])))
            }
          >
            Limpar
          </Button>
        ) : null}
      </div>
    </search>
  )
}

/** Rarely used filters; shown on request, or while one of them is active. */
function RareFilters({ search, stores, onChange }: Omit<HistoryFiltersProps, 'range'>) {
  const couriers = couriersOf(stores)
  return (
    <>
      <Choice
        label="Momento"
        all="Agora e agendados"
        value={search.timing}
        options={[
          ['INSTANT', 'Para agora'],
          ['SCHEDULED', 'Agendados'],
        ]}
        onChange={(timing) => onChange({ timing })}
      />
      <Choice
        label="Desconto"
        all="Com e sem desconto"
        value={search.discount}
        options={[
          ['store', 'Desconto da loja'],
          ['marketplace', `Desconto ${everyMarketplace('de')}`],
        ]}
        onChange={(discount) => onChange({ discount })}
      />
      {couriers.length > 0 ? (
        <Choice
          label="Motoboy"
          all="Todos os motoboys"
          value={search.courier}
          options={couriers}
          onChange={(courier) => onChange({ courier })}
        />
      ) : null}
    </>
  )
}

/** With several stores each courier is listed with the store; former couriers can still be searched. */
const couriersOf = (stores: readonly Store[]): readonly (readonly [id: string, words: string])[] =>
  stores.flatMap((store) =>
    store.motoboys.map(({ id, name }) => [id, stores.length > 1 ? `${name} · ${store.name}` : name] as const),
  )

const waitMs = 350

/** Searches when the user stops typing, or at once on Enter. */
function SearchBox({ text, onSearch }: { readonly text: string; readonly onSearch: (text: string) => void }) {
  // `sent` tells our own address change from one by Back or a link, which the box must follow.
  const [typed, setTyped] = useState({ text, seen: text, sent: text })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  if (text !== typed.seen) {
    setTyped({ text: text === typed.sent ? typed.text : text, seen: text, sent: text })
  }
  const send = (value: string) => {
    clearTimeout(timer.current)
    setTyped((before) => ({ ...before, sent: value }))
    onSearch(value)
  }
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault()
        send(typed.text)
      }}
    >
      <label>
        <span className={hiddenClass}>Buscar por número, cliente, telefone ou item</span>
        <input
          type="search"
          placeholder="Número, cliente, telefone ou item"
          maxLength={100}
          value={typed.text}
          onChange={({ target: { value } }) => {
            setTyped((before) => ({ ...before, text: value }))
            clearTimeout(timer.current)
            timer.current = setTimeout(() => send(value), waitMs)
          }}
        />
      </label>
    </form>
  )
}

function DayField({
  label,
  value,
  min,
  max,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChange: (day: string) => void
}) {
  return (
    <label className={styles.day}>
      <span>{label}</span>
      <input
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}

function Choice({
  label,
  all,
  value = '',
  options,
  onChange,
}: {
  readonly label: string
  readonly all: string
  readonly value?: string | undefined
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly onChange: (value: string | undefined) => void
}) {
  return (
    <label>
      <span className={hiddenClass}>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{all}</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
