import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fiscalClassNames, readFiscalMonth, type FiscalMonth } from '../../contract/reports/fiscal.ts'
import { channelName, isMarketplace } from '../../contract/shared/channels.ts'
import { localParts } from '../../contract/shared/day.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { AccountantLinks } from '../accountant/accountant.ts'
import { download } from '../api/download.ts'
import { queryFor } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectField } from '../ui/text-field.tsx'
import { money, plural } from '../words/format.ts'
import { monthsBefore, monthWords } from './months.rules.ts'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './fiscal.module.css'

/** A month's sales as the accountant needs them: the estimated base of IBS and CBS, and the files with every order. */
export function AccountantTab({ store, stores }: StoreSectionProps) {
  const [months] = useState(() => monthsBefore(localParts(new Date(), store.address.timezone).day, 24))
  const [month, setMonth] = useState(months[1] ?? months[0] ?? '')
  const query = { selection: store.id, month }
  const read = useQuery({
    ...queryFor(readFiscalMonth, { query: { ...query, format: 'json' } }),
    placeholderData: keepPreviousData,
  })
  const save = useAction(async (format: 'xlsx' | 'csv') =>
    download(readFiscalMonth, { query: { ...query, format } }),
  )
  return (
    <div className={styles.page}>
      <Stack as="section" gap={12}>
        <Row gap={12} align="end" wrap className={styles.row}>
          <SelectField
            label="Mês"
            value={month}
            options={months.map((one) => [one, monthWords(one)] as const)}
            onChange={(event) => setMonth(event.target.value)}
          />
          <Button
            variant="primary"
            icon="download"
            busy={save.isBusy('xlsx')}
            disabledReason={save.besides('xlsx')}
            onClick={() => save.run('xlsx')}
          >
            Excel
          </Button>
          <Button
            variant="quiet"
            icon="download"
            busy={save.isBusy('csv')}
            disabledReason={save.besides('csv')}
            onClick={() => save.run('csv')}
          >
            CSV
          </Button>
        </Row>
        <p className={styles.muted}>
          O arquivo traz cada pedido e cada item, com classe tributária, NCM, CNPJ do intermediador e chave de
          acesso da nota.
        </p>
      </Stack>
      {read.isPending ? <Skeleton height={360} /> : null}
      {read.error && !read.data ? (
        <ErrorState
          message={errorSentence(read.error)}
          requestId={requestIdOf(read.error)}
          onRetry={() => void read.refetch()}
        />
      ) : null}
      {read.data ? <Month month={read.data} /> : null}
      <AccountantLinks store={store} stores={stores} />
    </div>
  )
}

function Month({ month }: { readonly month: FiscalMonth }) {
  const { totals, classes, channels, withNote, running } = month
  if (totals.orders === 0) return <p>Nenhuma venda neste mês.</p>
  const unclassed = classes.find(({ taxClass }) => taxClass === 'NONE')
  return (
    <>
      <Stack as="section" gap={12}>
        <h2>Base estimada de IBS e CBS</h2>
        <p className={styles.muted}>
          É uma estimativa: confirme com o contador.{running ? ' O mês ainda não acabou.' : ''}
        </p>
        <dl className={styles.lines}>
          <Line
            label={`Cobrado em ${plural(totals.orders, 'pedido', 'pedidos')}`}
            cents={totals.chargedCents}
          />
          <Line label="Comissão retida pela plataforma" cents={-totals.commissionCents} />
          <Line label="Entrega e taxas retidas pela plataforma" cents={-totals.logisticsCents} />
          <Line label="Gorjeta" cents={-totals.tipCents} />
          <Line label="Base estimada" cents={totals.baseCents} total />
        </dl>
      </Stack>
      <Stack as="section" gap={12}>
        <h2>Por classe tributária</h2>
        <p className={styles.muted}>
          O regime de bares e restaurantes não vale para bebida alcoólica nem para revenda sem preparo (LC
          214/2025, art. 273).
        </p>
        <dl className={styles.lines}>
          {classes
            .filter(({ itemsCents, baseCents }) => itemsCents !== 0 || baseCents !== 0)
            .map(({ taxClass, baseCents }) => (
              <Line key={taxClass} label={fiscalClassNames[taxClass]} cents={baseCents} />
            ))}
        </dl>
        {unclassed && unclassed.itemsCents > 0 ? (
          <p className={styles.muted}>
            “Sem classe”: diga no cardápio se cada item é preparado, revenda ou bebida alcoólica. Vale para os
            próximos pedidos.
          </p>
        ) : null}
      </Stack>
      <Stack as="section" gap={12}>
        <h2>Por canal</h2>
        <dl className={styles.lines}>
          {channels.map(({ platform, intermediaryDocument, totals: own }) => (
            <div key={platform}>
              <dt>{channelName(platform)}</dt>
              <dd>{money(own.baseCents)}</dd>
              {intermediaryDocument ? (
                <dd className={styles.aside}>Intermediador: CNPJ {cnpjText(intermediaryDocument)}</dd>
              ) : isMarketplace(platform) ? (
                <dd className={styles.aside}>Intermediador: o CNPJ do aplicativo</dd>
              ) : null}
            </div>
          ))}
        </dl>
        <p className={styles.muted}>
          {withNote} de {plural(totals.orders, 'pedido', 'pedidos')} com a chave da nota fiscal.
        </p>
      </Stack>
    </>
  )
}

function Line({
  label,
  cents,
  total = false,
}: {
  readonly label: string
  readonly cents: number
  readonly total?: boolean
}) {
  return (
    <div className={total ? styles.total : undefined}>
      <dt>{label}</dt>
      {/* Nothing retained is zero, not minus zero. */}
      <dd>{money(cents === 0 ? 0 : cents)}</dd>
    </div>
  )
}

const cnpjText = (bare: string): string => bare.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
