import { channelName, everyMarketplace } from '../../../contract/shared/channels.ts'
import type { DayRange } from '../../days/months.rules.ts'
import { historyDaysDefault } from '../../../contract/orders/history.ts'
import { orderStatuses, orderTypes } from '../../../contract/orders/kinds.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { methodName } from '../../../contract/orders/money/payment-methods.ts'
import { addDays } from '../../../contract/shared/day.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import {
  DaysPanel,
  neighbour,
  periodWords,
  presetLabels,
  presetOf,
  rangeBrief,
  rangeOfPreset,
  type StepsProps,
} from '../../reports/reports.ts'
import { Button } from '../../ui/button.tsx'
import { Word } from '../../ui/sentence/sentence.tsx'
import { statusLabels } from '../orders.rules.ts'
import styles from './history-page.module.css'
import type { HistorySearch } from './history.rules.ts'

type Change = { readonly [name in keyof HistorySearch]?: string | undefined }

interface WordsProps {
  readonly search: HistorySearch
  readonly today: string
  readonly onChange: (change: Change) => void
}

const presets = ['today', 'yesterday', '7d', '30d', 'month', 'last-month'] as const

/** The days searched; without any in the address the server's default. */
const historyRange = ({ from, to }: HistorySearch, today: string): DayRange => {
  const last = to ?? today
  return { from: from ?? addDays(last, 1 - historyDaysDefault), to: last }
}

export function HistoryDaysWord({ search, today, onChange }: WordsProps) {
  const range = historyRange(search, today)
  const words = periodWords(range, today)
  return (
    <Word label="Escolher o período" title="período" text={words.long} short={words.short} shortens={1}>
      {(close) => (
        <DaysPanel
          presets={presets.map((value) => {
            const days = rangeOfPreset(value, today)
            return { value, label: presetLabels[value], detail: rangeBrief(days) }
          })}
          preset={presets.find((one) => one === presetOf(range, today))}
          chosen={range}
          max={today}
          steps={historySteps({ search, today, onChange })}
          onPreset={(preset) => {
            onChange(rangeOfPreset(preset, today))
            close()
          }}
          onChoose={(days) => {
            onChange(days)
            close()
          }}
        />
      )}
    </Word>
  )
}

export function historySteps({ search, today, onChange }: WordsProps): StepsProps {
  const range = historyRange(search, today)
  const before = neighbour(range, -1, today)
  const after = neighbour(range, 1, today)
  return {
    before: { label: 'Período anterior', onGo: () => before && onChange(before) },
    after: {
      label: 'Próximo período',
      onGo: () => after && onChange(after),
      disabledReason: after ? null : 'O período já chega até hoje.',
    },
  }
}

type Option = readonly [value: string, label: string]

const methods = ['PIX', 'CREDIT', 'DEBIT', 'CASH', 'MEAL_VOUCHER', 'FOOD_VOUCHER', 'DIGITAL_WALLET']

interface Filter {
  readonly name: 'status' | 'type' | 'payment' | 'timing' | 'discount' | 'courier' | 'platform'
  readonly label: string
  readonly all: string
  readonly options: readonly Option[]
}

/** `stores`: those whose couriers can be chosen. */
const filtersFor = (stores: readonly Store[], search: HistorySearch): readonly Filter[] => [
  {
    name: 'status',
    label: 'Etapa',
    all: 'Todas as etapas',
    options: orderStatuses.map((status) => [status, capital(statusLabels[status])]),
  },
  {
    name: 'type',
    label: 'Tipo',
    all: 'Todos os tipos',
    options: orderTypes.map((type) => [type, orderTypeNames[type]]),
  },
  {
    name: 'payment',
    label: 'Pagamento',
    all: 'Todos os pagamentos',
    options: methods.map((method) => [method, methodName(method)]),
  },
  {
    name: 'timing',
    label: 'Momento',
    all: 'Agora e agendados',
    options: [
      ['INSTANT', 'Para agora'],
      ['SCHEDULED', 'Agendados'],
    ],
  },
  {
    name: 'discount',
    label: 'Desconto',
    all: 'Com e sem desconto',
    options: [
      ['store', 'Desconto da loja'],
      ['marketplace', `Desconto ${everyMarketplace('de')}`],
    ],
  },
  ...couriersOf(stores),
  // Only of older links: the sentence has the channel.
  ...(search.platform
    ? [
        {
          name: 'platform' as const,
          label: 'Canal',
          all: 'Todos os canais',
          options: [[search.platform, channelName(search.platform)] as const],
        },
      ]
    : []),
]

/** With several stores each courier is listed with the store; former couriers can still be searched. */
function couriersOf(stores: readonly Store[]): readonly Filter[] {
  const options = stores.flatMap((store) =>
    store.motoboys.map(({ id, name }) => [id, stores.length > 1 ? `${name} · ${store.name}` : name] as const),
  )
  return options.length > 0 ? [{ name: 'courier', label: 'Motoboy', all: 'Todos os motoboys', options }] : []
}

/** Every other filter of the orders: one word, an icon while none is set. */
export function HistoryFilterWord({
  search,
  stores,
  onChange,
}: Omit<WordsProps, 'today'> & { readonly stores: readonly Store[] }) {
  const filters = filtersFor(stores, search)
  const set = filters.flatMap(({ name, options }) => {
    const value = search[name]
    return value === undefined ? [] : [(options.find(([one]) => one === value)?.[1] ?? value).toLowerCase()]
  })
  const words = set.join(', ')
  const { length } = set
  return (
    <Word
      label="Filtrar pedidos"
      title="filtro"
      icon="filter"
      before="só"
      text={words || 'todos os pedidos'}
      short={length > 1 ? `${length} filtros` : words}
      shortens={2}
      tab={length > 1 ? `${length} filtros` : words || 'nenhum'}
      atDefault={length === 0}
    >
      {() => (
        <div className={styles.filters}>
          {filters.map(({ name, ...filter }) => (
            <Choice
              key={name}
              {...filter}
              value={search[name]}
              onChange={(value) => onChange({ [name]: value })}
            />
          ))}
          {length > 0 ? (
            <Button
              variant="ghost"
              icon="close"
              onClick={() => onChange(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
            >
              Tirar filtros
            </Button>
          ) : null}
        </div>
      )}
    </Word>
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
  readonly options: readonly Option[]
  readonly onChange: (value: string | undefined) => void
}) {
  return (
    <label>
      {label}
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
