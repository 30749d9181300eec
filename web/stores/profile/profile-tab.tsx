import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { omit } from 'zod/mini'
import { stateCodes } from '../../../contract/shared/brazil.ts'
import {
  formerSlugDays,
  readStoreProfile,
  saveStoreProfile,
  storeZones,
  type StoreProfile,
} from '../../../contract/stores/profile.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor } from '../../api/query.ts'
import { useDraft, type Draft } from '../../settings/settings.ts'
import type { StoreSectionProps } from '../../screens/settings-tab.ts'
import { Awning } from '../../marks/awning.tsx'
import { storeMarks } from '../../marks/store-marks.rules.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { AddressPoint } from './address-point.tsx'
import { DayStartPart } from './day-start-part.tsx'
import { LogoField } from './logo-field.tsx'
import {
  bodyOf,
  fieldsOf,
  profileWords,
  zoneEffect,
  zoneSuggestion,
  zoneText,
  type ProfileFields,
} from './profile.rules.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import styles from './profile-tab.module.css'
import { refreshProfile } from './refresh-profile.ts'
import { SlugHolder } from './slug-holder.tsx'
import { UsesPart } from '../modules/uses-part.tsx'
import { useZipCode } from './use-zip-code.ts'

/** Who the store is, where it is, and what it uses of the panel. */
export function ProfileTab({ store, stores }: StoreSectionProps) {
  const query = useQuery(queryFor(readStoreProfile, {}, { storeId: store.id }))
  if (!query.data)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={520} />
    )
  return <Profile store={store} stores={stores} profile={query.data} />
}

type Body = Sent<typeof saveStoreProfile>['body']

function Profile({ store, stores, profile }: StoreSectionProps & { readonly profile: StoreProfile }) {
  const draft = useDraft({
    saved: fieldsOf(profile),
    words: profileWords,
    schema: saveStoreProfile.body && omit(saveStoreProfile.body, { version: true }),
    input: (fields) => bodyOf(fields, profile.pixKey),
    send: async (body) => {
      try {
        const sent = { ...body, version: profile.version } as Body
        await ask(saveStoreProfile, { body: sent }, { storeId: store.id })
      } finally {
        // After somebody else's save the form has to show both.
        await refreshProfile()
      }
    },
  })
  return (
    <>
      <form className={styles.page} onSubmit={draft.onSubmit} noValidate aria-label="Dados da loja">
        <NamePart store={store} stores={stores} profile={profile} draft={draft} />
        <AddressPart store={store} stores={stores} profile={profile} draft={draft} />
        <ClockPart store={store} profile={profile} draft={draft} />
        <SlugPart profile={profile} draft={draft} />
      </form>
      <UsesPart store={store} stores={stores} />
    </>
  )
}

interface PartProps {
  readonly profile: StoreProfile
  readonly draft: Draft<ProfileFields>
}

function NamePart({ store, stores, profile, draft }: StoreSectionProps & PartProps) {
  return (
    <Stack as="section" gap={16} className={styles.part}>
      <h2 id="nome">Nome e marca</h2>
      <LogoField store={store} profile={profile} onSaved={refreshProfile} />
      <div className={styles.two}>
        <TextField label="Nome da loja" {...draft.field('name')} />
        <TextField label="Marca" hint="O que o cliente lê." {...draft.field('brand')} />
      </div>
      <div className={styles.two}>
        <TextField
          label="Sigla nos pedidos"
          maxLength={3}
          autoCapitalize="characters"
          autoComplete="off"
          hint="Duas ou três letras, como BC no pedido BC-31. Vazia: a do nome."
          {...draft.field('code')}
        />
        <SignPreview store={store} stores={stores} code={draft.values.code} />
      </div>
      <div className={styles.two}>
        <TextField label="Telefone com DDD" type="tel" autoComplete="off" {...draft.field('phone')} />
        <TextField
          label="CNPJ ou CPF"
          autoComplete="off"
          hint="O CNPJ pode ter letras."
          {...draft.field('document')}
        />
      </div>
    </Stack>
  )
}

