import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import {
  checkSetup,
  maxMerchants,
  readSetupMerchants,
  type OfferedMerchant,
  type SetupView,
} from '../../contract/integrations/integrations.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import { errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Pill } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { CancelButton, type SetupProps } from './cancel-button.tsx'
import { isPage } from './channel-words.rules.ts'
import { useStep } from './integrations-data.ts'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './integrations-tab.module.css'
import { publishedIdOf } from './our-addresses.tsx'
import { Refusal } from './refusal.tsx'

type StepProps = SetupProps & { readonly onDone: () => void }

/** Which merchants of the marketplace are this store. */
export function MerchantsStep(props: StepProps) {
  return typesId(props.setup) ? <MerchantsById {...props} /> : <AuthorisedMerchants {...props} />
}

const typesId = ({ typesId: said, way }: SetupView): boolean => said ?? way !== 'code'

function AuthorisedMerchants(props: StepProps) {
  const { store, channel } = props
  const query = useQuery({
    ...queryFor(readSetupMerchants, { body: { type: channel.type } }, { storeId: store.id }),
    retry: false,
  })
  if (query.data) return <Choice {...props} merchants={query.data.merchants} />
  return (
    <>
      {query.error ? (
        <>
          <Refusal text={errorSentence(query.error)} />
          <Row wrap className={styles.actions}>
            <Button variant="soft" icon="refresh" onClick={() => void query.refetch()}>
              Tentar de novo
            </Button>
            <CancelButton {...props} />
          </Row>
        </>
      ) : (
        <Skeleton height={120} />
      )}
    </>
  )
}

function MerchantsById(props: StepProps) {
  const { store, channel, setup } = props
  const published = setup.way === 'credentials' && store.document ? publishedIdOf(store, store.document) : ''
  const [typed, setTyped] = useState(published)
  const [missing, setMissing] = useState(false)
  const [found, setFound] = useState<readonly OfferedMerchant[]>([])
  const step = useStep()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const merchantId = typed.trim()
    setMissing(merchantId === '')
    if (merchantId === '') return
    void step.run('find', async () => {
      const { merchants } = await ask(
        readSetupMerchants,
        { body: { type: channel.type, merchantId } },
        { storeId: store.id },
      )
      setFound((before) => [...before.filter((one) => one.merchantId !== merchantId), ...merchants])
      setTyped('')
    })
  }
  return (
    <>
      <form className={styles.answer} onSubmit={submit} noValidate aria-label="Procurar cadastro">
        <TextField
          label={`ID da loja ${withChannel('em', channel.type)}`}
          hint={
            setup.way === 'credentials'
              ? 'É o ID com que o aplicativo cadastrou a loja.'
              : isPage(channel.portalUrl)
                ? 'Está no Portal do Parceiro, nos dados da loja.'
                : 'Está no portal do aplicativo, nos dados da loja.'
          }
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={missing ? 'Cole o ID da loja.' : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant={found.length === 0 ? 'primary' : 'soft'} busy={step.isBusy('find')}>
          Procurar
        </Button>
      </form>
      {isPage(channel.portalUrl) ? (
        <Row as="p" wrap className={styles.links}>
          <a href={channel.portalUrl} target="_blank" rel="noreferrer">
            Abrir o Portal do Parceiro
          </a>
        </Row>
      ) : null}
      <Refusal text={step.refusal} />
      <Choice key={found.length} {...props} merchants={found} />
    </>
  )
}

const stateWords: Readonly<Record<OfferedMerchant['state'], string>> = {
  free: 'Livre',
  here: 'Já nesta loja',
  elsewhere: 'Em outra loja',
}

function Choice({
  store,
  channel,
  setup,
  merchants,
  onDone,
}: StepProps & { readonly merchants: readonly OfferedMerchant[] }) {
  const [chosen, setChosen] = useState(() => firstChoice(setup, merchants))
  const step = useStep()
  const [primary = ''] = chosen
  const check = () =>
    step.run('check', async () => {
      await ask(
        checkSetup,
        {
          body: {
            type: channel.type,
            merchantId: primary,
            merchantSecondaryIds: chosen.slice(1),
            version: setup.version,
          },
        },
        { storeId: store.id },
      )
      onDone()
    })
  const toggle = (merchantId: string, on: boolean) =>
    setChosen(on ? [...chosen, merchantId] : chosen.filter((id) => id !== merchantId))
  return (
    <>
      <ul className={styles.merchants} aria-label="Cadastros">
        {merchants.map((one) => (
          <Row as="li" gap={12} key={one.merchantId}>
            <Row as="label" gap={12}>
              <input
                type="checkbox"
                checked={chosen.includes(one.merchantId)}
                disabled={one.state === 'elsewhere'}
                onChange={(event) => toggle(one.merchantId, event.target.checked)}
              />
              <span>
                <b>{one.name}</b>
                <Muted as="small" block size={3}>
                  {one.address ?? `ID ${shortId(one.merchantId)}`}
                </Muted>
              </span>
            </Row>
            <Pill tone={one.state === 'elsewhere' ? 'bad' : 'plain'}>
              {one.storeName === null ? stateWords[one.state] : `Em ${one.storeName}`}
            </Pill>
          </Row>
        ))}
      </ul>
      {merchants.length === 0 && !typesId(setup) ? (
        <p className={styles.quiet}>
          Você não autorizou nenhuma loja no portal. Cancele e peça outro código.
        </p>
      ) : null}
      {chosen.length > 1 ? (
        <SelectField
          label="Cadastro principal"
          value={primary}
          options={chosen.map((id) => [
            id,
            merchants.find(({ merchantId }) => merchantId === id)?.name ?? id,
          ])}
          onChange={(event) =>
            setChosen([event.target.value, ...chosen.filter((id) => id !== event.target.value)])
          }
        />
      ) : null}
      <Refusal text={step.refusal} />
      <Row wrap className={styles.actions}>
        {merchants.length > 0 ? (
          <Button
            variant="primary"
            busy={step.isBusy('check')}
            disabledReason={
              chosen.length === 0
                ? 'Escolha ao menos um cadastro.'
                : chosen.length > maxMerchants
                  ? `Escolha no máximo ${maxMerchants}.`
                  : null
            }
            onClick={() => void check()}
          >
            Verificar
          </Button>
        ) : null}
        <CancelButton store={store} channel={channel} setup={setup} />
      </Row>
    </>
  )
}

/** What was chosen before; else the only merchant, or those that were just found by their id. */
function firstChoice(setup: SetupView, merchants: readonly OfferedMerchant[]): readonly string[] {
  const open = merchants.flatMap(({ merchantId, state }) => (state === 'elsewhere' ? [] : [merchantId]))
  const before = [setup.merchantId ?? '', ...setup.merchantSecondaryIds].filter((id) => open.includes(id))
  if (typesId(setup)) return [...new Set([...before, ...open])]
  return before.length > 0 ? before : open.length === 1 ? open : []
}

/** Enough to compare with the portal. */
const shortId = (id: string): string => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id)
