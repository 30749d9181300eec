import { everyMarketplace } from '../../../contract/shared/channels.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { findStores, type FoundStore } from '../../../contract/identity/support.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { NotFoundPage } from '../../screens/states.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import { useSignedIn } from '../session.ts'
import { EnterDialog } from './enter-dialog.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './support-page.module.css'

const minLetters = 3

/** Support finds the store of the person who calls, and enters it. The shell shows it in place of screens of stores. */
export function SupportPage() {
  const { isRoot, support } = useSignedIn()
  usePageTitle(isRoot ? 'Suporte' : null)
  // A door that is not theirs is no page to anybody else.
  if (!isRoot) return <NotFoundPage />
  return (
    <>
      <h1 className={styles.title}>Suporte</h1>
      {support ? (
        <EmptyState
          icon="shop"
          title={`Você está na loja ${support.storeName}`}
          action={<Link to="/menu">Ver a loja</Link>}
        >
          Saia dela, no alto da tela, antes de entrar em outra.
        </EmptyState>
      ) : (
        <Search />
      )}
    </>
  )
}

function Search() {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [tooShort, setTooShort] = useState(false)
  const [entering, setEntering] = useState<FoundStore | null>(null)
  const search = useQuery({ ...queryFor(findStores, { query: { q: asked } }), enabled: asked !== '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const short = typed.trim().length < minLetters
    setTooShort(short)
    if (!short) setAsked(typed.trim())
  }
  return (
    <Stack gap={24} className={styles.page}>
      <form className={styles.search} role="search" onSubmit={submit} noValidate>
        <TextField
          label="Achar uma loja"
          type="search"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          hint={`Nome, endereço do cardápio, CNPJ, código ${everyMarketplace('em')} ou e-mail de um dono.`}
          error={tooShort ? 'Escreva ao menos três letras.' : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={search.isFetching}>
          Procurar
        </Button>
      </form>
      {search.error ? (
        <ErrorState
          message={errorSentence(search.error)}
          requestId={requestIdOf(search.error)}
          onRetry={() => void search.refetch()}
        />
      ) : null}
      {asked !== '' && search.isPending ? <Skeleton height={180} /> : null}
      {search.data ? <Found {...search.data} asked={asked} onEnter={setEntering} /> : null}
      {asked === '' ? (
        <p className={styles.rules}>
          Você entra com o acesso de dono, por uma hora, e diz o motivo. A entrada e cada mudança ficam
          registradas.
        </p>
      ) : null}
      {entering ? <EnterDialog store={entering} onClose={() => setEntering(null)} /> : null}
    </Stack>
  )
}

const foundBy: Readonly<Record<FoundStore['foundBy'], string>> = {
  name: 'pelo nome',
  slug: 'pelo endereço',
  document: 'pelo CNPJ ou CPF',
  merchant: 'pelo código no canal',
  owner: 'pelo e-mail do dono',
}

function Found({
  stores,
  more,
  asked,
  onEnter,
}: {
  readonly stores: readonly FoundStore[]
  readonly more: boolean
  readonly asked: string
  readonly onEnter: (store: FoundStore) => void
}) {
  if (stores.length === 0)
    return (
      <EmptyState icon="search" title={`Nenhuma loja com “${asked}”`}>
        Confira a escrita, ou procure pelo CNPJ ou pelo e-mail inteiro de um dono.
      </EmptyState>
    )
  return (
    <section aria-label="Lojas achadas">
      <p className={styles.count} role="status">
        {plural(stores.length, 'loja achada', 'lojas achadas')}
        {more ? '. Há mais: escreva um pouco mais.' : '.'}
      </p>
      <ul className={styles.stores}>
        {stores.map((store) => (
          <Row as="li" gap={16} justify="between" key={store.storeId}>
            <span>
              <b>
                {store.name} {store.active ? null : <Pill tone="bad">desativada</Pill>}
              </b>
              <Muted as="small" block size={3}>
                {store.city}, {store.state} · /{store.menuSlug} · achada {foundBy[store.foundBy]}
              </Muted>
              <Muted as="small" block size={3}>
                {store.owners.length === 0 ? 'Sem dono' : `De ${store.owners.join(', ')}`}
              </Muted>
            </span>
            <Button aria-label={`Entrar em ${store.name}`} onClick={() => onEnter(store)}>
              Entrar
            </Button>
          </Row>
        ))}
      </ul>
    </section>
  )
}
