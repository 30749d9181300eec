import { useNavigate, useSearch } from '@tanstack/react-router'
import { auditAreaNames, auditAreas, type AuditArea } from '../../contract/audit/audit-words.ts'
import { exportAudit } from '../../contract/audit/audit.ts'
import { addDays } from '../../contract/shared/day.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { pageAddress } from '../browser/screen.ts'
import { ExportMenu, useToday } from '../reports/reports.ts'
import { SelectField } from '../ui/text-field.tsx'
import styles from './audit.module.css'

const spans = [
  ['semana', '7 dias', 7],
  ['mes', '30 dias', 30],
  ['trimestre', '90 dias', 90],
  ['tudo', 'Tudo', null],
] as const
const usualSpan = spans[1]

interface AuditFilter {
  readonly area: AuditArea | undefined
  readonly uid: string | undefined
  readonly store: Store | undefined
  readonly span: (typeof spans)[number]
  readonly query: {
    readonly selection: string
    readonly area?: AuditArea
    readonly uid?: string
    readonly from?: string
  }
  /** Whether it leaves out areas or people. */
  readonly isNarrow: boolean
  /** An empty text takes a filter away. */
  readonly change: (next: Readonly<Record<string, string>>) => void
}

/** What the address asks for. */
export function useAuditFilter(stores: readonly Store[]): AuditFilter {
  const search = useSearch({ from: '/signed-in/settings' })
  const navigate = useNavigate()
  const today = useToday(stores)
  const store = stores.find(({ id }) => id === search.store)
  const area = auditAreaNames.find((name) => name === search.assunto)
  const uid = search.pessoa
  const span = spans.find(([value]) => value === search.dias) ?? usualSpan
  const days = span[2]
  return {
    area,
    uid,
    store,
    span,
    query: {
      selection: (store ? [store] : stores).map(({ id }) => id).join(','),
      ...(area ? { area } : {}),
      ...(uid ? { uid } : {}),
      ...(days === null ? {} : { from: addDays(today, 1 - days) }),
    },
    isNarrow: area !== undefined || uid !== undefined,
    change: (next) => {
      const merged = Object.entries({ ...search, ...next }).filter(([, value]) => value !== '')
      void navigate({ to: '/settings', search: Object.fromEntries(merged), replace: true })
    },
  }
}

export function AuditFilters({
  area,
  uid,
  store,
  span,
  query,
  change,
  stores,
  people,
  empty,
}: AuditFilter & {
  readonly stores: readonly Store[]
  readonly people: readonly { readonly uid: string; readonly name: string }[]
  /** There is nothing to export. */
  readonly empty: boolean
}) {
  return (
    <div className={styles.filters}>
      <SelectField
        label="Assunto"
        value={area ?? ''}
        onChange={(event) => change({ assunto: event.target.value })}
        options={[['', 'Todos'], ...auditAreaNames.map((name) => [name, auditAreas[name].words] as const)]}
      />
      <SelectField
        label="Pessoa"
        value={uid ?? ''}
        onChange={(event) => change({ pessoa: event.target.value })}
        options={[['', 'Todas'], ...people.map((person) => [person.uid, person.name] as const)]}
      />
      {stores.length > 1 ? (
        <SelectField
          label="Loja"
          value={store?.id ?? ''}
          onChange={(event) => change({ store: event.target.value })}
          options={[['', 'Todas'], ...stores.map(({ id, name }) => [id, name] as const)]}
        />
      ) : null}
      <SelectField
        label="Período"
        value={span[0]}
        onChange={(event) => change({ dias: event.target.value })}
        options={spans.map(([value, words]) => [value, words] as const)}
      />
      <ExportMenu route={exportAudit} input={empty ? null : { query }} link={pageAddress} />
    </div>
  )
}
