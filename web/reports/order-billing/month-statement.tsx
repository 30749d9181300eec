import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  askReconciliation,
  readReconciliations,
  type Reconciliation,
} from '../../../contract/reports/reconciliation.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { ago, money, monthName } from '../../words/format.ts'
import { Section } from '../frame/section.tsx'
import type { ReportContext } from '../frame/report-frame.tsx'
import styles from './order-billing-page.module.css'
import { monthsUpTo, statementKinds, statementSentence } from './statement-words.rules.ts'

const whileMadeMs = 5_000

type Reconciliations = Reply<typeof readReconciliations>

/** The marketplace's own statement of a month, asked for here and compared with ours. Absent where none gives one. */
export function MonthStatement({ context }: { readonly context: ReportContext }) {
  const { selection } = context.query
  const query = useQuery({
    ...queryFor(readReconciliations, { query: selection === undefined ? {} : { selection } }),
    refetchInterval: ({ state }) => (state.data?.reconciliations.some(isOpen) ? whileMadeMs : false),
  })
  const { data, error } = query
  if (data?.merchants.length === 0) return null
  return (
    <Section title="Conciliação do mês" line="O extrato do canal contra o nosso">
      {data ? (
        <OneMonth data={data} today={context.today} first={context.range.to.slice(0, 7)} />
      ) : error ? (
        <ErrorState
          message={errorSentence(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton height={120} />
      )}
    </Section>
  )
}

const isOpen = ({ state }: Reconciliation): boolean => state === 'asked' || state === 'making'

interface OneMonthProps {
  readonly data: Reconciliations
  readonly today: string
  /** The month that is chosen at first. */
  readonly first: string
}

function OneMonth({ data: { merchants, reconciliations }, today, first }: OneMonthProps) {
  const months = monthsUpTo(today)
  const [month, setMonth] = useState(months.includes(first) ? first : (months[0] ?? first))
  const [chosen, setChosen] = useState(0)
  const { busy, refusal, send } = useSending()
  const merchant = merchants[chosen] ?? merchants[0]
  if (!merchant) return null
  const { storeId, platform, merchantId } = merchant
  const one = reconciliations.find(
    (each) => each.storeId === storeId && each.merchantId === merchantId && each.month === month,
  )
  const request = async () => {
    await ask(askReconciliation, { body: { platform, merchantId, month } }, { storeId })
    await refresh(readReconciliations)
  }
  return (
    <Stack gap={12}>
      <Row gap={12} wrap align="end">
        {merchants.length > 1 ? (
          <SelectField
            label="Loja"
            value={chosen}
            options={merchants.map((each, at) => [at, merchantText(each, merchants)] as const)}
            onChoose={setChosen}
          />
        ) : null}
        <SelectField
          label="Mês do extrato"
          value={month}
          options={months.map((each) => [each, monthName(each)] as const)}
          onChoose={setMonth}
        />
        <Button
          busy={busy}
          disabledReason={one && isOpen(one) ? 'O extrato deste mês já foi pedido.' : undefined}
          onClick={() => void send(request)}
        >
          {one?.state === 'done' ? 'Pedir de novo' : 'Pedir extrato'}
        </Button>
      </Row>
      <FormError>{refusal}</FormError>
      {one ? (
        <Compared one={one} />
      ) : (
        <Muted>
          Peça o extrato do mês {withChannel('a', platform)} e comparamos venda por venda com o que temos.
        </Muted>
      )}
    </Stack>
  )
}

function merchantText(
  merchant: Reconciliations['merchants'][number],
  all: Reconciliations['merchants'],
): string {
  const isOnly = all.filter(({ storeId }) => storeId === merchant.storeId).length === 1
  return isOnly ? merchant.storeName : `${merchant.storeName}, ${merchant.merchantId.slice(0, 8)}`
}

function Compared({ one }: { readonly one: Reconciliation }) {
  const now = useNow(30_000)
  return (
    <>
      <p role="status">
        {statementSentence(one)}{' '}
        <Muted as="span" size={2}>
          Pedido por {one.askedByName}, {ago(one.askedAt, now)}.
        </Muted>
      </p>
      {one.listed.length > 0 ? <Differences one={one} /> : null}
      {one.differences > one.listed.length ? (
        <Muted size={2}>As {one.listed.length} maiores estão na lista.</Muted>
      ) : null}
    </>
  )
}

const Differences = ({ one }: { readonly one: Reconciliation }) => (
  <DataTable
    caption="Diferenças do mês"
    rows={one.listed.map((row, at) => ({ ...row, key: String(at) }))}
    rowKey={(row) => row.key}
    first={10}
    open={(row) => (
      <p className={styles.order}>
        {statementKinds[row.kind].explanation}{' '}
        {row.orderId ? (
          <Link to="/menu/orders" search={{ pedido: row.orderId, loja: one.storeId }}>
            Abrir o pedido
          </Link>
        ) : null}
      </p>
    )}
    openLabel={(row) => `O que fazer: ${statementKinds[row.kind].name}`}
    columns={[
      { key: 'kind', label: 'Diferença', words: true, cell: (row) => statementKinds[row.kind].name },
      { key: 'order', label: 'Pedido', cell: (row) => row.displayId ?? '–' },
      {
        key: 'there',
        label: 'No extrato',
        sort: (row) => row.thereCents,
        cell: (row) => (row.thereCents === null ? '–' : money(row.thereCents)),
      },
      {
        key: 'here',
        label: 'Aqui',
        sort: (row) => row.hereCents,
        cell: (row) => (row.hereCents === null ? '–' : money(row.hereCents)),
      },
      {
        key: 'gap',
        phone: 'sum',
        label: 'Diferença em R$',
        sort: (row) => (row.thereCents ?? 0) - (row.hereCents ?? 0),
        cell: (row) => money((row.thereCents ?? 0) - (row.hereCents ?? 0)),
      },
    ]}
  />
)
