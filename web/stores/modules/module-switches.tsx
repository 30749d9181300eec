import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moduleNames, type ModuleKey } from '../../../contract/stores/module-keys.ts'
import {
  readMyModules,
  saveMyModules,
  type StoreModule,
  type StoreModules,
} from '../../../contract/stores/modules.ts'
import { readOrderRules } from '../../../contract/orders/rules.ts'
import { readMyStores, type Store } from '../../../contract/stores/stores.ts'
import { ApiError, errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryClient, queryFor, refresh } from '../../api/query.ts'
import { useSending } from '../../forms/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notify } from '../../ui/notices.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SwitchState } from '../../ui/switch-state.tsx'
import { effectOf, heldBy, lacks, moduleWords, namesOf } from './module-words.rules.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './module-switches.module.css'

interface ModuleSwitchesProps {
  readonly keys: readonly ModuleKey[]
  readonly store: Pick<Store, 'id' | 'address'>
  /** `head`: the page is about what they switch. `within`: one part of it is. */
  readonly place: 'head' | 'within' | 'foot'
}

/** What a page of the settings switches on and off. Each switch says first what it will do. */
export function ModuleSwitches({ keys, store, place }: ModuleSwitchesProps) {
  const query = useQuery(queryFor(readMyModules, {}, { storeId: store.id }))
  const [asked, setAsked] = useState<ModuleKey | null>(null)
  if (!query.data)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <div className={place === 'foot' ? '' : styles[place]}>
        <ul className={styles.modules}>
          {keys.map((key) => (
            <li key={key}>
              <Skeleton height={64} />
            </li>
          ))}
        </ul>
      </div>
    )
  const { modules } = query.data
  const chosen = modules.find(({ key }) => key === asked)
  return (
    <section
      id={place === 'head' ? 'usar' : undefined}
      className={place === 'foot' ? styles.part : styles[place]}
      aria-label={`O que esta loja usa: ${keys.map((key) => moduleNames[key]).join(', ')}`}
    >
      {place === 'foot' ? <h2 id="usar">O que esta loja usa</h2> : null}
      <ul className={styles.modules}>
        {modules
          .filter(({ key }) => keys.includes(key))
          .map((module) => (
            <ModuleSwitch key={module.key} module={module} onSwitch={() => setAsked(module.key)} />
          ))}
      </ul>
      {chosen ? (
        <SwitchDialog
          storeId={store.id}
          module={chosen}
          current={query.data}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </section>
  )
}

function ModuleSwitch({ module, onSwitch }: { readonly module: StoreModule; readonly onSwitch: () => void }) {
  const { key, on } = module
  return (
    <li>
      <Row
        as="button"
        type="button"
        role="switch"
        aria-checked={on}
        gap={18}
        className={styles.switch}
        onClick={onSwitch}
      >
        <span className={styles.name}>
          <b>{moduleNames[key]}</b>
          <Muted as="small" block size={3}>
            {moduleWords[key].about}
          </Muted>
        </span>
        <SwitchState on={on}>{on ? 'Ligado' : 'Desligado'}</SwitchState>
      </Row>
    </li>
  )
}

function SwitchDialog({
  storeId,
  module,
  current,
  onClose,
}: {
  readonly storeId: string
  readonly module: StoreModule
  readonly current: StoreModules
  readonly onClose: () => void
}) {
  const { busy, refusal, send } = useSending()
  const { key, on } = module
  const name = moduleNames[key]
  const held = heldBy(module, current.modules)
  const missing = lacks(module, current.modules)
  const blocked =
    held.length > 0
      ? `Desligue antes: ${namesOf(held, 'e')}. Sem ${name.toLowerCase()} não ${held.length === 1 ? 'funciona' : 'funcionam'}.`
      : missing.length > 0
        ? `Ligue antes ${namesOf(missing, 'ou')}: ${name.toLowerCase()} precisa de um deles.`
        : null
  const save = async () => {
    try {
      const saved = await ask(
        saveMyModules,
        { body: { modules: { [key]: !on }, version: current.version } },
        { storeId },
      )
      queryClient.setQueryData(queryFor(readMyModules, {}, { storeId }).queryKey, saved)
      notify(`${name}: ${on ? 'desligado' : 'ligado'}.`)
      onClose()
    } catch (error) {
      // The rows behind show what is there now; the words say why nothing changed.
      throw error instanceof ApiError && error.code === 'module/stale'
        ? new ApiError({
            code: error.code,
            status: error.status,
            message: `${error.message} ${name} está como mostra a lista atrás desta janela.`,
          })
        : error
    } finally {
      await Promise.all([readMyModules, readMyStores, readOrderRules].map(refresh))
    }
  }
  return (
    <Dialog title={`${on ? 'Desligar' : 'Ligar'} ${name.toLowerCase()}?`} onClose={onClose}>
      <Stack gap={14}>
        <p>{effectOf(module)}</p>
        {blocked ? <p className={styles.blocked}>{blocked}</p> : null}
        <FormError>{refusal}</FormError>
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            {blocked ? 'Entendi' : 'Deixar como está'}
          </Button>
          {blocked ? null : (
            <Button variant="primary" busy={busy} onClick={() => void send(save)} data-first>
              {on ? 'Desligar' : 'Ligar'}
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
