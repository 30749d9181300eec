import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ConversationView } from '../../../contract/whatsapp/conversations.ts'
import { readStoresNow, readMyStores } from '../../../contract/stores/stores.ts'
import { roleMeets } from '../../../contract/shared/access.ts'
import { useQuery } from '@tanstack/react-query'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { upTo, useIsPhone, useMatch } from '../../kit/breakpoints.ts'
import { isManagerSomewhere, useSignedIn } from '../../identity/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Paper } from '../../ui/paper.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ChatList } from './chat-list.tsx'
import { useChats, useFoundChats, useThread } from './chats-data.ts'
import { OrderBeside } from './order-beside.tsx'
import { LineDialog } from '../line/line-dialog.tsx'
import { stateWords } from '../line/line-words.rules.ts'
import { Thread } from './thread.tsx'
import { UnconfirmedList } from './unconfirmed-list.tsx'
import { useLineDown } from '../line/use-line-down.ts'
import styles from './conversations-page.module.css'

/** Up to here the order is a line above the talk. */
const laptop = upTo('laptop')

/** "Conversas": customers on WhatsApp who are talking to, or waiting for, a person at the store. */
export function ConversationsPage() {
  usePageTitle('Conversas')
  const { conversa, loja } = useSearch({ from: '/signed-in/conversas' })
  const phone = useIsPhone()
  const wide = !useMatch(laptop)
  // For the stores' names and time zones.
  useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const { data, error, refetch } = useChats()
  useFirstOne(data?.conversations, phone || conversa !== undefined)
  const open = conversa !== undefined && loja !== undefined ? { conversa, loja } : null
  if (phone && open)
    return (
      <div className={styles.alone}>
        <Shown key={open.conversa} {...open} back />
      </div>
    )
  return (
    <>
      <h1 className={styles.title}>Conversas</h1>
      {error && !data ? (
        <ErrorState
          message={errorSentence(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton height={420} />
      ) : nothingIn(data) && !open ? (
        <>
          <LinesDown />
          <Nobody />
        </>
      ) : (
        <div className={styles.panes}>
          <div>
            <LinesDown />
            <Chats chats={data} shown={conversa} />
          </div>
          {phone ? null : open ? (
            <Shown key={open.conversa} {...open} back={false} wide={wide} />
          ) : (
            <EmptyState icon="chat" title="Ninguém espera uma pessoa">
              O Balcão atende quem escreve. Toque em uma conversa para ler ou assumir.
            </EmptyState>
          )}
        </div>
      )}
    </>
  )
}

const nothingIn = ({
  conversations,
  recent = [],
  unsure,
}: NonNullable<ReturnType<typeof useChats>['data']>): boolean =>
  conversations.length + recent.length + unsure.length === 0

function Chats({
  chats: { unsure, conversations, recent = [] },
  shown,
}: {
  readonly chats: NonNullable<ReturnType<typeof useChats>['data']>
  readonly shown: string | undefined
}) {
  const [typed, setTyped] = useState('')
  const found = useFoundChats(typed)
  return (
    <>
      <div className={styles.search}>
        <TextField
          label="Procurar conversa"
          type="search"
          placeholder="Nome, telefone ou pedido"
          autoComplete="off"
          maxLength={80}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {found ? (
        <Found of={found} shown={shown} />
      ) : (
        <>
          {unsure.length > 0 ? <UnconfirmedList messages={unsure} /> : null}
          <ChatList conversations={[...conversations, ...recent]} shown={shown} />
        </>
      )}
    </>
  )
}

function Found({
  of: { data, error },
  shown,
}: {
  readonly of: NonNullable<ReturnType<typeof useFoundChats>>
  readonly shown: string | undefined
}) {
  if (error) return <p role="alert">{errorSentence(error)}</p>
  if (!data) return <Skeleton height={120} />
  return data.conversations.length === 0 ? (
    <p role="status">Nenhuma conversa com isso.</p>
  ) : (
    <ChatList conversations={data.conversations} shown={shown} found />
  )
}

/** A wide screen opens the longest wait, only once: the thread must not change while somebody is writing. */
function useFirstOne(conversations: readonly ConversationView[] | undefined, chosen: boolean): void {
  const navigate = useNavigate()
  const [first] = conversations ?? []
  useEffect(() => {
    if (chosen || !first) return
    const search = { conversa: first.conversationId, loja: first.storeId }
    void navigate({ to: '/conversas', search, replace: true })
  }, [chosen, first, navigate])
}

function Shown({
  conversa,
  loja,
  back,
  wide = false,
}: {
  readonly conversa: string
  readonly loja: string
  readonly back: boolean
  /** There is room for the order beside the talk. */
  readonly wide?: boolean
}) {
  const { data, error, refetch } = useThread(loja, conversa)
  const lineDown = useLineDown(loja)
  const leave = back ? (
    <Link to="/conversas" className={styles.back} aria-label="Todas as conversas">
      <Icon name="previous" />
    </Link>
  ) : null
  const order = wide ? (data?.customer.openOrder ?? null) : null
  const talk = (
    <Paper torn="top" className={styles.paper ?? ''}>
      <section className={styles.shown} aria-label="Conversa">
        {data ? (
          <Thread data={data} lineDown={lineDown} leave={leave} beside={order !== null} />
        ) : error ? (
          <>
            {leave}
            <ErrorState
              message={errorSentence(error)}
              requestId={requestIdOf(error)}
              onRetry={() => void refetch()}
            />
          </>
        ) : (
          <Skeleton height={320} />
        )}
      </section>
    </Paper>
  )
  return (
    <>
      {talk}
      {order ? (
        <div className={styles.beside}>
          <OrderBeside key={order.id} storeId={loja} open={order} />
        </div>
      ) : null}
    </>
  )
}

/** Lines that a person must reconnect, shown above all conversations. */
function LinesDown() {
  const { data } = useQuery(queryFor(readStoresNow, { query: {} }))
  const [mending, setMending] = useState<string | null>(null)
  const down = (data?.stores ?? []).filter(({ whatsapp }) => whatsapp?.trouble === 'down')
  return (
    <>
      {down.length > 0 ? (
        <ul className={styles.down}>
          {down.map(({ storeId, name, role, whatsapp }) => (
            <li key={storeId}>
              <Icon name="alert" size={18} />
              <p>
                <b>WhatsApp de {name} fora do ar.</b> {whatsapp ? `${stateWords(whatsapp).title}.` : null}{' '}
                Enquanto isso, ligue: o número está na conversa e no pedido.
              </p>
              {roleMeets(role, 'manager') ? (
                <Button variant="soft" onClick={() => setMending(storeId)}>
                  Conectar
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mending ? <LineDialog storeId={mending} onClose={() => setMending(null)} /> : null}
    </>
  )
}

function Nobody() {
  const { data } = useQuery(queryFor(readStoresNow, { query: {} }))
  const manages = isManagerSomewhere(useSignedIn())
  const connected = data?.stores.some(({ whatsapp }) => whatsapp !== null) ?? true
  if (!connected)
    return (
      <EmptyState
        icon="chat"
        title="Nenhuma loja tem WhatsApp aqui"
        action={
          manages ? (
            <Link to="/settings" search={{ tab: 'whatsapp' }}>
              Conectar o WhatsApp
            </Link>
          ) : null
        }
      >
        {manages
          ? 'Com o número conectado, o cliente pede por conversa e fala com uma pessoa quando precisa.'
          : 'Quem conecta é o gerente ou o dono, em Ajustes.'}
      </EmptyState>
    )
  return (
    <EmptyState icon="chat" title="Ninguém espera uma pessoa">
      O Balcão atende quem escreve. Quem pedir uma pessoa, ou não for entendido duas vezes, aparece aqui.
    </EmptyState>
  )
}
