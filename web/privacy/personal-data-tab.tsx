import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleMeets } from '../../contract/shared/access.ts'
import { findPerson, readErasures } from '../../contract/privacy/person.ts'
import { personParts } from '../../contract/privacy/person-parts.ts'
import { retention } from '../../contract/privacy/retention.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor } from '../api/query.ts'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { clockTime, dayBrief, dayShort, plural } from '../words/format.ts'
import { dayIn } from '../words/near-day.ts'
import { IncidentsPart } from './incidents-part.tsx'
import { ErasedDialog, ExportDialog } from './person-dialogs.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './privacy.module.css'

/** What a store's customers may ask of their data, how long it is kept, and the register of incidents. */
export function PersonalDataTab({ store }: StoreSectionProps) {
  return (
    <div className={styles.page}>
      <PersonPart store={store} />
      <ErasuresPart store={store} />
      {roleMeets(store.role, 'owner') ? <IncidentsPart store={store} /> : null}
      <Stack as="section" gap={12}>
        <h2>Por quanto tempo guardamos</h2>
        <ul className={styles.lines}>
          {retention.map(({ what, how, why }) => (
            <li key={what}>
              <span>{what}</span>
              <b>{how}</b>
              <small>{why}</small>
            </li>
          ))}
        </ul>
      </Stack>
    </div>
  )
}

function PersonPart({ store }: { readonly store: Store }) {
  const [phone, setPhone] = useState('')
  const [dialog, setDialog] = useState<'export' | 'erase' | null>(null)
  const found = useMutation({
    mutationFn: (typed: string) => ask(findPerson, { body: { phone: typed } }, { storeId: store.id }),
  })
  const person = found.data?.person
  const asked = found.variables ?? ''
  return (
    <Stack as="section" gap={12}>
      <h2 id="pedido-de-cliente">Pedido de um cliente</h2>
      <p className={styles.muted}>
        O cliente pode pedir uma cópia dos dados dele ou que eles sejam apagados. A busca fica registrada.
      </p>
      <Row
        as="form"
        gap={12}
        align="end"
        wrap
        className={styles.row}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          found.mutate(phone)
        }}
      >
        <TextField
          label="Telefone do cliente"
          type="tel"
          autoComplete="off"
          placeholder="(11) 98765-4321"
          value={phone}
          error={found.isError ? errorSentence(found.error) : undefined}
          onChange={(event) => setPhone(event.target.value)}
        />
        <Button type="submit" variant="primary" icon="search" busy={found.isPending}>
          Procurar
        </Button>
      </Row>
      <Stack aria-live="polite" gap={12}>
        {found.data && !person ? <p>Esta loja não guarda nada deste telefone.</p> : null}
        {person ? (
          <>
            <p>
              <b>{person.name.trim() || 'Sem nome'}</b>
              {person.firstOrderAt === null
                ? ', sem pedido: só escreveu no WhatsApp.'
                : `, cliente desde ${dayBrief(dayIn(person.firstOrderAt, store.address.timezone), true)}.`}
              {person.openOrders > 0
                ? ` Tem ${plural(person.openOrders, 'pedido', 'pedidos')} em andamento: dá para apagar quando terminar.`
                : ''}
            </p>
            <ul className={styles.lines}>
              {person.parts.map(({ part, count }) => (
                <li key={part}>
                  <span>{personParts[part].label}</span>
                  <b>{count}</b>
                  {personParts[part].keeps ? <small>Fica: {personParts[part].keeps}</small> : null}
                </li>
              ))}
            </ul>
            <Row gap={12} align="end" wrap className={styles.row}>
              <Button icon="download" onClick={() => setDialog('export')}>
                Baixar cópia
              </Button>
              <Button
                variant="danger"
                icon="bin"
                disabledReason={
                  roleMeets(store.role, 'owner')
                    ? person.openOrders > 0
                      ? 'Espere o pedido em andamento terminar.'
                      : null
                    : 'Só o dono da loja pode apagar.'
                }
                onClick={() => setDialog('erase')}
              >
                Apagar dados
              </Button>
            </Row>
          </>
        ) : null}
      </Stack>
      {dialog === 'export' ? (
        <ExportDialog store={store} phone={asked} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'erase' && person ? (
        <ErasedDialog
          store={store}
          phone={asked}
          name={person.name}
          onErased={() => found.reset()}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </Stack>
  )
}

function ErasuresPart({ store }: { readonly store: Store }) {
  const query = useQuery(queryFor(readErasures, {}, { storeId: store.id }))
  const zone = store.address.timezone
  return (
    <Stack as="section" gap={12}>
      <h2>Exclusões feitas</h2>
      {query.isPending ? <Skeleton height={64} /> : null}
      {query.error ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.data?.erasures.length === 0 ? <p className={styles.muted}>Nenhuma até agora.</p> : null}
      <ul className={styles.lines}>
        {query.data?.erasures.map(({ id, at, actorName, reason, done, incomplete }) => (
          <li key={id}>
            <span>{reason}</span>
            <span className={styles.muted}>
              {dayShort(dayIn(at, zone))}, {clockTime(at, zone)} · {actorName}
            </span>
            <small>{done.map(({ part, count }) => `${personParts[part].label}: ${count}`).join(' · ')}</small>
            {incomplete ? (
              <small>Uma parte deste registro não foi entendida e não aparece aqui.</small>
            ) : null}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