function AddressPart({ store, stores, profile, draft }: StoreSectionProps & PartProps) {
  const [start] = useState(() => fieldsOf(profile))
  const zip = useZipCode(start, (name, value) => draft.set(name, value))
  return (
    <Stack as="section" gap={16} className={styles.part}>
      <h2 id="endereco">Endereço</h2>
      <div className={styles.three}>
        <TextField
          label="CEP"
          inputMode="numeric"
          autoComplete="off"
          {...draft.field('zipCode')}
          onChange={(event) => {
            draft.set('zipCode', event.target.value)
            void zip.look(event.target.value, draft.values)
          }}
        />
        <TextField label="Cidade" autoComplete="off" {...draft.field('city')} />
        <SelectField
          label="Estado"
          name="state"
          value={draft.values.state}
          error={draft.problem('state')}
          options={[...new Set([...stateCodes, draft.values.state])].map((code) => [code, code] as const)}
          onChange={(event) => draft.set('state', event.target.value)}
        />
      </div>
      <p className={styles.note} role="status">
        {zip.note}
      </p>
      <div className={styles.street}>
        <TextField label="Rua" autoComplete="off" {...draft.field('street')} />
        <TextField label="Número" autoComplete="off" {...draft.field('number')} />
      </div>
      <div className={styles.two}>
        <TextField label="Bairro" autoComplete="off" {...draft.field('district')} />
        <TextField label="Complemento (opcional)" autoComplete="off" {...draft.field('complement')} />
      </div>
      <div className={styles.two}>
        <TextField label="Latitude" autoComplete="off" {...draft.field('lat')} />
        <TextField label="Longitude" autoComplete="off" {...draft.field('lng')} />
      </div>
      <AddressPoint store={store} stores={stores} draft={draft} />
    </Stack>
  )
}

function ClockPart({ store, profile, draft }: PartProps & { readonly store: Store }) {
  const [opened] = useState(() => new Date())
  const effect = zoneEffect(profile.timezone, draft.values.timezone, profile.dayStart.now, opened)
  const suggested = zoneSuggestion(fieldsOf(profile), draft.values)
  const zones = [...new Set([...storeZones, profile.timezone])].map((zone) => [zone, zoneText(zone)] as const)
  return (
    <Stack as="section" gap={16} className={styles.part}>
      <h2 id="relogio">Relógio</h2>
      <SelectField
        label="Fuso da loja"
        name="timezone"
        value={draft.values.timezone}
        error={draft.problem('timezone')}
        options={zones}
        onChange={(event) => draft.set('timezone', event.target.value)}
      />
      {suggested ? (
        <Row gap={12} wrap className={styles.effect} role="status">
          <p>
            O relógio de {draft.values.city} é o {zoneText(suggested)}.
          </p>
          <Button onClick={() => draft.set('timezone', suggested)}>Usar este fuso</Button>
        </Row>
      ) : null}
      {effect ? (
        <p className={styles.effect} role="status">
          {effect}
        </p>
      ) : null}
      <DayStartPart store={store} profile={profile} onSaved={refreshProfile} />
    </Stack>
  )
}

function SlugPart({ profile, draft }: PartProps) {
  return (
    <Stack as="section" gap={16} className={styles.part}>
      <h2 id="link">Endereço do cardápio</h2>
      <TextField
        label="Endereço"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={`Com outro endereço, o de hoje ainda leva à loja por ${formerSlugDays} dias.`}
        {...draft.field('menuSlug')}
      />
      <SlugHolder slug={draft.values.menuSlug} own={profile.menuSlug} />
      {profile.formerSlugs.length > 0 ? (
        <p className={styles.note}>
          Também leva à loja: {profile.formerSlugs.map(({ slug }) => slug).join(', ')}.
        </p>
      ) : null}
    </Stack>
  )
}

function SignPreview({
  store,
  stores,
  code,
}: {
  readonly store: Store
  readonly stores: readonly Store[]
  readonly code: string
}) {
  const typed = code.trim().toUpperCase()
  const shown = stores.map((one) => {
    if (one.id !== store.id) return one
    const { code: _, ...bare } = one
    return typed ? { ...bare, code: typed } : bare
  })
  const mark = storeMarks(shown).get(store.id)
  return (
    <Row as="p" gap={12} className={styles.sign}>
      <Awning mark={mark} size={28} />
      <span>
        Os pedidos se chamam <b>{mark?.code}-31</b>
      </span>
    </Row>
  )
}
