import { roleIn, useSignedIn } from '../../identity/session.ts'
import { useQuery } from '@tanstack/react-query'
import { roleMeets } from '../../../contract/shared/access.ts'
import { channelName } from '../../../contract/shared/channels.ts'
import { readUsualHour } from '../../../contract/stores/usual-hour.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Awning } from '../../marks/awning.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { moneyShort } from '../../words/format.ts'
import { useChannelsOf } from '../channels/channels-data.ts'
import { stateText } from '../channels/channels.rules.ts'
import { RemedyOf } from '../channels/remedy-of.tsx'
import { momentText } from '../hours/breaks.rules.ts'
import { useStore } from '../further/use-stores.ts'
import { markOf } from '../store-facts.ts'
import { closedRows, lostText, type ClosedRow } from './why-closed.rules.ts'
import styles from './why-closed.module.css'

/**
 * Each store and channel that does not sell as it should: why, since and until when, who closed it, what it misses in an
 * hour, and the button that mends it, which acts here.
 */
export function WhyClosedDialog({
  storeIds,
  onClose,
}: {
  readonly storeIds: readonly string[]
  readonly onClose: () => void
}) {
  const { stores, error, retry } = useChannelsOf(storeIds)
  const session = useSignedIn()
  const managed = storeIds.filter((id) => roleMeets(roleIn(session, id) ?? 'basic', 'manager'))
  const usual = useQuery({
    ...queryFor(readUsualHour, { query: { selection: managed.join(',') } }),
    enabled: managed.length > 0,
    staleTime: 5 * 60_000,
  })
  const phone = useIsPhone()
  // The dearest row comes first: none shows before its price is known.
  const rows =
    stores && !(usual.isLoading && usual.failureCount === 0) && closedRows(stores, usual.data?.stores ?? [])
  const lost = rows && lostText(rows)
  return (
    <Dialog title="Por que minha loja está fechada?" roomy onClose={onClose}>
      {!rows && error ? (
        <ErrorState message={errorSentence(error)} requestId={requestIdOf(error)} onRetry={retry} />
      ) : !rows ? (
        <Skeleton height={220} />
      ) : rows.length === 0 ? (
        <EmptyState icon="check" title="Tudo vendendo">
          Todos os canais vendem como devem agora.
        </EmptyState>
      ) : (
        <>
          {lost ? (
            <p>
              <b>{lost}</b> <Muted as="span">Pela média desta hora nas últimas quatro semanas.</Muted>
            </p>
          ) : null}
          {phone ? <ClosedList rows={rows} /> : <ClosedTable rows={rows} money={managed.length > 0} />}
        </>
      )}
    </Dialog>
  )
}

interface RowsProps {
  readonly rows: readonly ClosedRow[]
}

function ClosedTable({ rows, money }: RowsProps & { readonly money: boolean }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Loja e canal</th>
          <th scope="col">Por quê</th>
          <th scope="col">Desde</th>
          <th scope="col">Quem</th>
          {money ? (
            <th scope="col" className={styles.money}>
              Deixa de vender
            </th>
          ) : null}
          <th scope="col">Resolver</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">
              <StoreAndChannels row={row} />
            </th>
            <td>
              <Causes row={row} />
            </td>
            <td>
              <Times row={row} />
            </td>
            <td>{row.cause?.who ?? <Muted as="span">—</Muted>}</td>
            {money ? (
              <td className={styles.money}>
                {row.lostCents === null ? (
                  <Muted as="span">—</Muted>
                ) : (
                  `perto de ${moneyShort(row.lostCents)}/h`
                )}
              </td>
            ) : null}
            <td>
              <Remedy row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ClosedList({ rows }: RowsProps) {
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <Row gap={8} align="start" justify="between">
            <div>
              <StoreAndChannels row={row} />
            </div>
            {row.lostCents === null ? null : (
              <span className={styles.money}>perto de {moneyShort(row.lostCents)}/h</span>
            )}
          </Row>
          <Causes row={row} />
          <Muted as="p" size={3}>
            <Times row={row} inline />
            {row.cause?.who ? ` Por ${row.cause.who}.` : ''}
          </Muted>
          <Remedy row={row} />
        </li>
      ))}
    </ul>
  )
}

const keyOf = ({ store, channels }: ClosedRow): string =>
  [store.storeId, ...channels.map(({ platform }) => platform)].join(' ')

interface RowProps {
  readonly row: ClosedRow
}

function StoreAndChannels({ row: { store, channels } }: RowProps) {
  const [first] = channels
  const name = useStore(store.storeId)?.name
  return (
    <>
      <Row as="span" gap={6}>
        <Awning mark={markOf(store.storeId)} />
        <b>{name}</b>
      </Row>
      <Muted as="small" block size={3}>
        {channels.map(({ platform }) => channelName(platform)).join(' e ')}: {stateText(first).toLowerCase()}
      </Muted>
    </>
  )
}

const Causes = ({ row: { cause, others } }: RowProps) => (
  <>
    <p>{cause?.message ?? 'O canal não diz por quê.'}</p>
    {others.map(({ code, message }) => (
      <Muted key={`${code} ${message}`} as="small" block size={3}>
        {message}
      </Muted>
    ))}
  </>
)

/** Since when, and until when where that is known. */
function Times({ row, inline = false }: RowProps & { readonly inline?: boolean }) {
  const { since, until } = useTimes(row)
  if (!since && !until) return inline ? null : <Muted as="span">—</Muted>
  if (inline) {
    const parts = [since && `Desde ${since.replace(/^às /, 'as ')}`, until]
    return `${parts.filter(Boolean).join(', ')}.`
  }
  return (
    <>
      {since?.replace(/^às /, '')}
      {until ? (
        <Muted as="small" block size={3}>
          {until}
        </Muted>
      ) : null}
    </>
  )
}

function useTimes({ store, channels, cause }: ClosedRow) {
  const now = useNow(30_000)
  const timezone = useStore(store.storeId)?.address.timezone
  const at = (moment: string | null) => moment && timezone && momentText(moment, now, timezone)
  const until = at(cause?.until ?? null)
  return {
    since: at(cause?.since ?? channels[0].since) || null,
    until: until ? `até ${until.replace(/^às /, 'as ')}` : null,
  }
}

function Remedy({ row: { store, channels, cause, others } }: RowProps) {
  const role = roleIn(useSignedIn(), store.storeId) ?? 'basic'
  const mended = [cause, ...others].find((one) => one?.remedy) ?? cause
  return mended ? (
    <RemedyOf store={store} channel={channels[0]} cause={mended} first mayMend={roleMeets(role, 'manager')} />
  ) : null
}
