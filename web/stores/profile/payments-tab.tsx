import { useQuery } from '@tanstack/react-query'
import { omit } from 'zod/mini'
import { roleMeets } from '../../../contract/shared/access.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import { readStoreProfile, saveStoreProfile, type StoreProfile } from '../../../contract/stores/profile.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor } from '../../api/query.ts'
import { Stack } from '../../kit/layout.tsx'
import type { StoreSectionProps } from '../../screens/settings-tab.ts'
import { useDraft } from '../../settings/settings.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PixPreview } from './pix-preview.tsx'
import { bodyOf, fieldsOf, pixWords } from './profile.rules.ts'
import styles from './profile-tab.module.css'
import { refreshProfile } from './refresh-profile.ts'
import { WaysToPay } from './ways-to-pay.tsx'

/** Where the store's Pix goes, and how customers pay. */
export function PaymentsTab({ store }: StoreSectionProps) {
  const query = useQuery(queryFor(readStoreProfile, {}, { storeId: store.id }))
  if (query.data)
    return (
      <div className={styles.page}>
        <PixPart store={store} profile={query.data} />
        <WaysToPay store={store} />
      </div>
    )
  return query.error ? (
    <ErrorState
      message={errorSentence(query.error)}
      requestId={requestIdOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  ) : (
    <Skeleton height={280} />
  )
}

function PixPart({ store, profile }: { readonly store: Store; readonly profile: StoreProfile }) {
  const owns = roleMeets(store.role, 'owner')
  const draft = useDraft({
    saved: { pixKey: profile.pixKey ?? '' },
    words: pixWords,
    schema: saveStoreProfile.body && omit(saveStoreProfile.body, { version: true }),
    input: ({ pixKey }) => bodyOf(fieldsOf(profile), pixKey),
    send: async (body) => {
      try {
        const sent = { ...body, version: profile.version } as Sent<typeof saveStoreProfile>['body']
        await ask(saveStoreProfile, { body: sent }, { storeId: store.id })
      } finally {
        // After somebody else's save the form has to show both.
        await refreshProfile()
      }
    },
  })
  return (
    <form onSubmit={draft.onSubmit} noValidate aria-label="Pix">
      <Stack as="section" gap={16} className={styles.part}>
        <h2 id="pix">Pix</h2>
        <TextField
          label="Chave Pix"
          autoComplete="off"
          spellCheck={false}
          readOnly={!owns}
          hint={
            owns
              ? 'CPF, CNPJ, e-mail, telefone com DDD ou chave aleatória.'
              : 'Só donos da loja mudam a chave: é para onde vai o dinheiro.'
          }
          {...draft.field('pixKey')}
        />
        <PixPreview typed={draft.values.pixKey} name={profile.brand} city={profile.address.city} />
      </Stack>
    </form>
  )
}
