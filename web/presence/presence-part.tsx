import { useQuery } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import {
  presenceModes,
  readPresence,
  savePresence,
  type Presence,
  type PresenceMode,
} from '../../contract/presence/presence.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ApiError, errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useNow } from '../browser/clock.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { useDraft, type DraftWords } from '../settings/settings.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { dayShort } from '../words/format.ts'
import { clockTime } from '../words/format.ts'
import { dayIn } from '../words/near-day.ts'
import styles from './presence-part.module.css'
import { chainWords, gapsTitle, gapWords, modeWords } from './presence-words.rules.ts'

/** Whether an order would be seen, what happens when none would, and what that did or would have done. */
export function PresencePart({ store }: { readonly store: Store }) {
  const query = useQuery({ ...queryFor(readPresence, {}, { storeId: store.id }), refetchInterval: 15_000 })
  return (
    <section className={styles.part} aria-labelledby="presenca">
      <h2 id="presenca">Quem veria um pedido</h2>
      <Muted className={styles.lead}>
        Um pedido é visto quando há uma tela de Pedidos com som, ou quando ele é aceito sozinho e uma
        impressora responde. O Balcão cuida disso só nas horas em que a loja deveria vender.
      </Muted>
      {query.data ? (
        <Known store={store} presence={query.data} />
      ) : query.error ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </section>
  )
}

function Known({ store, presence }: { readonly store: Store; readonly presence: Presence }) {
  const now = useNow(5_000)
  const { timezone } = store.address
  const chain = chainWords(presence, now)
  const { gaps, gapCount } = presence
  return (
    <>
      {chain ? <p role="status">{chain}</p> : null}
      <Choice store={store} presence={presence} now={now} />
      <div>
        <h3>O que aconteceu</h3>
        <p>{gapsTitle(presence, timezone)}</p>
        {gaps.length > 0 ? (
          <ul className={styles.gaps}>
            {gaps.map((gap) => {
              const { when, what } = gapWords(gap, timezone)
              return (
                <li key={gap.id}>
                  <b>{when}</b> <Muted as="span">{what}</Muted>
                </li>
              )
            })}
          </ul>
        ) : null}
        {gapCount > gaps.length ? <Muted size={3}>As {gaps.length} mais recentes.</Muted> : null}
      </div>
    </>
  )
}

const words: DraftWords<{ mode: string }> = {
  mode: {
    label: 'Quando ninguém veria um pedido',
    show: (mode) => presenceModes.flatMap((one) => (one === mode ? [modeWords[one].name] : [])).join(''),
  },
}

function Choice({
  store,
  presence,
  now,
}: {
  readonly store: Store
  readonly presence: Presence
  readonly now: Date
}) {
  const name = useId()
  const { mode, mayPauseFrom, version } = presence
  const draft = useDraft({
    saved: { mode: mode as string },
    words,
    input: (values) => ({
      mode: presenceModes.find((one) => one === values.mode) ?? ('watch' satisfies PresenceMode),
      version,
    }),
    send: async (body) => {
      await ask(savePresence, { body }, { storeId: store.id }).catch(async (error: unknown) => {
        // Shows what somebody else chose.
        if (error instanceof ApiError && error.code === 'presence/stale') await refresh(readPresence)
        throw error
      })
      await refresh(readPresence)
    },
  })
  const mayPause = mode === 'pause' || (mayPauseFrom !== null && Date.parse(mayPauseFrom) <= now.getTime())
  return (
    <form onSubmit={draft.onSubmit} noValidate>
      <Stack as="fieldset" gap={4} className={styles.choices}>
        <legend>Quando ninguém veria um pedido</legend>
        {presenceModes.map((one) => {
          const barred = one === 'pause' && !mayPause
          return (
            <Fragment key={one}>
              <Row as="label" gap={12} align="start">
                <input
                  type="radio"
                  name={name}
                  value={one}
                  checked={draft.values.mode === one}
                  disabled={barred}
                  aria-describedby={barred ? `${name}-from` : undefined}
                  onChange={() => draft.set('mode', one)}
                />
                <span>
                  {modeWords[one].name}
                  <Muted as="small" block size={3}>
                    {modeWords[one].hint}
                  </Muted>
                </span>
              </Row>
              {barred ? (
                <Muted size={3} id={`${name}-from`} className={styles.barred}>
                  {fromText(mayPauseFrom, store.address.timezone)}
                </Muted>
              ) : null}
            </Fragment>
          )
        })}
      </Stack>
      <button type="submit" hidden>
        Salvar
      </button>
    </form>
  )
}

/** When pausing can be chosen. */
function fromText(from: string | null, timezone: string): string {
  if (from === null) return 'Pode ser escolhido depois de uma semana de observação.'
  return `Pode ser escolhido depois da primeira semana de observação: ${dayShort(dayIn(from, timezone))}, às ${clockTime(from, timezone)}.`
}
