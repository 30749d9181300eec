import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { moduleNames } from '../../../contract/stores/module-keys.ts'
import { moduleSections } from '../../../contract/stores/module-sections.ts'
import { readMyModules } from '../../../contract/stores/modules.ts'
import { readOrderRules } from '../../../contract/orders/rules.ts'
import { readMyStores } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { ApplyElsewhere } from '../../settings/settings.ts'
import type { StoreSectionProps } from '../../screens/settings-tab.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Row } from '../../kit/layout.tsx'
import { moduleTabs } from './module-words.rules.ts'
import styles from './module-switches.module.css'

/** What the store uses of the panel, each line with the page that switches it; all of it for other stores too. */
export function UsesPart({ store, stores }: StoreSectionProps) {
  const query = useQuery(queryFor(readMyModules, {}, { storeId: store.id }))
  return (
    <section className={styles.part} aria-labelledby="o-que-a-loja-usa">
      <h2 id="o-que-a-loja-usa">O que a loja usa</h2>
      {query.data ? (
        <>
          <ul className={styles.modules}>
            {query.data.modules.map(({ key, on }) => (
              <Row as="li" key={key} gap={12} className={styles.use}>
                <b>{moduleNames[key]}</b>
                <span data-off={!on || undefined}>{on ? 'Ligado' : 'Desligado'}</span>
                <Link
                  to="/settings"
                  search={{ tab: moduleTabs[key], store: store.id }}
                  hash="usar"
                  aria-label={`${moduleNames[key]}: mudar em ${moduleSections[key]}`}
                >
                  em {moduleSections[key]}
                </Link>
              </Row>
            ))}
          </ul>
          <ApplyElsewhere
            store={store}
            stores={stores}
            action={{
              kind: 'uses',
              modules: Object.fromEntries(query.data.modules.map(({ key, on }) => [key, on])),
            }}
            onDone={() => Promise.all([readMyModules, readMyStores, readOrderRules].map(refresh))}
          />
        </>
      ) : query.error ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton height={480} />
      )}
    </section>
  )
}
