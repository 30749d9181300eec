import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { roleMeets } from '../../../contract/shared/access.ts'
import { readMyStores, type Store } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { useSelection } from '../../stores/selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { PublishPart } from '../publishing/publish-part.tsx'
import { CopyPart } from './copy-part.tsx'
import { ImportPart } from './import-part.tsx'
import type { ToolSearch, Tool } from './tool-search.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './tools.module.css'
import { UnmappedPart } from '../unmapped/unmapped-part.tsx'
import { VersionsPart } from './versions-part.tsx'

const tools: readonly (readonly [Tool, string])[] = [
  ['importar', 'Importar'],
  ['versoes', 'Versões'],
  ['copiar', 'Copiar'],
  ['publicar', 'Publicar'],
  ['nao-mapeados', 'Fora do cardápio'],
]

/** What happens to a whole menu at once: it comes from elsewhere, goes back in time, goes to other stores. */
export function MenuToolsPage() {
  usePageTitle('Importar, voltar, copiar e publicar o cardápio')
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const selection = useSelection('manager')
  if (!mine.data)
    return mine.error ? (
      <ErrorState
        message={errorSentence(mine.error)}
        requestId={requestIdOf(mine.error)}
        onRetry={() => void mine.refetch()}
      />
    ) : (
      <Skeleton height={420} />
    )
  const stores = mine.data.stores.filter((store) => roleMeets(store.role, 'manager'))
  if (stores.length === 0)
    return (
      <EmptyState icon="menu" level="h1" title="Só gerentes e donos mudam o cardápio" action={<ToMenu />}>
        Peça a quem administra a loja para trazer ou mudar o cardápio.
      </EmptyState>
    )
  return <Tools stores={stores} first={selection.stores[0]?.id ?? null} />
}

const ToMenu = () => (
  <Link to="/cardapio" className={styles.back}>
    <Icon name="previous" /> Cardápio
  </Link>
)

function Tools({ stores, first }: { readonly stores: readonly Store[]; readonly first: string | null }) {
  const search = useSearch({ strict: false }) as ToolSearch
  const navigate = useNavigate()
  const tool = search.aba ?? 'importar'
  const store =
    [search.loja, first].flatMap((id) => stores.find((one) => one.id === id) ?? [])[0] ?? stores[0]
  const go = (next: ToolSearch) =>
    void navigate({ to: '/cardapio/importar', search: { ...search, ...next }, replace: true })
  if (!store) return null
  return (
    <div className={styles.page}>
      <ToMenu />
      <h1 className={styles.title}>O cardápio inteiro</h1>
      <Row align="end" wrap justify="between" className={styles.head}>
        <nav aria-label="O que fazer com o cardápio" className={styles.tabs}>
          {tools.map(([key, words]) => (
            <Link
              key={key}
              to="/cardapio/importar"
              search={{ aba: key, loja: store.id }}
              replace
              aria-current={key === tool ? 'page' : undefined}
            >
              {words}
            </Link>
          ))}
        </nav>
        {stores.length > 1 ? (
          <SelectField
            label={tool === 'copiar' ? 'Da loja' : 'Na loja'}
            value={store.id}
            options={stores.map((one) => [one.id, one.name] as const)}
            onChange={(event) => go({ aba: tool, loja: event.target.value, id: undefined })}
          />
        ) : null}
      </Row>
      {tool === 'versoes' ? (
        <VersionsPart key={store.id} store={store} />
      ) : tool === 'nao-mapeados' ? (
        <UnmappedPart key={store.id} store={store} />
      ) : tool === 'publicar' ? (
        <PublishPart
          key={store.id}
          store={store}
          publicationId={search.id ?? null}
          onPublication={(id) => go({ aba: 'publicar', loja: store.id, id: id ?? undefined })}
        />
      ) : tool === 'copiar' ? (
        <CopyPart key={store.id} store={store} stores={stores} />
      ) : (
        <ImportPart
          key={store.id}
          store={store}
          importId={search.id ?? null}
          onImport={(id) => go({ aba: 'importar', loja: store.id, id: id ?? undefined })}
        />
      )}
    </div>
  )
}
